"""How many rows SQLite's tables have, without counting them."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Mapping, Sequence

from rejoinder.connectors._sqlite_session import Row, Session, quoted

_AT_ONCE = 100
"""Tables in one statement; SQLite takes 500 terms in a compound."""
_LEAST_ROW_BYTES = 5
"""In the file: a cell pointer, the payload's length, the rowid and a header."""


def row_estimates(
    session: Session, columns: Mapping[str, Sequence[Row]], without_rowid: frozenset[str]
) -> dict[str, int]:
    """Rows by table: those that `ANALYZE` counted, else an upper bound from the smallest and largest rowid.

    `columns` are rows whose second value is a column's name: one that is called `rowid` hides the real one.
    """
    analyzed = analyzed_rows(session)
    bound = file_bytes(session) // _LEAST_ROW_BYTES
    wanted: list[tuple[str, str]] = []
    for table, rows in columns.items():
        name = rowid_name(row[1] for row in rows)
        if table not in analyzed and table not in without_rowid and name is not None and rows:
            wanted.append((table, name))
    found = dict(analyzed)
    for start in range(0, len(wanted), _AT_ONCE):
        found.update(_bounds(session, wanted[start : start + _AT_ONCE], bound))
    return found


def analyzed_rows(session: Session) -> dict[str, int]:
    """Rows by table, as `ANALYZE` left them. A whole index leads with the number of rows."""
    found: dict[str, int] = {}
    for table, statistics in analyzed(session):
        found[table] = max(found.get(table, 0), statistics[0])
    return found


def analyzed(session: Session) -> list[tuple[str, tuple[int, ...]]]:
    """(table, statistics) of `sqlite_stat1`: rows, then the average rows to one value of the first columns."""
    return [(table, numbers) for table, _, numbers in statistics(session)]


def statistics(session: Session) -> list[tuple[str, str | None, tuple[int, ...]]]:
    """(table, index, numbers) of `sqlite_stat1`; nothing where nobody ran `ANALYZE`."""
    if not session.rows("SELECT 1 FROM sqlite_master WHERE name = 'sqlite_stat1'"):
        return []
    found: list[tuple[str, str | None, tuple[int, ...]]] = []
    for table, index, text in session.rows("SELECT tbl, idx, stat FROM sqlite_stat1"):
        numbers = tuple(int(word) for word in str(text).split() if word.isdecimal())
        if numbers:
            found.append((table, index, numbers))
    return found


def file_bytes(session: Session) -> int:
    """The size of the database as its header tells it."""
    pages = int(session.rows("PRAGMA page_count")[0][0])
    return pages * int(session.rows("PRAGMA page_size")[0][0])


def rowid_name(columns: Iterable[str]) -> str | None:
    """The first of SQLite's three names of the rowid that no column has taken."""
    taken = {str(name).lower() for name in columns}
    return next((name for name in ("_rowid_", "rowid", "oid") if name not in taken), None)


def _bounds(session: Session, wanted: Sequence[tuple[str, str]], bound: int) -> dict[str, int]:
    query = " UNION ALL ".join(
        f"SELECT {at}, (SELECT max({name}) FROM {quoted(table)}), (SELECT min({name}) FROM {quoted(table)})"
        for at, (table, name) in enumerate(wanted)
    )
    try:
        rows = session.rows(query)
    except sqlite3.OperationalError:
        if len(wanted) == 1:
            return {}
        halves = wanted[: len(wanted) // 2], wanted[len(wanted) // 2 :]
        return {**_bounds(session, halves[0], bound), **_bounds(session, halves[1], bound)}
    return {wanted[at][0]: 0 if most is None else min(most - least + 1, bound) for at, most, least in rows}
