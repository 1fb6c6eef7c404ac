"""From what a question asks to a query: which rows are read, what is shown of them, what is grouped and ordered."""

from __future__ import annotations

from dataclasses import dataclass, replace

from rejoinder.drafting.asked import Asked, Date, Everything, Measure
from rejoinder.drafting.items import Noun
from rejoinder.drafting.joins import Joins
from rejoinder.drafting.narrow import Narrowing
from rejoinder.drafting.quantities import expression, expressions, names
from rejoinder.drafting.query import Expression, Query
from rejoinder.drafting.rows import rows_asked_for
from rejoinder.drafting.settle import Settling, Unsettled
from rejoinder.terms.catalog import TableRef

_UNNAMED = 0.6
"""No surer than a key is: see `Shapes.names`."""
_ROWS = Expression(function="COUNT")


@dataclass(slots=True)
class _Shown:
    """The select list under way, and what of it says which row of the entity it is."""

    expressions: list[Expression]
    distinct: bool = False


def compose(asked: Asked, settling: Settling) -> Query:
    """The query that a question asks for. Raises `Unsettled` where the catalog has no answer to a part of it."""
    root = rows_asked_for(asked, settling)
    shown = _shown(asked, settling, root)
    order = tuple(_ordered(settling, measure, direction) for measure, direction in asked.order)
    measured = [each for each in (*shown.expressions, *(each for each, _ in order)) if each.function]
    apart = any(_table_of(each) not in (root, None) for each in measured)
    # "The name of each singer": one row for every row says nothing.
    groups = [each for each in asked.groups if apart or not _is(settling, each, root)]
    grouped = [each for group in groups for each in _group(settling, group, root)]
    narrowing = Narrowing(settling, root)
    for condition in asked.conditions:
        narrowing.add(condition)
    query = _grouped(
        asked, settling, Query(root=root, selected=tuple(shown.expressions), order=order), grouped
    )
    query = replace(query, having=narrowing.having)
    if query.having and not query.groups:
        query = replace(query, groups=_plain(query.selected) or _keyed(settling, root))
    if (shown.distinct or not settling.entity_said) and not _may_repeat(query):
        query = replace(query, distinct=True)
    if asked.limit is not None:
        query = replace(query, limit=asked.limit)
    return Joins(settling, query).joined(narrowing)


def _shown(asked: Asked, settling: Settling, root: TableRef) -> _Shown:
    shown = _Shown(expressions=[])
    if any(isinstance(each, Everything) for each in asked.selected):
        if len(asked.selected) > 1 or asked.groups:
            raise Unsettled("all columns")
        return shown
    if not asked.groups and _is_rows(asked, settling, root):
        return shown
    for each in asked.selected:
        if isinstance(each, Measure):
            shown.expressions += [e for e in expressions(settling, each) if e not in shown.expressions]
            shown.distinct = shown.distinct or (each.distinct and not each.function)
        elif isinstance(each, Date):
            dates = settling.shapes.dates(root)
            shown.expressions.append(Expression(column=settling.nearest("the date", dates)))
    if not shown.expressions and all(isinstance(each, Noun) and each.is_table for each in asked.groups):
        shown.expressions += [Expression(column=column) for column in names(settling, root)]
    return shown


def _is_rows(asked: Asked, settling: Settling, root: TableRef) -> bool:
    """Whether rows are asked for that have no name: then all of them is shown."""
    plain = [each for each in asked.selected if isinstance(each, Measure)]
    if len(plain) != len(asked.selected) or len(plain) > 1 or settling.shapes.names(root)[1] > _UNNAMED:
        return False
    return all(each.is_table and not each.function and not each.distinct for each in plain)


def _ordered(settling: Settling, measure: Measure, direction: str) -> tuple[Expression, str]:
    if measure.noun is None:
        _, more = settling.adjective(measure.adjective)
        if not more:
            direction = "ASC" if direction == "DESC" else "DESC"
    elif measure.noun.is_table and not measure.function and measure.owner is None:
        return Expression(column=names(settling, settling.table(measure.noun))[0]), direction
    return expression(settling, measure), direction


def _is(settling: Settling, group: Noun | str, table: TableRef) -> bool:
    return isinstance(group, Noun) and group.is_table and settling.table(group) == table


def _group(settling: Settling, group: Noun | str, root: TableRef) -> list[Expression]:
    dates = settling.shapes.dates(root)
    if (
        isinstance(group, Noun)
        and group.unit
        and dates
        and all(ref.table != root for ref, _ in group.columns)
    ):
        group = group.unit  # another table's column "month" isn't the month of these rows
    if isinstance(group, str):
        column = settling.nearest(f"the {group}", dates)
        return [Expression(column=column, unit="" if settling.shapes.is_year(column) else group)]
    return expressions(settling, Measure(noun=group))


def _grouped(asked: Asked, settling: Settling, query: Query, grouped: list[Expression]) -> Query:
    """Put the groups in: those that were said, or the plain columns beside an aggregate."""
    selected = query.selected
    if asked.common:
        plain = _plain(selected)
        rows = any(isinstance(each, Measure) and each.is_table for each in asked.selected)
        if len(plain) != len(selected) or not plain or query.order or rows:
            raise Unsettled("most common")  # of the rows of a table each is as common as the other
        return replace(query, groups=plain, order=((_ROWS, asked.common),), limit=1)
    if asked.groups and asked.limit is not None:
        # "The dearest item of each category" is one row for each, not the first of all.
        raise Unsettled("each")
    if not grouped and _plain_comes_after_measure(selected):
        raise Unsettled("and")  # "the average age of winners and losers"
    missing = tuple(each for each in grouped if each not in selected)
    query = replace(query, selected=missing + selected if asked.groups_first else selected + missing)
    measured = [each for each in (*selected, *(each for each, _ in query.order)) if each.function]
    if not measured or not _plain(query.selected):
        if measured and any(each.function for each, _ in query.order) and selected != tuple(measured):
            raise Unsettled("the order")
        if measured and any(not each.function for each, _ in query.order):
            raise Unsettled("the order")
        return query
    groups = _plain(query.selected)
    tables = [settling.table(each) for each in asked.groups if isinstance(each, Noun) and each.is_table]
    apart = any(_table_of(each) not in (query.root, None) for each in measured)
    if settling.entity_said and apart and any(_table_of(each) == query.root for each in groups):
        tables.append(query.root)
    for table in tables:
        groups += _keyed_apart(settling, table, groups)
    return replace(query, groups=groups)


def _plain_comes_after_measure(selected: tuple[Expression, ...]) -> bool:
    measured = [at for at, each in enumerate(selected) if each.function not in ("", "COUNT")]
    return bool(measured) and any(not each.function for each in selected[measured[0] :])


def _keyed_apart(
    settling: Settling, table: TableRef, groups: tuple[Expression, ...]
) -> tuple[Expression, ...]:
    """What keeps two rows of one name apart, where the name isn't unique."""
    shown = {each.column.name for each in groups if each.column is not None and each.column.table == table}
    if any(shown.issuperset(key) for key in settling.shapes.table(table).all_keys):
        return ()
    return tuple(each for each in _keyed(settling, table) if each not in groups)


def _may_repeat(query: Query) -> bool:
    """Whether rows can be told apart by what is shown of them, or are ordered by what isn't."""
    measured = query.groups or any(each.function for each in query.selected)
    return bool(measured) or any(each not in query.selected for each, _ in query.order)


def _plain(expressions: tuple[Expression, ...]) -> tuple[Expression, ...]:
    return tuple(each for each in expressions if not each.function)


def _keyed(settling: Settling, table: TableRef) -> tuple[Expression, ...]:
    return tuple(Expression(column=column) for column in settling.shapes.key(table))


def _table_of(each: Expression) -> TableRef | None:
    return each.column.table if each.column is not None else each.table
