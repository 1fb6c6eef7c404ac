"""What opening a provider has in common: its extra, its key, its card."""

from __future__ import annotations

import importlib.util
import os
from collections.abc import Sequence
from ipaddress import ip_address
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from rejoinder.errors import MissingExtra, UsageError
from rejoinder.providers import _prices
from rejoinder.terms.provider import ModelCard

if TYPE_CHECKING:
    from pydantic_ai.models import Model

UNSAID = "none"
"""What is sent where a server asks for a key and nobody gave one: it wants none, or it will say so."""


def needs(extra: str, modules: Sequence[str]) -> None:
    """Raise `MissingExtra` unless every module can be imported."""
    missing = [module for module in ("pydantic_ai", *modules) if not _findable(module)]
    if missing:
        raise MissingExtra(
            f"`{extra}` models need a package that isn't installed (`{missing[0]}`): "
            f"run `pip install 'rejoinder[{extra}]'`."
        )


def named(provider: str, name: str, example: str) -> str:
    """The model's name. Raises `UsageError` where there is none."""
    if not name.strip():
        raise UsageError(f"`{provider}` needs the name of a model, as in `--model {provider}:{example}`.")
    return name.strip()


def key_of(key: str | None, variables: Sequence[str], service: str, *, required: bool = True) -> str:
    """The key: given, else from the first environment variable that has one.

    Raises `UsageError`, naming the variable, where a key is required and there is none.
    """
    found = key or next((value for name in variables if (value := os.environ.get(name))), None)
    if found is None and required:
        raise UsageError(
            f"There is no key for {service}: set the environment variable `{variables[0]}`, "
            "or use `--model builtin`, which needs none."
        )
    return found or UNSAID


def secrets(*keys: str | None) -> tuple[str, ...]:
    """The keys that no message may hold."""
    return tuple(key for key in keys if key and key != UNSAID)


def is_loopback(url: str) -> bool:
    """Whether a URL leads to this machine."""
    host = urlsplit(url).hostname or ""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


def http_url(url: str, service: str) -> str:
    """The URL, if it is one of HTTP. Raises `UsageError`."""
    parts = urlsplit(url)
    if parts.scheme not in {"http", "https"} or not parts.hostname:
        raise UsageError(f"The URL of {service} has to start with `http://` or `https://` and name a host.")
    return url.rstrip("/")


def card(provider: str, name: str, model: Model, *, url: str | None = None, structured: bool) -> ModelCard:
    """What is known of a model of a service that has a price list."""
    known = _prices.known(provider, name) if url is None else None
    price = _prices.listed(f"{provider}:{name}") or (known.price if known is not None else None)
    return ModelCard(
        name=f"{provider}:{name}",
        context_tokens=known.context_tokens if known is not None else _prices.CONTEXT_TOKENS,
        price=price,
        structured=structured and bool(model.profile.get("supports_json_schema_output")),
        local=url is not None and is_loopback(url),
    )


def _findable(module: str) -> bool:
    try:
        return importlib.util.find_spec(module) is not None
    except ModuleNotFoundError:
        return False
