"""What is shown, ordered by or compared: columns, aggregates, counts, the names of rows."""

from __future__ import annotations

from rejoinder.drafting.asked import Measure
from rejoinder.drafting.items import Noun
from rejoinder.drafting.query import Expression
from rejoinder.drafting.settle import Settling, Unsettled
from rejoinder.terms.catalog import ColumnRef, TableRef


def expressions(settling: Settling, measure: Measure) -> list[Expression]:
    """What a phrase shows: a table by the columns that name its rows. Raises `Unsettled`."""
    noun = measure.noun
    if noun is not None and not measure.function and measure.owner is None and noun.is_table:
        return [Expression(column=column) for column in names(settling, settling.table(noun))]
    return [expression(settling, measure)]


def expression(settling: Settling, measure: Measure) -> Expression:
    """One quantity. Raises `Unsettled`."""
    noun = measure.noun
    if noun is None:
        column, _ = settling.adjective(measure.adjective)
        return Expression(column=column, function=measure.function)
    if measure.function == "COUNT":
        return _count(settling, measure, noun)
    numeric = measure.function in ("AVG", "SUM")
    column = settling.column(noun, measure.owner, number=numeric)
    if numeric and not settling.shapes.is_number(column):
        raise Unsettled(noun.text)
    return Expression(column=column, function=measure.function)


def _count(settling: Settling, measure: Measure, noun: Noun) -> Expression:
    if noun.is_table and measure.owner is None:
        return Expression(function="COUNT", table=settling.table(noun))
    column = settling.column(noun, measure.owner)
    if settling.shapes.key(column.table) == (column,):
        return Expression(function="COUNT", table=column.table)
    return Expression(function="COUNT", column=column, distinct=True)


def names(settling: Settling, table: TableRef) -> tuple[ColumnRef, ...]:
    """The columns that say to people which row it is. Raises `Unsettled`."""
    columns, sure = settling.shapes.names(table)
    if not columns:
        raise Unsettled(table.name)
    settling.score *= sure
    return columns
