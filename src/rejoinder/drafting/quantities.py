"""What is shown, ordered by or compared: columns, aggregates, counts, the names of rows."""

from __future__ import annotations

from dataclasses import replace

from rejoinder.drafting.asked import Measure
from rejoinder.drafting.items import Noun
from rejoinder.drafting.query import Expression
from rejoinder.drafting.settle import Settling, Unsettled
from rejoinder.terms.catalog import ColumnRef, TableRef

_TOGETHER = 0.95
_NAMED = 0.6
"""Surer than a key: columns that are names."""


def expressions(settling: Settling, measure: Measure) -> list[Expression]:
    """What a phrase shows: a table by the columns that name its rows. Raises `Unsettled`."""
    noun = measure.noun
    if noun is None and not settling.adjective(measure.adjective, measure.near)[1]:
        raise Unsettled(measure.adjective)  # an age isn't a date of birth
    if noun is not None and not measure.function and noun.is_name:
        table = settling.table(measure.owner) if measure.owner is not None else settling.entity
        if table is not None and settling.shapes.names(table)[1] > _NAMED:
            return [Expression(column=column) for column in names(settling, table)]
    if noun is not None and not measure.function and measure.is_table:
        return [Expression(column=column) for column in names(settling, settling.table(noun))]
    return [expression(settling, measure)]


def expression(settling: Settling, measure: Measure) -> Expression:
    """One quantity. Raises `Unsettled`."""
    noun = measure.noun
    if noun is None:
        column, _ = settling.adjective(measure.adjective, measure.near)
        return Expression(column=column, function=measure.function)
    if measure.function == "COUNT":
        return _count(settling, measure, noun)
    numeric = measure.function in ("AVG", "SUM")
    column = settling.column(noun, measure.owner, near=measure.near, number=numeric)
    if numeric and (not settling.shapes.is_number(column) or settling.shapes.is_key(column)):
        raise Unsettled(noun.text)
    return Expression(column=column, function=measure.function)


def _count(settling: Settling, measure: Measure, noun: Noun) -> Expression:
    if noun.is_table and measure.owner is None:
        return Expression(function="COUNT", table=settling.table(noun))
    column = settling.column(noun, measure.owner, near=measure.near)
    if settling.shapes.key(column.table) == (column,):
        return Expression(function="COUNT", table=column.table)
    if settling.shapes.is_number(column) and not settling.shapes.is_key(column) and not measure.distinct:
        # "How many seats": what the column says, or all of it together; never how many different numbers.
        quantity = Expression(column=column)
        ways = ((quantity, 1.0), (replace(quantity, function="SUM"), _TOGETHER))
        return settling.choose(f"how many {noun.text.lower()}", ways)
    return Expression(function="COUNT", column=column, distinct=True)


def names(settling: Settling, table: TableRef) -> tuple[ColumnRef, ...]:
    """The columns that say to people which row it is. Raises `Unsettled`."""
    columns, sure = settling.shapes.names(table)
    if not columns:
        raise Unsettled(table.name)
    settling.doubt(sure)
    return columns
