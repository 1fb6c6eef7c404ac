"""Puts settings and found edges together: which file answers to a URL or a name, and an agent made of them."""

from __future__ import annotations

import importlib
import importlib.util
import pkgutil
from collections.abc import Sequence
from dataclasses import replace
from importlib import metadata
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from rejoinder import repair, sample
from rejoinder.agent import Agent
from rejoinder.clock import SystemClock
from rejoinder.errors import UnknownScheme, UsageError
from rejoinder.policies import PolicySource
from rejoinder.ports import Connector, Ledger, Provider
from rejoinder.recording import Subscriber
from rejoinder.settings import Settings, redact_url
from rejoinder.terms.limits import Limits
from rejoinder.terms.policy import Policy
from rejoinder.worker import Edges


def connect(
    database: str | None = None,
    *,
    model: str | None = None,
    model_url: str | None = None,
    ledger: str | Ledger | None = None,
    policy: str | Path | Policy | None = None,
    limits: Limits | None = None,
    settings: Settings | None = None,
    provider: Provider | None = None,
    subscribers: Sequence[Subscriber] = (),
    rules_off: Sequence[str] = (),
) -> Agent:
    """An agent on a database, opened when it is first used.

    `database` is a URL, the path of a SQLite file, a name of `rejoinder.toml`, or `sample`. `model` is
    `PROVIDER:NAME` or `builtin`. What isn't given comes from the environment, then from `rejoinder.toml`,
    then from the defaults. `provider` and `ledger` may be objects of one's own. `rules_off` names rules that
    mend SQL and are not to be tried.
    Raises `UsageError` for what can't be understood; a database that can't be opened raises
    `DatabaseUnavailable` at the first use, or at once with `await connect(...)`.
    """
    found = settings if settings is not None else Settings.load()
    found = found.given(
        db=database,
        model=model,
        model_url=model_url,
        ledger=ledger if isinstance(ledger, str) else None,
        policy=str(policy) if isinstance(policy, str | Path) else None,
    )
    if limits is not None:
        found = replace(found, limits=limits)
    url = found.database_url
    edges = Edges(
        connector=lambda: open_connector(url, found.sessions),
        provider=lambda: open_provider(found.model, found.model_url) if provider is None else provider,
        ledger=open_ledger(found.ledger_url) if not isinstance(ledger, Ledger) else ledger,
        policies=PolicySource(policy if isinstance(policy, Policy) else _path(found.policy)),
        clock=SystemClock(),
        database_name=redact_url(url),
        rules_off=_rules(rules_off),
    )
    return Agent(edges, found, subscribers)


def _rules(names: Sequence[str]) -> tuple[str, ...]:
    if not names:
        return ()
    known = [rule.name for rule in repair.rules()]
    for name in names:
        if name not in known:
            raise UsageError(f"There is no rule `{name}`; there are {', '.join(known)}.")
    return tuple(names)


def open_connector(url: str, sessions: int) -> Connector:
    """The connector of `connectors/SCHEME.py`, else of the entry point of that name; `sample` is made first."""
    if not url:
        raise UsageError(
            "No database was named: give its URL or file, or `sample` for the one that comes with rejoinder."
        )
    found = sample.url(url)
    connector: Connector = edge("connectors", scheme_of(found), found).open(found, sessions=sessions)
    return connector


def open_provider(model: str, url: str | None) -> Provider:
    """The provider of `providers/NAME.py`, else of the entry point of that name; `model` is PROVIDER:NAME."""
    way, _, name = model.partition(":")
    provider: Provider = edge("providers", way, model).open(name, url=url)
    return provider


def open_ledger(url: str) -> Ledger:
    """The ledger of `ledgers/SCHEME.py`, else of the entry point of that name."""
    ledger: Ledger = edge("ledgers", scheme_of(url), url).open(url)
    return ledger


def scheme_of(url: str) -> str:
    """The scheme of a URL; a bare path is SQLite's."""
    if url == ":memory:" or "://" not in url:
        head, colon, _ = url.partition(":")
        return head.lower() if colon and len(head) > 1 and head.isidentifier() else "sqlite"
    return urlsplit(url).scheme.lower().partition("+")[0]


def edge(kind: str, name: str, given: str) -> Any:
    """The module or entry point that answers to `name` among `kind` (connectors, providers, ledgers)."""
    module = f"rejoinder.{kind}.{name}"
    if name.isidentifier() and not name.startswith("_") and importlib.util.find_spec(module) is not None:
        return importlib.import_module(module)
    offered = metadata.entry_points(group=f"rejoinder.{kind}")
    for entry in offered:
        if entry.name == name:
            return entry.load()
    known = sorted({*built_in(kind), *(entry.name for entry in offered)})
    listed = ", ".join(f"`{each}`" for each in known)
    raise UnknownScheme(f"No {kind[:-1]} answers to `{redact_url(given)}`; there are {listed}.")


def built_in(kind: str) -> list[str]:
    """The names that rejoinder itself answers to."""
    paths = importlib.import_module(f"rejoinder.{kind}").__path__
    return [found.name for found in pkgutil.iter_modules(paths) if not found.name.startswith("_")]


def _path(policy: str | None) -> Path | None:
    return None if policy is None else Path(policy)
