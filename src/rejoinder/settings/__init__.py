"""What is asked of whom, within what: arguments over environment over `rejoinder.toml` over defaults."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal

from rejoinder.errors import SettingsError
from rejoinder.settings import places
from rejoinder.settings.keys import DATABASES, KEYS, NO_LIMIT, nearest
from rejoinder.terms.limits import Limits
from rejoinder.terms.urls import redact_text, redact_url

__all__ = ["Setting", "Settings", "redact_url"]

_ARGUMENT = "argument"
_DEFAULT = "default"
_FIELDS = {
    "today.timezone": "timezone",
    "today.first_weekday": "first_weekday",
    "today.fiscal_year_start": "fiscal_year_start",
    "results.keep_seconds": "results_keep_seconds",
    "results.store": "results_store",
    "prompts.keep": "keep_prompts",
}
_PLACES = ("db", "ledger", "policy")
"""What may be a file, relative to the folder of `rejoinder.toml`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """One setting, what it is without secrets, and where that is from."""

    name: str
    value: str
    source: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """Everything that can be set. Paths of `rejoinder.toml` are absolute here."""

    db: str = field(default="", repr=False)
    """As given: a URL, a file, a name of `[databases]`, or `sample`; "" where none was named."""
    model: str = "builtin"
    model_url: str | None = field(default=None, repr=False)
    ledger: str = field(default_factory=places.default_ledger, repr=False)
    policy: str | None = None
    asker: str = ""
    sessions: int = 4
    durability: Literal["normal", "full"] = "normal"
    retention_days: float | None = 365.0
    limits: Limits = field(default_factory=Limits)
    timezone: str = "UTC"
    first_weekday: Literal[0, 1, 2, 3, 4, 5, 6] = 0
    fiscal_year_start: int = 1
    results_keep_seconds: float = 600.0
    results_store: bool = False
    keep_prompts: bool = False
    databases: Mapping[str, str] = field(default_factory=dict, repr=False)
    """Names and their URLs."""
    sources: Mapping[str, str] = field(default_factory=dict, repr=False)
    """Where each setting is from that isn't a default."""

    @staticmethod
    def load(folder: Path | None = None, environment: Mapping[str, str] | None = None) -> Settings:
        """The settings of `rejoinder.toml` (in `folder`, else in one above it) and of the environment.

        Raises `SettingsError`, with the key, the file and the nearest known key in its sentence.
        """
        known = os.environ if environment is None else environment
        path = places.find((folder or Path.cwd()).absolute())
        values, databases = ({}, {}) if path is None else _of_file(path)
        values.update(_of_environment(known))
        return _made(values, databases, places.default_ledger(known))

    def given(
        self,
        *,
        db: str | None = None,
        model: str | None = None,
        model_url: str | None = None,
        ledger: str | None = None,
        policy: str | None = None,
    ) -> Settings:
        """These settings, with arguments over them. None: not given."""
        places_given = {"db": db, "model": model, "model_url": model_url, "ledger": ledger, "policy": policy}
        changes: dict[str, Any] = {name: value for name, value in places_given.items() if value is not None}
        sources = {**self.sources, **dict.fromkeys(changes, _ARGUMENT)}
        return replace(self, **changes, sources=MappingProxyType(sources))

    def for_evaluation(self, *, rows: int) -> Settings:
        """These settings for questions that nobody waits for: nothing is left in the ledger, `rows` are fetched."""
        return replace(self, ledger="memory:", limits=replace(self.limits, rows=rows))

    @property
    def database_url(self) -> str:
        """What `db` names, with files made absolute; "" where no database was named. Raises `SettingsError`."""
        if not self.db:
            return ""
        named = self.databases.get(self.db)
        if named is not None:
            return named
        if self.databases and self.db != "sample" and _is_name(self.db) and not Path(self.db).exists():
            known = ", ".join(f"`{name}`" for name in sorted(self.databases))
            raise SettingsError(f"There is no file `{self.db}`, and `rejoinder.toml` names only {known}.")
        return places.anchored(self.db, Path.cwd())

    @property
    def ledger_url(self) -> str:
        """Where runs are recorded, with durability and retention where the store is SQLite."""
        url = places.ledger_url(self.ledger, Path.cwd())
        if not url.startswith("sqlite:"):
            return url
        head, _, query = url.partition("?")
        said = {part.partition("=")[0] for part in query.split("&") if part}
        parts = [query] if query else []
        if "durability" not in said:
            parts.append(f"durability={self.durability}")
        if "retention_days" not in said:
            kept = "none" if self.retention_days is None else f"{self.retention_days:g}"
            parts.append(f"retention_days={kept}")
        return f"{head}?{'&'.join(parts)}"

    def source_of(self, name: str) -> str:
        """Where a setting is from: an argument, a variable of the environment, a file, or the default."""
        return self.sources.get(name, _DEFAULT)

    def explained(self) -> tuple[Setting, ...]:
        """Every key of `rejoinder.toml` with its value and source; for `doctor`. Secrets are left out."""
        return tuple(
            Setting(name=key, value=_without_secrets(value), source=self.source_of(key))
            for key, value in self._values()
        )

    def _values(self) -> Iterator[tuple[str, Any]]:
        for key in KEYS:
            group, _, rest = key.partition(".")
            value: Any = self.limits if group == "limits" else self
            for part in rest.split(".") if group == "limits" else [_FIELDS.get(key, key)]:
                value = getattr(value, part)
            yield key, "" if value is None and key in {"model_url", "policy"} else value


def _of_file(path: Path) -> tuple[dict[str, tuple[Any, str]], dict[str, str]]:
    """The values of a file with their source, and its databases."""
    found = dict(places.read(path))
    databases = _databases(found.pop(DATABASES, {}), path)
    values = {}
    for name, value in places.flat(found):
        read = _read(name, value, f"`{path}`")
        if name in _PLACES and not (name == "db" and read in databases):
            read = _anchored_place(name, read, path.parent)
        values[name] = (read, f"`{path}`")
    return values, databases


def _anchored_place(name: str, value: str, folder: Path) -> str:
    if name == "policy":
        return os.path.normpath(folder / os.path.expanduser(value))
    return places.anchored(value, folder)


def _databases(found: Any, path: Path) -> dict[str, str]:
    if not isinstance(found, Mapping):
        raise SettingsError(f"In `{path}`: `databases` must be a table: [databases], then NAME = URL.")
    for name, url in found.items():
        if not isinstance(url, str) or not url:
            raise SettingsError(f"In `{path}`: `databases.{name}` must be a URL or a file, in quotes.")
    return {name: places.anchored(url, path.parent) for name, url in found.items()}


def _of_environment(known: Mapping[str, str]) -> Iterator[tuple[str, tuple[Any, str]]]:
    for key in KEYS.values():
        value = known.get(key.variable, "") if key.variable else ""
        if value:
            source = f"`{key.variable}`"
            yield key.name, (_read(key.name, value, source), source)


def _read(name: str, value: Any, source: str) -> Any:
    key = KEYS.get(name)
    if key is None:
        inner = sorted(each for each in KEYS if each.startswith(f"{name}."))
        if inner:
            raise SettingsError(f"In {source}: `{name}` must be a table, with keys such as `{inner[0]}`.")
        raise SettingsError(f"In {source}: there is no setting `{name}`{nearest(name, (*KEYS, DATABASES))}")
    try:
        return key.read(value)
    except ValueError as error:
        shown = _without_secrets(value).strip() or "empty"
        raise SettingsError(f"In {source}: `{name}` is {shown}; it must be {error}.") from None


def _made(values: Mapping[str, tuple[Any, str]], databases: Mapping[str, str], ledger: str) -> Settings:
    plain: dict[str, Any] = {"ledger": ledger}
    limits: dict[str, Any] = {}
    ceilings: dict[str, dict[str, Any]] = {}
    for name, (value, _) in values.items():
        match name.split("."):
            case ["limits", ceiling, part]:
                ceilings.setdefault(ceiling, {})[part] = value
            case ["limits", limit]:
                limits[limit] = value
            case _:
                plain[_FIELDS.get(name, name)] = value
    bounds = Limits(**limits)
    changed: dict[str, Any] = {
        name: replace(getattr(bounds, name), **parts) for name, parts in ceilings.items()
    }
    return Settings(
        **plain,
        limits=replace(bounds, **changed),
        databases=MappingProxyType(dict(databases)),
        sources=MappingProxyType({name: source for name, (_, source) in values.items()}),
    )


def _is_name(db: str) -> bool:
    return not any(mark in db for mark in ":/\\.")


def _without_secrets(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return NO_LIMIT if value is None else redact_text(redact_url(str(value)))
