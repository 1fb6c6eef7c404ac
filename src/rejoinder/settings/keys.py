"""Every key of `rejoinder.toml`, and what its values may be."""

from __future__ import annotations

import difflib
import zoneinfo
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields
from decimal import Decimal, InvalidOperation
from types import MappingProxyType
from typing import Any, TypeAlias

from rejoinder.terms.estimate import Ceiling
from rejoinder.terms.limits import Limits

Reader: TypeAlias = Callable[[Any], Any]
"""Reads a value, of TOML or as text. Raises `ValueError` with what it must be."""

NO_LIMIT = "none"
MOST_CORRECTIONS = 3
_DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")


@dataclass(frozen=True, slots=True, kw_only=True)
class Key:
    """One key: how its value is read, what it says, and the environment variable that it also has."""

    name: str
    read: Reader
    says: str
    variable: str = ""


def text(value: Any) -> str:
    """Text that isn't empty."""
    if not isinstance(value, str) or not value.strip():
        raise ValueError("text in quotes")
    return value


def flag(value: Any) -> bool:
    """True or false."""
    if isinstance(value, str) and value.lower() in {"true", "false"}:
        return value.lower() == "true"
    if not isinstance(value, bool):
        raise ValueError("true or false")
    return value


def whole(least: int, most: int | None = None) -> Reader:
    """A whole number within bounds."""
    bounds = f"from {least} to {most}" if most is not None else f"of at least {least}"

    def read(value: Any) -> int:
        if isinstance(value, str) and value.strip().lstrip("-").isdecimal():
            value = int(value)
        if isinstance(value, bool) or not isinstance(value, int):
            raise ValueError(f"a whole number {bounds}")
        if value < least or (most is not None and value > most):
            raise ValueError(f"a whole number {bounds}")
        return value

    return read


def positive(value: Any) -> float:
    """A number above zero."""
    try:
        number = float(value)
    except (TypeError, ValueError):
        number = -1.0
    if isinstance(value, bool) or not 0 < number < float("inf"):
        raise ValueError("a number above 0")
    return number


def dollars(value: Any) -> Decimal:
    """An amount of money, not negative."""
    try:
        amount = Decimal(str(value))
    except InvalidOperation:
        amount = Decimal(-1)
    if isinstance(value, bool) or not amount.is_finite() or amount < 0:
        raise ValueError("an amount in US dollars, such as 0.50")
    return amount


def or_none(read: Reader) -> Reader:
    """Also "none", which is how "no limit" is written out (L3)."""

    def reading(value: Any) -> Any:
        if value == NO_LIMIT:
            return None
        try:
            return read(value)
        except ValueError as error:
            raise ValueError(f'{error}, or "none" for no limit') from None

    return reading


def one_of(*choices: str) -> Reader:
    """One of a few words."""

    def read(value: Any) -> str:
        if value not in choices:
            raise ValueError(" or ".join(f'"{choice}"' for choice in choices))
        return str(value)

    return read


def zone(value: Any) -> str:
    """A time zone that this machine knows."""
    if value != "UTC":
        try:
            zoneinfo.ZoneInfo(value)
        except (TypeError, ValueError, OSError, zoneinfo.ZoneInfoNotFoundError):
            raise ValueError(
                'the name of a time zone, such as "Europe/Berlin" (a machine without a database of time zones '
                "knows only UTC: install the package `tzdata`)"
            ) from None
    return str(value)


def weekday(value: Any) -> int:
    """A day of the week, as a word or from 0 for Monday."""
    word = value.lower() if isinstance(value, str) else value
    if word in _DAYS:
        return _DAYS.index(word)
    if isinstance(value, bool) or value not in range(len(_DAYS)):
        raise ValueError('a day such as "monday", or 0 (Monday) to 6')
    return int(value)


def nothing_stored(value: Any) -> bool:
    """What can't be enforced is an error, never ignored."""
    if flag(value):
        raise ValueError(
            "false: this version keeps rows with the worker that fetched them and never in the ledger"
        )
    return False


def _limit_reader(name: str) -> Reader:
    special: dict[str, Reader] = {
        "corrections": whole(0, MOST_CORRECTIONS),
        "turns": whole(1, 5),
        "run_factor": whole(1, 10),
        "turn_money": or_none(dollars),
        "phrase": flag,
    }
    if name in special:
        return special[name]
    return positive if name.endswith("seconds") else whole(1)


_CEILING: Mapping[str, Reader] = {
    "rows_read": or_none(whole(0)),
    "bytes_read": or_none(whole(0)),
    "cost": or_none(positive),
}
_LIMITS_SAY = {
    "corrections": "Corrections after the first draft, 0 to 3.",
    "statement_seconds": "The most that one statement may run.",
    "turn_seconds": "The most that a turn may take.",
    "completion_tokens": "The most that one model call may return.",
    "turn_tokens": "Tokens of a turn, in and out.",
    "turn_money": "US dollars of a turn.",
    "rows": "The most rows to fetch.",
    "result_bytes": "The most that a result may take in memory.",
    "completion_seconds": "The most that one model call may take.",
    "turns": "Turns of a run: a question and its replies.",
    "run_factor": "A run has this many times a turn's tokens and money.",
    "phrase": "Whether a model may word a clarifying question.",
}
_CEILINGS_SAY = {
    "ask_above": "Ask before a statement that would cost more than this",
    "never_above": "Never run a statement that would cost more than this",
}


def _limits() -> Iterable[Key]:
    for each in fields(Limits):
        if each.name in _CEILINGS_SAY:
            for part in fields(Ceiling):
                says = f"{_CEILINGS_SAY[each.name]}: {part.name.replace('_', ' ')}."
                yield Key(name=f"limits.{each.name}.{part.name}", read=_CEILING[part.name], says=says)
        else:
            yield Key(name=f"limits.{each.name}", read=_limit_reader(each.name), says=_LIMITS_SAY[each.name])


_ALL = (
    Key(
        name="db",
        read=text,
        says="The database: a URL, a file, a name, `sample` or `sample:duckdb`.",
        variable="REJOINDER_DB",
    ),
    Key(
        name="model", read=text, says="The model, as PROVIDER:NAME, or `builtin`.", variable="REJOINDER_MODEL"
    ),
    Key(
        name="model_url",
        read=text,
        says="A server that speaks OpenAI's protocol.",
        variable="REJOINDER_MODEL_URL",
    ),
    Key(name="ledger", read=text, says="Where runs are recorded.", variable="REJOINDER_LEDGER"),
    Key(name="policy", read=text, says="The file that says who may read what.", variable="REJOINDER_POLICY"),
    Key(name="asker", read=text, says="Who asks, where nobody is named.", variable="REJOINDER_ASKER"),
    Key(name="sessions", read=whole(1, 64), says="Statements that may run at once."),
    Key(
        name="durability",
        read=one_of("normal", "full"),
        says="What the ledger survives: a killed process, or also a power cut.",
    ),
    Key(name="retention_days", read=or_none(positive), says="How long runs are kept after their last event."),
    Key(name="today.timezone", read=zone, says="The time zone of `today`."),
    Key(name="today.first_weekday", read=weekday, says="The day on which a week starts."),
    Key(name="today.fiscal_year_start", read=whole(1, 12), says="The month in which the fiscal year starts."),
    Key(name="results.store", read=nothing_stored, says="Whether rows are recorded; only false is possible."),
    Key(
        name="results.keep_seconds",
        read=positive,
        says="How long the rows of a run stay in the worker's memory.",
    ),
    Key(name="prompts.keep", read=flag, says="Whether prompts are recorded, and not only their digests."),
    *_limits(),
)
KEYS: Mapping[str, Key] = MappingProxyType({key.name: key for key in _ALL})
DATABASES = "databases"


def nearest(name: str, known: Iterable[str]) -> str:
    """The known name that `name` was probably meant to be, in a clause; "" where none is near."""
    names = list(known)
    last = {each.rpartition(".")[2]: each for each in names}
    found = difflib.get_close_matches(name, names, n=1, cutoff=0.6)
    found = found or [last[each] for each in difflib.get_close_matches(name.rpartition(".")[2], last, n=1)]
    return f"; did you mean `{found[0]}`?" if found else ""
