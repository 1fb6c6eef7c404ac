"""A query before it is SQL: expressions, filters, joins, in terms of the catalog."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from decimal import Decimal
from typing import TypeAlias

from rejoinder.terms.catalog import ColumnRef, TableRef


@dataclass(frozen=True, slots=True, kw_only=True)
class Expression:
    """A column, a part of a date, an aggregate of a column, or a count of rows (no column)."""

    column: ColumnRef | None = None
    function: str = ""
    distinct: bool = False
    unit: str = ""
    """year, month, day, week, quarter: a part of a date."""
    table: TableRef | None = None
    """Of what rows are counted."""
    numeric: bool = False
    """A text column whose numbers are meant."""


@dataclass(frozen=True, slots=True)
class Among:
    """A column holds one of some literals."""

    column: ColumnRef
    values: tuple[str | int | Decimal, ...]
    negated: bool = False


@dataclass(frozen=True, slots=True)
class Stands:
    """An expression compared with a number or text; `upper` ends a BETWEEN."""

    left: Expression
    operator: str
    right: int | Decimal | str
    upper: int | Decimal | str | None = None


@dataclass(frozen=True, slots=True)
class StandsToAll:
    """A column compared with an aggregate of itself over the whole table."""

    left: Expression
    operator: str
    function: str


@dataclass(frozen=True, slots=True)
class Within:
    """A date column from `first` (included) to `after` (excluded); either end may be open."""

    column: ColumnRef
    first: dt.date | None
    after: dt.date | None
    negated: bool = False


@dataclass(frozen=True, slots=True)
class Like:
    """A text contains, starts with or ends with something."""

    column: ColumnRef
    how: str
    text: str
    negated: bool = False


@dataclass(frozen=True, slots=True)
class Null:
    """A column holds nothing; or something."""

    column: ColumnRef
    negated: bool = False


@dataclass(frozen=True, slots=True)
class Yes:
    """A column that is true or false is true; or false."""

    column: ColumnRef
    negated: bool = False


@dataclass(frozen=True, slots=True)
class Member:
    """Columns are, or aren't, among what another query gives."""

    columns: tuple[ColumnRef, ...]
    query: Query
    negated: bool = False


@dataclass(frozen=True, slots=True)
class Either:
    """A row passes one of two filters of the same table."""

    first: Filter
    second: Filter


Filter: TypeAlias = Among | Stands | StandsToAll | Within | Like | Null | Member | Either | Yes


@dataclass(frozen=True, slots=True, kw_only=True)
class Hop:
    """A join of two tables along a foreign key, in either direction."""

    source: TableRef
    columns: tuple[str, ...]
    target: TableRef
    target_columns: tuple[str, ...]
    many: bool
    """Whether one row of the source may meet several of the target."""
    declared: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Query:
    """One SELECT."""

    root: TableRef
    hops: tuple[Hop, ...] = ()
    selected: tuple[Expression, ...] = ()
    """None: every column of the root."""
    distinct: bool = False
    filters: tuple[Filter, ...] = ()
    groups: tuple[Expression, ...] = ()
    having: tuple[Stands, ...] = ()
    order: tuple[tuple[Expression, str], ...] = ()
    limit: int | None = None
