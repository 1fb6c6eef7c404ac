"""Looks stored values up: equal up to case, accents and spaces, within a few hundred milliseconds.

No engine compares like that by itself, and asking it to fold every row is too slow. So the distinct values of a
column are read once, folded here, and remembered while the database stays as it is.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Protocol

from rejoinder.terms.catalog import ColumnRef
from rejoinder.terms.folding import folded
from rejoinder.terms.limits import LookupLimits
from rejoinder.terms.result import Stored

MOST_DISTINCT = 20_000
"""A column with more is a name or a text: it is searched only for values that are equal up to case."""
_MOST_KNOWN = 200_000
"""Values that a connector remembers, in all columns together: some 30 MB."""

_Spellings = dict[str, tuple[str, ...]]
"""What is stored, by its folded form."""


class ColumnReader(Protocol):
    """How an engine reads the values of its columns. Each method may raise what the driver raises."""

    def searchable(self, columns: Sequence[ColumnRef]) -> list[ColumnRef]:
        """Those of the columns that are there and hold text, the cheapest to read first."""
        ...

    def distinct(self, column: ColumnRef) -> list[str] | None:
        """Every distinct text of a column, or None where there are more than `MOST_DISTINCT`."""
        ...

    def equal_up_to_case(self, column: ColumnRef, literals: Sequence[str], most: int) -> list[str]:
        """Stored texts that the engine itself finds equal to a literal."""
        ...

    def samples(self, column: ColumnRef, most: int) -> list[str]:
        """Some distinct texts of a column."""
        ...

    def must_stop(self) -> bool:
        """Whether the time is up."""
        ...


class KnownValues:
    """The folded values of columns, of one state of the database; columns used least recently go first."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._state: Hashable = None
        self._columns: OrderedDict[ColumnRef, _Spellings] = OrderedDict()
        self._size = 0

    def keep_for(self, state: Hashable) -> None:
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
    reader: ColumnReader,
    columns: Sequence[ColumnRef],
    literals: Sequence[str],
    limits: LookupLimits,
    known: KnownValues,
    found: dict[ColumnRef, Sequence[Stored]],
) -> None:
    """Put into `found` the values that equal a literal, or samples where there is none.

    A column that wasn't searched is left out. What the driver raises when the time is up leaves what was found.
    """
    wanted = {folded(literal): literal for literal in literals if folded(literal)}
    for column in reader.searchable(columns):
        if reader.must_stop():
            return
        if literals:
            matches = _matches(reader, column, wanted, limits.values, known)
        else:
            matches = [Stored(value=value) for value in reader.samples(column, limits.values)]
        if matches is not None:
            found[column] = matches


def _matches(
    reader: ColumnReader, column: ColumnRef, wanted: Mapping[str, str], most: int, known: KnownValues
) -> list[Stored] | None:
    spellings = known.get(column)
    if spellings is None:
        values = reader.distinct(column)
        if values is None:
            return _equal_up_to_case(reader, column, wanted, most)
        spellings = _folded(values)
        known.put(column, spellings)
    matched = (
        Stored(value=value, matched=literal)
        for fold, literal in wanted.items()
        for value in spellings.get(fold, ())
    )
    return [stored for stored, _ in zip(matched, range(most), strict=False)]


def _equal_up_to_case(
    reader: ColumnReader, column: ColumnRef, wanted: Mapping[str, str], most: int
) -> list[Stored] | None:
    """What the engine itself finds. None where it finds nothing: that doesn't say that there is nothing."""
    values = reader.equal_up_to_case(column, tuple(wanted.values()), most) if wanted else []
    return [Stored(value=value, matched=wanted.get(folded(value), value)) for value in values] or None


def _folded(values: Iterable[str]) -> _Spellings:
    spellings: _Spellings = {}
    for value in values:
        fold = folded(value)
        spellings[fold] = (*spellings.get(fold, ()), value)
    return spellings
