"""Events as JSON and back, by their declared types. The format is versioned: what was written is read for ever.

A value is written by its own type's fields, never by its place in memory; where one of several classes can stand,
the class is named under `kind`. A field that a later version added is missing in older text and takes its default.
"""

from __future__ import annotations

import datetime as dt
import json
import types
from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields, is_dataclass
from decimal import Decimal
from enum import Enum
from functools import cache
from typing import Any, Literal, TypeAlias, Union, get_args, get_origin, get_type_hints

from rejoinder.errors import LedgerCorrupt, LedgerError
from rejoinder.loop.events import Event
from rejoinder.ports import Envelope

VERSION = 1
"""Of the format. A higher number is what this version of rejoinder can't read yet."""

Reader: TypeAlias = Callable[[Any], Any]
_KIND = "kind"
_PLAIN = (str, int, float, bool)


def write(event: Event) -> str:
    """One event as JSON text."""
    return _text({"version": VERSION, "event": type(event).__name__, "fields": _fields(event)})


def read(text: str) -> Event:
    """The event that `write` wrote. Raises `LedgerCorrupt`, or `LedgerError` for a newer format."""
    try:
        record = json.loads(text)
        version, name, found = record["version"], record["event"], record["fields"]
    except (ValueError, KeyError, TypeError) as error:
        raise LedgerCorrupt(f"A recorded event can't be read: {error}.") from error
    if version > VERSION:
        raise LedgerError(
            f"The ledger was written by a newer version of rejoinder (format {version}; this one reads up to "
            f"{VERSION}): upgrade rejoinder."
        )
    kind: Any = _events().get(name)
    if kind is None:
        raise LedgerCorrupt(f"The ledger holds an event of a kind that doesn't exist: `{name}`.")
    try:
        event: Event = _reader(kind)(found)
    except (ValueError, KeyError, TypeError, ArithmeticError) as error:
        raise LedgerCorrupt(f"A recorded `{name}` can't be read: {error}.") from error
    return event


def write_envelope(envelope: Envelope) -> str:
    """What an event was recorded with, as JSON text."""
    return _text(_fields(envelope))


def read_envelope(text: str) -> Envelope:
    """The envelope that `write_envelope` wrote. Raises `LedgerCorrupt`."""
    try:
        envelope: Envelope = _envelope()(json.loads(text))
    except (ValueError, KeyError, TypeError) as error:
        raise LedgerCorrupt(f"What an event was recorded with can't be read: {error}.") from error
    return envelope


@cache
def _envelope() -> Reader:
    return _dataclass(Envelope)


def _text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


@cache
def _events() -> Mapping[str, type]:
    return {kind.__name__: kind for kind in get_args(Event)}


# Writing


def _fields(value: Any) -> dict[str, Any]:
    kind: Any = type(value)
    return {name: _plain(getattr(value, name)) for name in _names(kind)}


@cache
def _names(kind: type) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind))


def _plain(value: Any) -> Any:
    match value:
        case Enum():
            return value.value
        case None | str() | int() | float():
            return value
        case tuple() | frozenset():
            return [_plain(each) for each in value]
        case Decimal():
            return str(value)
        case dt.datetime() | dt.date():
            return value.isoformat()
        case _ if is_dataclass(value):
            return {_KIND: type(value).__name__, **_fields(value)}
        case _:
            raise TypeError(f"a ledger can't hold a {type(value).__name__}")


# Reading


@cache
def _reader(hint: Any) -> Reader:
    """What reads a value of a declared type."""
    origin, of = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        return _one_of(of)
    if origin is tuple:
        return _many(_reader(of[0]))
    if origin is Literal:
        return _literal(of)
    if isinstance(hint, type):
        return _of_class(hint)
    if hasattr(hint, "__supertype__"):
        return _reader(hint.__supertype__)
    raise TypeError(f"a ledger can't hold a {hint}")


def _of_class(kind: type) -> Reader:
    if is_dataclass(kind):
        return _dataclass(kind)
    if issubclass(kind, Enum):
        return kind
    if issubclass(kind, Decimal):
        return Decimal
    if issubclass(kind, dt.datetime | dt.date):
        return kind.fromisoformat
    if kind is float:
        return _number
    if kind in _PLAIN:
        return _exactly(kind)
    raise TypeError(f"a ledger can't hold a {kind.__name__}")


def _dataclass(kind: type) -> Reader:
    hints = get_type_hints(kind)
    known = [(field.name, _reader(hints[field.name]), _needed(field)) for field in fields(kind)]

    def read_one(found: Any) -> Any:
        given = {name: reader(found[name]) for name, reader, needed in known if needed or name in found}
        return kind(**given)

    return read_one


def _is_class_of_fields(hint: Any) -> bool:
    return is_dataclass(hint)


def _needed(field: Any) -> bool:
    return field.default is MISSING and field.default_factory is MISSING


def _one_of(hints: tuple[Any, ...]) -> Reader:
    """None, one of several classes by their `kind`, or the one other type."""
    others = [hint for hint in hints if hint is not types.NoneType]
    by_name = {hint.__name__: _reader(hint) for hint in others if _is_class_of_fields(hint)}
    rest = [_reader(hint) for hint in others if not _is_class_of_fields(hint)]

    def read_one(found: Any) -> Any:
        if found is None and types.NoneType in hints:
            return None
        if isinstance(found, dict):
            return by_name[found[_KIND]](found)
        (only,) = rest
        return only(found)

    return read_one


def _many(reader: Reader) -> Reader:
    def read_all(found: Any) -> Any:
        if not isinstance(found, list):
            raise TypeError(f"{found!r} is no list")
        return tuple(reader(each) for each in found)

    return read_all


def _literal(allowed: tuple[Any, ...]) -> Reader:
    def read_one(found: Any) -> Any:
        if found not in allowed:
            raise ValueError(f"{found!r} is none of {allowed}")
        return found

    return read_one


def _exactly(kind: type) -> Reader:
    def read_one(found: Any) -> Any:
        if type(found) is not kind:
            raise TypeError(f"{found!r} is no {kind.__name__}")
        return found

    return read_one


def _number(found: Any) -> float:
    if type(found) not in (int, float):
        raise TypeError(f"{found!r} is no number")
    return float(found)
