"""PostgreSQL's types as Python's values: exactly, and never an error because Python has no such value (X5)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from psycopg import DataError
from psycopg.adapt import Loader
from psycopg.types.datetime import (
    DateLoader,
    IntervalLoader,
    TimeLoader,
    TimestampLoader,
    TimestamptzLoader,
    TimetzLoader,
)
from psycopg.types.string import TextLoader

if TYPE_CHECKING:
    import psycopg

_AS_TEXT = (
    *("json", "jsonb", "jsonpath", "inet", "cidr", "macaddr", "macaddr8"),
    *("int4range", "int8range", "numrange", "daterange", "tsrange", "tstzrange"),
    *(
        "int4multirange",
        "int8multirange",
        "nummultirange",
        "datemultirange",
        "tsmultirange",
        "tstzmultirange",
    ),
)
"""Types whose own text says more than Python's value would: a number of JSON keeps all its digits."""


def adapt(connection: psycopg.Connection[Any]) -> None:
    """Make a connection's values those that this page says."""
    for name in _AS_TEXT:
        connection.adapters.register_loader(name, TextLoader)
    for name, loader in _LOADERS.items():
        connection.adapters.register_loader(name, loader)


def _text(data: Any) -> str:
    return bytes(data).decode()


class _OrText:
    """A loader whose values are text where Python has no such value: `infinity`, `24:00:00`, the year 20000."""

    def load(self, data: Any) -> Any:
        """The value, or its text."""
        try:
            return super().load(data)  # type: ignore[misc]  # the driver's loader is the next in line
        except DataError:
            return _text(data)


class _Date(_OrText, DateLoader):
    pass


class _Time(_OrText, TimeLoader):
    pass


class _TimeTz(_OrText, TimetzLoader):
    pass


class _Timestamp(_OrText, TimestampLoader):
    pass


class _Timestamptz(_OrText, TimestamptzLoader):
    pass


class _Interval(_OrText, IntervalLoader):
    """With months or years as text: Python would make days of them."""

    def load(self, data: Any) -> Any:
        """The duration, or its text."""
        text = _text(data)
        return text if "mon" in text or "year" in text or "infinity" in text else super().load(data)


_LOADERS: dict[str, type[Loader]] = {
    "date": _Date,
    "time": _Time,
    "timetz": _TimeTz,
    "timestamp": _Timestamp,
    "timestamptz": _Timestamptz,
    "interval": _Interval,
}
