"""The lines about runs in a SQLite ledger."""

from __future__ import annotations

import datetime as dt
import sqlite3
from dataclasses import fields
from decimal import Decimal
from typing import Any

from rejoinder.ledgers._sqlite_file import transaction
from rejoinder.ports import RunQuery, RunSummary
from rejoinder.terms.ids import RunId

_NAMES = tuple(field.name for field in fields(RunSummary))
_LISTED = ", ".join(_NAMES)
_PLACES = ", ".join("?" * len(_NAMES))
# Not INSERT OR REPLACE: the line keeps its rowid, and with it its place among runs of one moment.
_WRITE = f"""
    INSERT INTO runs ({_LISTED}) VALUES ({_PLACES})
    ON CONFLICT (run) DO UPDATE SET {", ".join(f"{name} = excluded.{name}" for name in _NAMES)}
"""
# A run was last updated after it started, so the index on its start finds the few that can be old.
_OLD = """
    SELECT run FROM runs WHERE started < :before AND updated < :before
    AND run NOT IN (SELECT run FROM leases WHERE expires > :now)
"""


def write_summary(database: sqlite3.Connection, summary: RunSummary) -> None:
    """Put the line in the place of the one before."""
    database.execute(_WRITE, [_stored(getattr(summary, name)) for name in _NAMES])


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
        "started >= ?": None if query.day is None else f"{query.day}T00",
        "started < ?": None if query.day is None else f"{query.day}T24",
    }
    given = {condition: value for condition, value in conditions.items() if value is not None}
    where = f"WHERE {' AND '.join(given)}" if given else ""
    rows = database.execute(
        f"SELECT {_LISTED} FROM runs {where} ORDER BY started DESC, rowid DESC LIMIT ?",
        [*given.values(), query.limit],
    )
    return [_read(row) for row in rows]


def drop_older(database: sqlite3.Connection, now: dt.datetime, days: float) -> bool:
    """Forget the runs whose last event is older than that, but none that somebody drives. True if there were any."""
    moment = {"before": _stored(_days_ago(now, days)), "now": now.timestamp()}
    if database.execute(f"{_OLD} LIMIT 1", moment).fetchone() is None:
        return False
    with transaction(database):
        # The lines go last: they say which runs are old.
        for table in ("events", "runs"):
            database.execute(f"DELETE FROM {table} WHERE run IN ({_OLD})", moment)
        database.execute("DELETE FROM leases WHERE expires <= :now", moment)
    return True


def _days_ago(now: dt.datetime, days: float) -> dt.datetime:
    try:
        return now - dt.timedelta(days=days)
    except OverflowError:
        return dt.datetime.min.replace(tzinfo=dt.UTC)


def _stored(value: Any) -> Any:
    if isinstance(value, dt.datetime):
        return value.astimezone(dt.UTC).isoformat(timespec="microseconds")
    return str(value) if isinstance(value, Decimal) else value


def _read(row: tuple[Any, ...]) -> RunSummary:
    found = dict(zip(_NAMES, row, strict=True))
    for name in ("started", "updated"):
        found[name] = dt.datetime.fromisoformat(found[name])
    return RunSummary(**found | {"money": Decimal(found["money"]), "redacted": bool(found["redacted"])})
