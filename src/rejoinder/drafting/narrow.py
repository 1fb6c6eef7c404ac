"""From what narrows a question to filters, each on the table that it says something of."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import assert_never

from rejoinder.drafting.asked import Compares, Condition, Falls, Has, Holds, Is, Measure, Missing, Or, Spells
from rejoinder.drafting.dates import year
from rejoinder.drafting.items import Noun, Number, Text, When
from rejoinder.drafting.quantities import expression
from rejoinder.drafting.query import (
    Among,
    Either,
    Expression,
    Filter,
    Like,
    Null,
    Query,
    Stands,
    StandsToAll,
    Within,
    Yes,
)
from rejoinder.drafting.settle import Settling, Unsettled
from rejoinder.terms.catalog import ColumnRef, TableRef, TypeFamily

_SPELLED_OTHERWISE = 0.85
_A_NAME = 0.9
_NO_NAME = 0.75
_OPPOSITE = {">": "<=", "<": ">=", ">=": "<", "<=": ">", "=": "<>"}


@dataclass(frozen=True, slots=True, kw_only=True)
class OnTable:
    """Filters on a row of a table; without one, that there is a row."""

    table: TableRef
    filters: tuple[Filter, ...] = ()
    negated: bool = False
    """Of the row asked about: no row of `table` passes the filters."""
    apart: bool = False
    """It needn't be the same row that passes another filter."""
    counted: Stands | None = None
    """An aggregate of those rows stands in this order to a number."""


class Narrowing:
    """The filters of one query."""

    def __init__(self, settling: Settling, root: TableRef) -> None:
        self._settling = settling
        self._root = root
        self.on_tables: list[OnTable] = []
        self.having: tuple[Stands, ...] = ()

    def add(self, condition: Condition | Or) -> None:
        """Settle one more condition. Raises `Unsettled`."""
        match condition:
            case Or():
                self._either(condition)
            case Holds():
                self._holds(condition)
            case Compares():
                self._compares(condition)
            case Falls():
                self._falls(condition)
            case Spells():
                column = self._settling.column(condition.noun, near=condition.near)
                self._on(Like(column, condition.how, condition.text), column.table, condition.negated)
            case Has():
                table = self._settling.table(condition.noun)
                last = self.on_tables[-1] if self.on_tables else None
                if last is not None and last.negated and not last.filters and not condition.negated:
                    raise Unsettled(condition.noun.text)  # "no treatment of dogs"
                self.on_tables.append(OnTable(table=table, negated=condition.negated))
            case Is():
                self._is(condition)
            case Missing():
                column = self._settling.column(condition.noun, condition.owner, near=condition.near)
                self._on(Null(column, negated=condition.negated), column.table, False)
            case _ as never:
                assert_never(never)

    def _either(self, condition: Or) -> None:
        """Both ways to pass are of one table, or it isn't said what is meant."""
        before = len(self.on_tables)
        self.add(condition.first)
        self.add(condition.second)
        ways = self.on_tables[before:]
        if (
            len(ways) != 2
            or any(way.negated or len(way.filters) != 1 for way in ways)
            or len({w.table for w in ways}) > 1
        ):
            raise Unsettled("or")
        both = Either(ways[0].filters[0], ways[1].filters[0])
        self.on_tables[before:] = [OnTable(table=ways[0].table, filters=(both,))]

    def _on(self, filter_: Filter, table: TableRef, negated: bool, *, apart: bool = False) -> None:
        last = self.on_tables[-1] if self.on_tables else None
        if last is not None and last.negated and last.table == table and not last.filters and not negated:
            # "no concert in 2014": of what there is none.
            self.on_tables[-1] = replace(last, filters=(filter_,))
            return
        if isinstance(filter_, Among) and not negated and not apart and self._is_or(filter_):
            return
        self.on_tables.append(OnTable(table=table, filters=(filter_,), negated=negated, apart=apart))

    def _is_or(self, filter_: Among) -> bool:
        """Whether "Asia and Europe" was said of a column that holds one of them: then either is meant."""
        for at, each in enumerate(self.on_tables):
            for other in each.filters:
                if (
                    each.negated
                    or each.apart
                    or not isinstance(other, Among)
                    or other.column != filter_.column
                ):
                    continue
                if self._settling.multiplies(self._root, each.table):
                    raise Unsettled("and")
                either = replace(other, values=(*other.values, *filter_.values))
                self.on_tables[at] = replace(each, filters=(either,))
                return True
        return False

    def _is(self, condition: Is) -> None:
        column = self._settling.column(condition.noun, near=condition.near)
        if self._settling.shapes.column(column).family is TypeFamily.BOOLEAN:
            self._on(Yes(column, condition.negated), column.table, False)
        elif condition.negated and column.table == self._root:
            self._on(Null(column), column.table, False)  # "without an email"
        else:
            raise Unsettled(condition.noun.text)

    # Values

    def _holds(self, condition: Holds) -> None:
        column = self._holder(condition)
        values = tuple(value for each in condition.values for value in self._values(column, each))
        self._on(Among(column, values), column.table, condition.negated, apart=condition.both)

    def _holder(self, condition: Holds) -> ColumnRef:
        """The column of which a value is said: one that holds it, if any does."""
        noun, values = condition.noun, condition.values
        said = " ".join(each.text for each in values)
        held = set.intersection(*({column for column, _ in each.stored} for each in values))
        if noun is None and not held:
            raise Unsettled(said)
        if noun is None:
            ranked = [(column, self._sure(column, values, held)) for column in sorted(held)]
            rows = [column for column in sorted(held) if self._names_a_row_beside(column)]
            return self._settling.nearest(f"value {said.lower()}", ranked, condition.near, rows)
        named = [(column, score) for column, score in noun.columns if column in held]
        if not named:
            tables = {table for table, score in noun.tables if score > 0.5}
            named = [(c, 0.9 * self._sure(c, values, held)) for c in sorted(held) if c.table in tables]
        if named:
            return self._settling.nearest(
                f"value {said.lower()} of {noun.text.lower()}", named, condition.near
            )
        if held or not all(isinstance(each, Number) or each.quoted for each in values):
            raise Unsettled(said)
        return self._settling.column(noun, near=condition.near)

    def _names_a_row_beside(self, column: ColumnRef) -> bool:
        """Whether it is what a row is called that a row asked about refers to: as good as a column of its own."""
        settling = self._settling
        columns, sure = settling.shapes.names(column.table)
        if column.table == self._root or column not in columns[:1] or sure < _A_NAME:
            return False
        paths = settling.graph.paths(self._root, column.table)
        return any(not any(hop.many for hop in path) for path in paths)

    def _sure(self, column: ColumnRef, values: Sequence[Text | Number], held: set[ColumnRef]) -> float:
        """How sure it is that values are those of this column: spelled alike, and the row's name if that holds them."""
        same = all((column, each.text) in each.stored for each in values)
        names = self._settling.shapes.names(column.table)[0][:1]
        named = column in names or held.isdisjoint(names)
        return (1.0 if same else _SPELLED_OTHERWISE) * (1.0 if named else _NO_NAME)

    def _values(self, column: ColumnRef, each: Text | Number) -> tuple[str | int | Decimal, ...]:
        """Every spelling of it that the column holds: a status may be stored by several hands."""
        stored = tuple(value for place, value in each.stored if place == column)
        return stored or ((each.value if isinstance(each, Number) else each.text),)

    # Quantities

    def _compares(self, condition: Compares) -> None:
        measure = condition.measure
        if isinstance(condition.value, str):
            left = self._quantity(measure)
            if left.column is None:
                raise Unsettled(condition.value)
            operator = _OPPOSITE[condition.operator] if condition.negated else condition.operator
            self._on(StandsToAll(left, operator, condition.value), left.column.table, False)
        else:
            self._stands(measure, condition.operator, condition.value, condition.upper, condition.negated)

    def _stands(
        self, measure: Measure, operator: str, value: Number, upper: Number | None, negated: bool
    ) -> None:
        if (
            measure.noun is not None
            and not measure.function
            and self._of_time(measure, operator, value, upper, negated)
        ):
            return
        left = self._quantity(measure)
        stands = Stands(left, operator, value.value, None if upper is None else upper.value)
        table = left.column.table if left.column is not None else left.table
        if not left.function and left.column is not None:
            self._on(stands, left.column.table, negated)
        elif negated:
            raise Unsettled("not")
        elif table is None or table == self._root:
            self.having = (*self.having, stands)
        else:
            self.on_tables.append(OnTable(table=table, counted=stands))

    def _of_time(
        self, measure: Measure, operator: str, value: Number, upper: Number | None, negated: bool
    ) -> bool:
        """Whether a number was said of a date or a year; then it has to be a year."""
        if measure.noun is None:
            return False
        column = self._settling.column(measure.noun, measure.owner, near=measure.near, number=True)
        if not (self._settling.shapes.is_date(column) or self._settling.shapes.is_year(column)):
            return False
        if not value.may_be_year or (upper is not None and not upper.may_be_year):
            raise Unsettled(value.text)
        if operator == "<>":
            operator, negated = "=", not negated
        until = None if upper is None else year(upper)
        self._on_date(column, Falls(when=year(value), until=until, operator=operator, negated=negated))
        return True

    def _quantity(self, measure: Measure) -> Expression:
        if measure.noun is None:
            column, more = self._settling.adjective(measure.adjective, measure.near)
            if not more or not self._settling.shapes.is_number(column):
                raise Unsettled(measure.adjective)
            return Expression(column=column)
        if measure.function:
            return expression(self._settling, measure)
        column = self._settling.column(measure.noun, measure.owner, near=measure.near, number=True)
        numeric = not self._settling.shapes.is_number(column)
        if numeric and measure.noun.plural:
            raise Unsettled(measure.noun.text)  # "at least 3 languages" counts them
        return Expression(column=column, numeric=numeric)

    # Time

    def _falls(self, condition: Falls) -> None:
        self._on_date(self._date(condition.noun, condition), condition)

    def _on_date(self, column: ColumnRef, condition: Falls) -> None:
        if self._settling.shapes.is_year(column):
            self._on(_years(column, condition), column.table, condition.negated, apart=condition.both)
            return
        first, after = _stretch(condition)
        self._on(Within(column, first, after), column.table, condition.negated, apart=condition.both)

    def _date(self, noun: Noun | None, condition: Falls) -> ColumnRef:
        settling = self._settling
        if noun is not None and noun.columns:
            dated = [(ref, score) for ref, score in noun.columns if self._may_hold(ref, condition.when)]
            if not dated:
                raise Unsettled(condition.when.text)
            return settling.nearest(f"date {noun.text.lower()}", dated, condition.near)
        said = noun or condition.near
        tables = [settling.table(said)] if said is not None else []
        if noun is None:
            tables += [self._root, *sorted(settling.mentioned)]
        if noun is None and tables[0] != self._root and not settling.multiplies(self._root, tables[0]):
            tables.insert(
                0, self._root
            )  # "orders of customers in 2024": the orders, as far as they have a day
        for table in tables:
            dates = [each for each in settling.shapes.dates(table) if self._may_hold(each[0], condition.when)]
            if dates:
                return settling.choose(f"date {condition.when.text}", dates)
        raise Unsettled(condition.when.text)

    def _may_hold(self, column: ColumnRef, when: When) -> bool:
        shapes = self._settling.shapes
        if shapes.is_year(column):
            return (when.first.month, when.first.day, when.after.month, when.after.day) == (1, 1, 1, 1)
        return shapes.is_date(column)


def _stretch(condition: Falls) -> tuple[dt.date | None, dt.date | None]:
    when = condition.when
    if condition.until is not None:
        return when.first, condition.until.after
    match condition.operator:
        case ">":
            return when.after, None
        case ">=":
            return when.first, None
        case "<":
            return None, when.first
        case "<=":
            return None, when.after
        case _:
            return when.first, when.after


def _years(column: ColumnRef, condition: Falls) -> Stands:
    year = condition.when.first.year
    upper = None if condition.until is None else condition.until.first.year
    operator = condition.operator if upper is None else "BETWEEN"
    return Stands(Expression(column=column), operator, year, upper)


def negation(each: Filter) -> Filter:
    """The same filter, the other way round."""
    if isinstance(each, Either):
        raise Unsettled("or")
    if isinstance(each, Stands | StandsToAll):
        if each.operator not in _OPPOSITE:
            raise Unsettled("not")
        return replace(each, operator=_OPPOSITE[each.operator])
    return replace(each, negated=not each.negated)


def without_null(query: Query, columns: Sequence[ColumnRef], settling: Settling) -> Query:
    """`query` without rows that would make `NOT IN` say nothing at all."""
    nullable = [column for column in columns if settling.shapes.column(column).nullable]
    return replace(query, filters=(*query.filters, *(Null(column, negated=True) for column in nullable)))
