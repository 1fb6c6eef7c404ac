"""A value of every declared type, so that nothing that can be recorded is left out of a test."""

from __future__ import annotations

import datetime as dt
import types
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from decimal import Decimal
from enum import Enum
from itertools import cycle, islice
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

_PLAIN: dict[type, tuple[Any, ...]] = {
    str: ("", "naïve 東京 🍜", "'; -- \" \\ \x00 \ud83d"),
    int: (0, -1, 2**80),
    float: (0.0, 1e-9, 1.5e300),
    bool: (True, False),
    Decimal: (Decimal("0.10"), Decimal("-0"), Decimal("12345678901234567890.123456789")),
    dt.date: (dt.date(2026, 3, 14), dt.date(1, 1, 1), dt.date.max),
    dt.datetime: (
        dt.datetime(2026, 3, 14, 9, 15, tzinfo=dt.UTC),
        dt.datetime(2026, 3, 14, 9, 15, 0, 1, tzinfo=dt.timezone(dt.timedelta(hours=5, minutes=30))),
    ),
}


def values(hint: Any) -> Iterator[Any]:
    """Some values of a type: at least one of each class, word and kind that it allows."""
    origin, of = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        for each in of:
            yield from values(each)
    elif origin is tuple:
        element, rest = of
        if rest is not Ellipsis:
            raise TypeError(f"{hint} has places of their own, which no record tells apart")
        yield ()
        yield tuple(values(element))
    elif origin is Literal:
        yield from of
    elif hint is types.NoneType:
        yield None
    elif hasattr(hint, "__supertype__"):
        yield from values(hint.__supertype__)
    elif is_dataclass(hint):
        yield from _of_fields(hint)
    elif issubclass(hint, Enum):
        yield from hint
    else:
        yield from _PLAIN[hint]


def _of_fields(kind: Any) -> Iterator[Any]:
    """As many as its richest field has values, so that each value of each field occurs."""
    hints = get_type_hints(kind)
    columns = {field.name: list(values(hints[field.name])) for field in fields(kind)}
    most = max(map(len, columns.values()), default=1)
    rows = zip(*(islice(cycle(column), most) for column in columns.values()), strict=True)
    for row in rows:
        yield kind(**dict(zip(columns, row, strict=True)))
