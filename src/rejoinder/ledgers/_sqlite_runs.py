"""The lines about runs in a SQLite ledger."""

from __future__ import annotations

import datetime as dt
import sqlite3
from dataclasses import fields
from decimal import Decimal
from typing import Any

from rejoinder.ports import RunQuery, RunSummary
from rejoinder.terms.ids import RunId

_NAMES = tuple(field.name for field in fields(RunSummary))
_LISTED = ", ".join(_NAMES)


def write_summary(database: sqlite3.Connection, summary: RunSummary) -> None:
    """Put the line in the place of the one before."""
    values = [_stored(getattr(summary, name)) for name in _NAMES]
    places = ", ".join("?" * len(_NAMES))
    database.execute(f"INSERT OR REPLACE INTO runs ({_LISTED}) VALUES ({places})", values)


def summary_of(database: sqlite3.Connection, run_id: RunId) -> RunSummary | None:
    """The line about a run; None where there is no such run."""
    row = database.execute(f"SELECT {_LISTED} FROM runs WHERE run = ?", (run_id,)).fetchone()
    return None if row is None else _read(row)


def listed(database: sqlite3.Connection, query: RunQuery) -> list[RunSummary]:
    """The lines that fit, newest first."""
    conditions: dict[str, Any] = {
        "end = ?": query.end or None,
        "asker = ?": query.asker or None,
        "thread = ?": query.thread,
        "substr(started, 1, 10) = ?": None if query.day is None else query.day.isoformat(),
    }
    given = {condition: value for condition, value in conditions.items() if value is not None}
    where = f"WHERE {' AND '.join(given)}" if given else ""
    rows = database.execute(
        f"SELECT {_LISTED} FROM runs {where} ORDER BY started DESC, rowid DESC LIMIT ?",
        [*given.values(), query.limit],
    )
    return [_read(row) for row in rows]


def _stored(value: Any) -> Any:
    if isinstance(value, dt.datetime):
        return value.astimezone(dt.UTC).isoformat()
    return str(value) if isinstance(value, Decimal) else value


def _read(row: tuple[Any, ...]) -> RunSummary:
    found = dict(zip(_NAMES, row, strict=True))
    for name in ("started", "updated"):
        found[name] = dt.datetime.fromisoformat(found[name])
    return RunSummary(**found | {"money": Decimal(found["money"])})
