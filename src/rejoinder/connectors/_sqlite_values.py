"""Looks stored values up in SQLite: up to case, accents and spaces, within a few hundred milliseconds.

SQLite can't compare like that by itself, and asking Python for every row is too slow. So the distinct values of
a column are read once, folded, and remembered until the database changes.
"""

from __future__ import annotations

import sqlite3
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from rejoinder.connectors._sqlite_session import Session, quoted
from rejoinder.terms.catalog import ColumnRef, TableRef, TypeFamily
from rejoinder.terms.folding import folded
from rejoinder.terms.limits import LookupLimits
from rejoinder.terms.result import Stored

_MOST_DISTINCT = 20_000
"""A column with more is a name or a text: it is searched only for values that are equal up to case."""
_MOST_KNOWN = 200_000
"""Values that a connector remembers, in all columns together: some 30 MB."""

_Spellings = dict[str, tuple[str, ...]]
"""What is stored, by its folded form."""


@dataclass(frozen=True, slots=True)
class _Column:
    ref: ColumnRef
    indexed: bool

    @property
    def sql(self) -> tuple[str, str]:
        return quoted(self.ref.name), quoted(self.ref.table.name)


class KnownValues:
    """The folded values of columns, of one state of the database; columns used least recently go first."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._state: tuple[int, ...] | None = None
        self._columns: OrderedDict[ColumnRef, _Spellings] = OrderedDict()
        self._size = 0

    def keep_for(self, state: tuple[int, ...]) -> None:
        """Forget everything if the database isn't in this state any more."""
        with self._lock:
            if state != self._state:
                self._state = state
                self._columns.clear()
                self._size = 0

    def get(self, column: ColumnRef) -> _Spellings | None:
        """The values of a column, if they are known."""
        with self._lock:
            if column in self._columns:
                self._columns.move_to_end(column)
            return self._columns.get(column)

    def put(self, column: ColumnRef, spellings: _Spellings) -> None:
        """Remember a column."""
        with self._lock:
            if column not in self._columns:
                self._columns[column] = spellings
                self._size += len(spellings)
            while self._size > _MOST_KNOWN and len(self._columns) > 1:
                _, dropped = self._columns.popitem(last=False)
                self._size -= len(dropped)


def look_up(
    session: Session,
    family: Callable[[str], TypeFamily],
    columns: Sequence[ColumnRef],
    literals: Sequence[str],
    limits: LookupLimits,
    known: KnownValues,
) -> Mapping[ColumnRef, Sequence[Stored]]:
    """Values that equal a literal, or samples where there is none; columns that weren't searched are absent."""
    found: dict[ColumnRef, Sequence[Stored]] = {}
    wanted = {folded(literal): literal for literal in literals if folded(literal)}
    try:
        for column in _searchable(session, family, columns):
            if session.must_stop():
                break
            if literals:
                matches = _matches(session, column, wanted, limits.values, known)
            else:
                matches = _samples(session, column, limits.values)
            if matches is not None:
                found[column.ref] = matches
    except sqlite3.OperationalError:
        if not session.stopped:
            raise
    return found


def _searchable(
    session: Session, family: Callable[[str], TypeFamily], columns: Iterable[ColumnRef]
) -> list[_Column]:
    """Those of the columns that hold text, indexed ones first."""
    by_table: dict[TableRef, list[ColumnRef]] = {}
    for ref in columns:
        by_table.setdefault(ref.table, []).append(ref)
    found: list[_Column] = []
    for table, refs in by_table.items():
        types: dict[str, str] = dict(
            session.rows("SELECT name, type FROM pragma_table_xinfo(?)", (table.name,))
        )
        leading = {
            row[0]
            for row in session.rows(
                "SELECT c.name FROM pragma_index_list(?) AS i, pragma_index_xinfo(i.name) AS c "
                "WHERE NOT i.partial AND c.seqno = 0 AND c.coll = 'BINARY'",
                (table.name,),
            )
        }
        found += [
            _Column(ref, ref.name in leading)
            for ref in refs
            if ref.name in types and family(types[ref.name]) in (TypeFamily.TEXT, TypeFamily.OTHER)
        ]
    return sorted(found, key=lambda column: not column.indexed)


def _matches(
    session: Session, column: _Column, wanted: Mapping[str, str], most: int, known: KnownValues
) -> list[Stored] | None:
    spellings = known.get(column.ref)
    if spellings is None:
        values = _distinct(session, column)
        if values is None:
            return _equal_up_to_case(session, column, wanted, most)
        spellings = _folded(values)
        known.put(column.ref, spellings)
    matched = (
        Stored(value=value, matched=literal)
        for fold, literal in wanted.items()
        for value in spellings.get(fold, ())
    )
    return [stored for stored, _ in zip(matched, range(most), strict=False)]


def _distinct(session: Session, column: _Column) -> list[str] | None:
    """Every distinct text of a column, or None where there are too many."""
    name, table = column.sql
    if column.indexed:
        # From one value to the next by the index, instead of reading every entry of it.
        query = (
            f"WITH RECURSIVE each(value) AS (SELECT min({name}) FROM {table} WHERE {name} >= '' "
            f"UNION ALL SELECT (SELECT min({name}) FROM {table} WHERE {name} > each.value) FROM each "
            f"WHERE each.value IS NOT NULL AND typeof(each.value) = 'text') SELECT value FROM each LIMIT ?"
        )
    else:
        query = f"SELECT DISTINCT {name} FROM {table} LIMIT ?"
    rows = session.rows(query, (_MOST_DISTINCT + 2,))
    return None if len(rows) > _MOST_DISTINCT else [value for (value,) in rows if isinstance(value, str)]


def _folded(values: Iterable[str]) -> _Spellings:
    spellings: _Spellings = {}
    for value in values:
        fold = folded(value)
        spellings[fold] = (*spellings.get(fold, ()), value)
    return spellings


def _equal_up_to_case(
    session: Session, column: _Column, wanted: Mapping[str, str], most: int
) -> list[Stored] | None:
    """What SQLite itself finds. None where it finds nothing: that doesn't say that there is nothing."""
    name, table = column.sql
    places = ",".join("?" * len(wanted))
    query = f"SELECT DISTINCT {name} FROM {table} WHERE {name} COLLATE NOCASE IN ({places}) LIMIT ?"
    values = [value for (value,) in session.rows(query, (*wanted.values(), most)) if isinstance(value, str)]
    return [Stored(value=value, matched=wanted.get(folded(value), value)) for value in values] or None


def _samples(session: Session, column: _Column, most: int) -> list[Stored]:
    name, table = column.sql
    query = f"SELECT DISTINCT {name} FROM {table} WHERE typeof({name}) = 'text' LIMIT ?"
    return [Stored(value=value) for (value,) in session.rows(query, (most,)) if isinstance(value, str)]
