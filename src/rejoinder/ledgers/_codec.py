"""Events as JSON and back, by their declared types. The format is versioned: what was written is read for ever.

A value is written by its own type's fields; where one of several classes can stand, `class` says which. How the
format may change is said in `_formats.py`.
"""

from __future__ import annotations

import datetime as dt
import json
import re
import types
from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields, is_dataclass
from decimal import Decimal
from enum import Enum
from functools import cache
from typing import Any, Literal, TypeAlias, Union, get_args, get_origin, get_type_hints

from rejoinder.errors import LedgerCorrupt, LedgerError
from rejoinder.ledgers._formats import current, newest
from rejoinder.loop.events import Event
from rejoinder.ports import Envelope

Reader: TypeAlias = Callable[[Any], Any]
_CLASS = "class"
"""Never the name of a field: it is a word of Python's own."""
_PLAIN = (str, int, bool)
_LONE = re.compile("[\ud800-\udfff]")


def write(event: Event) -> str:
    """One event as JSON text."""
    return _written(event)


def read(text: str) -> Event:
    """The event that `write` wrote. Raises `LedgerCorrupt`, or `LedgerError` for what a newer version wrote."""
    event: Event = _read(text, _events(), "A recorded event")
    return event


def write_envelope(envelope: Envelope) -> str:
    """What an event was recorded with, as JSON text."""
    return _written(envelope)


def read_envelope(text: str) -> Envelope:
    """The envelope that `write_envelope` wrote. Raises as `read` does."""
    envelope: Envelope = _read(text, {Envelope.__name__: Envelope}, "What an event was recorded with")
    return envelope


@cache
def _events() -> Mapping[str, type]:
    return {kind.__name__: kind for kind in get_args(Event)}


def _read(text: str, known: Mapping[str, type], what: str) -> Any:
    try:
        record = json.loads(text)
        _not_newer(record["version"])
        record = current(record)
        kind: Any = known.get(record[_CLASS])
        if kind is None:
            raise _unknown(f"a `{record[_CLASS]}`")
        return _reader(kind)(record["fields"])
    except (ValueError, KeyError, TypeError, ArithmeticError, RecursionError) as error:
        raise LedgerCorrupt(f"{what} can't be read ({type(error).__name__}: {error}).") from error


def _not_newer(version: Any) -> None:
    if type(version) is not int or version < 1:
        raise ValueError(f"{version!r} is no format")
    if version > newest():
        raise LedgerError(
            f"The ledger was written by a newer version of rejoinder (format {version}; this one reads up to "
            f"{newest()}): upgrade rejoinder."
        )


def _unknown(what: str) -> LedgerError:
    return LedgerError(
        f"The ledger holds {what}, which this version of rejoinder doesn't know: a newer one wrote it, so "
        "upgrade rejoinder."
    )


# Writing


def _written(value: Any) -> str:
    record = {"version": newest(), _CLASS: type(value).__name__, "fields": _fields(value)}
    text = json.dumps(record, ensure_ascii=False, separators=(",", ":"))
    # A model may send half of a character. No store takes it as text; escaped, it comes back as it was.
    return text if text.isascii() else _LONE.sub(lambda found: f"\\u{ord(found.group()):04x}", text)


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
        case tuple():
            return [_plain(each) for each in value]
        case Decimal():
            return str(value)
        case dt.datetime() | dt.date():
            return value.isoformat()
        case _ if is_dataclass(value):
            return {_CLASS: type(value).__name__, **_fields(value)}
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
        return _decimal
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
    names = {_CLASS, *hints}

    def read_one(found: Any) -> Any:
        if not isinstance(found, dict):
            raise TypeError(f"{found!r} is no {kind.__name__}")
        if strange := found.keys() - names:
            raise _unknown(f"`{kind.__name__}.{min(strange)}`")
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
            reader = by_name.get(found[_CLASS])
            if reader is None:
                raise _unknown(f"a `{found[_CLASS]}`")
            return reader(found)
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


def _decimal(found: Any) -> Decimal:
    return Decimal(_exactly(str)(found))


def _number(found: Any) -> float:
    if type(found) not in (int, float):
        raise TypeError(f"{found!r} is no number")
    return float(found)
