"""A statement's rows, as they stream: capped in number and in bytes, under a deadline, with their own types."""

from __future__ import annotations

import sqlite3
import sys
from collections.abc import Iterable
from contextlib import closing

from rejoinder.connectors._sqlite_session import Row, Session
from rejoinder.terms.catalog import TypeFamily
from rejoinder.terms.classes import Defect
from rejoinder.terms.digest import digest_of
from rejoinder.terms.limits import ExecutionLimits
from rejoinder.terms.refusal import Refusal
from rejoinder.terms.result import Result, ResultColumn

_TYPES = {
    frozenset({int}): ("INTEGER", TypeFamily.INTEGER),
    frozenset({float}): ("REAL", TypeFamily.FLOAT),
    frozenset({int, float}): ("REAL", TypeFamily.FLOAT),
    frozenset({str}): ("TEXT", TypeFamily.TEXT),
    frozenset({bytes}): ("BLOB", TypeFamily.BINARY),
}


def fetch(session: Session, text: str, limits: ExecutionLimits) -> Result | Refusal:
    """Run `text` and keep at most `limits.rows` rows and `limits.result_bytes` bytes of memory.

    Raises `sqlite3.Error` and what else the driver raises.
    """
    with closing(session.stream(text)) as cursor:
        if cursor.description is None:
            return Refusal(defect=Defect.NO_SQL, message="The text holds no statement that returns rows.")
        rows, truncated = _capped(session, cursor, limits)
        columns = _columns([column[0] for column in cursor.description], rows)
    if truncated and not rows and limits.rows > 0:
        sentence = f"A single row is larger than the {limits.result_bytes:,} bytes that a result may have."
        return Refusal(defect=Defect.RESOURCES, message=sentence)
    return Result(columns=columns, rows=rows, truncated=truncated, digest=digest_of(columns, rows))


def _capped(session: Session, cursor: Iterable[Row], limits: ExecutionLimits) -> tuple[tuple[Row, ...], bool]:
    rows: list[Row] = []
    used = 0
    size_of = sys.getsizeof
    for row in cursor:
        used += size_of(row) + sum(map(size_of, row))
        if len(rows) >= limits.rows or used > limits.result_bytes:
            return tuple(rows), True
        rows.append(row)
        if session.must_stop():
            raise sqlite3.OperationalError("interrupted")
    return tuple(rows), False


def _columns(names: list[str], rows: tuple[Row, ...]) -> tuple[ResultColumn, ...]:
    """SQLite types values, not the columns of a result: a column's type is that of the values in it."""
    values = list(zip(*rows, strict=True)) or [()] * len(names)
    return tuple(_column(name, set(map(type, column))) for name, column in zip(names, values, strict=True))


def _column(name: str, types: set[type]) -> ResultColumn:
    found, family = _TYPES.get(frozenset(types - {type(None)}), ("", TypeFamily.OTHER))
    return ResultColumn(name=name, type=found, family=family)
