"""Reads the program that SQLite would run (`EXPLAIN`), to tell how many rows it would read. Pure.

The program knows what `EXPLAIN QUERY PLAN` leaves out: which table an alias stands for, what a view expands to,
what runs once and what runs for every row. A loop is an instruction that jumps back; loops inside loops multiply.
See https://www.sqlite.org/opcode.html.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

_REPEATS = frozenset({"Next", "Prev", "VNext", "SorterNext"})
_WHOLE = frozenset({"Rewind", "Last", "Sort", "SorterSort", "VFilter"})
_SEEKS = frozenset({"SeekGE", "SeekGT", "SeekLE", "SeekLT"})
_POINTS = frozenset({"SeekRowid", "NotExists"})
_FILLS = frozenset({"Insert", "IdxInsert", "SorterInsert"})
_TEMPORARY = frozenset({"OpenEphemeral", "OpenAutoindex", "SorterOpen"})
_FILTERS = frozenset(
    {"Eq", "Ne", "Lt", "Le", "Gt", "Ge", "If", "IfNot", "IsNull", "NotNull", "Found", "NotFound"}
)
_TO_A_VALUE = 10
"""Rows to one value of an index that nobody has analyzed: what SQLite's own planner assumes."""
_OF_A_RANGE = 4
"""A range is assumed to hold one row in four: again SQLite's own guess."""


class Operation(NamedTuple):
    """One instruction."""

    address: int
    name: str
    p1: int
    p2: int
    p3: int
    p4: str | None


@dataclass(frozen=True, slots=True)
class Source:
    """What is stored at a root page. `to_a_value` are average rows to one value of the first 1, 2 … columns."""

    rows: int
    to_a_value: tuple[int, ...] = ()
    unique_columns: int | None = None


class _Loop(NamedTuple):
    cursor: int
    first: int
    last: int
    start: Operation


def opened(program: Iterable[Operation]) -> frozenset[int]:
    """The root pages that a program reads."""
    return frozenset(each.p2 for each in program if each.name == "OpenRead" and each.p3 == 0)


def rows_read(program: Sequence[Operation], sources: Mapping[int, Source]) -> int:
    """Rows and index entries that the program would read, to an order of magnitude."""
    return _Program(program, sources).rows_read()


@dataclass
class _Program:
    operations: Sequence[Operation]
    sources: Mapping[int, Source]
    filling: set[int] = field(default_factory=set)
    """Temporary tables whose size is being worked out: a recursive query fills what it reads."""

    @cached_property
    def cursors(self) -> dict[int, Source]:
        return {
            each.p1: self.sources[each.p2]
            for each in self.operations
            if each.name == "OpenRead" and each.p3 == 0 and each.p2 in self.sources
        }

    @cached_property
    def temporary(self) -> frozenset[int]:
        return frozenset(each.p1 for each in self.operations if each.name in _TEMPORARY)

    @cached_property
    def loops(self) -> tuple[_Loop, ...]:
        found = []
        for each in self.operations:
            if each.name in _REPEATS and each.p2 <= each.address:
                start = self._start(each)
                if start is not None:
                    found.append(_Loop(each.p1, each.p2, each.address, start))
        return tuple(found)

    @cached_property
    def once(self) -> tuple[tuple[int, int], ...]:
        """Stretches that run once, however often they are reached."""
        return tuple((each.address, each.p2) for each in self.operations if each.name == "Once")

    def rows_read(self) -> int:
        total = sum(
            self.times(loop.start.address) * self.passes(loop)
            for loop in self.loops
            if loop.cursor in self.cursors
        )
        for each in self.operations:
            if each.p1 in self.cursors and each.name in _POINTS:
                total += self.times(each.address)
            elif each.p1 in self.cursors and each.name == "Count":
                total += self.times(each.address) * self.cursors[each.p1].rows
        return total

    def times(self, address: int) -> int:
        """How often an instruction is reached."""
        begun = max((first for first, end in self.once if first < address < end), default=-1)
        times = 1
        for loop in self.loops:
            if loop.first <= address <= loop.last and loop.first > begun:
                times *= self.passes(loop)
        return times

    def passes(self, loop: _Loop) -> int:
        """How many rows a loop goes through each time it is started."""
        source = self.cursors.get(loop.cursor)
        if source is not None:
            rows = source.rows if loop.start.name in _WHOLE else self._sought(loop, source)
        elif loop.cursor in self.temporary:
            rows = self._filled(loop.cursor)
        else:
            rows = 1
        return max(min(rows, self._limit(loop, rows)), 1)

    def _sought(self, loop: _Loop, source: Source) -> int:
        """Rows between a seek and its end."""
        seek = loop.start
        columns = int(seek.p4) if seek.p4 and seek.p4.isdecimal() else 0
        ends = self.operations[loop.first]
        same_key = ends.name.startswith("Idx") and (ends.p1, ends.p3, ends.p4) == (seek.p1, seek.p3, seek.p4)
        if not columns or not same_key:
            return source.rows // _OF_A_RANGE
        if source.unique_columns == columns:
            return 1
        if columns <= len(source.to_a_value):
            return source.to_a_value[columns - 1]
        return min(source.rows, _TO_A_VALUE)

    def _filled(self, cursor: int) -> int:
        """Rows of a temporary table: how often something is put into it."""
        if cursor in self.filling:
            return 1
        self.filling.add(cursor)
        try:
            return sum(
                self.times(each.address)
                for each in self.operations
                if each.p1 == cursor and each.name in _FILLS
            )
        finally:
            self.filling.discard(cursor)

    def _limit(self, loop: _Loop, rows: int) -> int:
        """A `LIMIT` leaves a loop early, but how early can only be told where nothing is filtered out."""
        for each in self.operations[loop.first : loop.last]:
            if each.name in _FILTERS and each.p2 == loop.last:
                return rows
        for each in self.operations[loop.first : loop.last]:
            if each.name == "DecrJumpZero" and each.p2 > loop.last:
                return min((set_.p1 for set_ in self.operations if _sets(set_, each.p1)), default=rows)
        return rows

    def _start(self, repeat: Operation) -> Operation | None:
        """The instruction that puts a loop's cursor on its first row."""
        for each in reversed(self.operations[: repeat.p2]):
            if each.p1 == repeat.p1 and (each.name in _WHOLE or each.name in _SEEKS):
                return each
        return None


def _sets(operation: Operation, register: int) -> bool:
    return operation.name == "Integer" and operation.p2 == register
