"""A query in plain words: what the drafter tells the asker of how it read the question."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from typing import assert_never

from rejoinder.drafting.query import (
    Among,
    Either,
    Expression,
    Filter,
    Like,
    Member,
    Null,
    Query,
    Stands,
    StandsToAll,
    Within,
    Yes,
)
from rejoinder.terms.catalog import ColumnRef

_FUNCTIONS = {"COUNT": "number", "AVG": "average", "SUM": "total", "MAX": "highest", "MIN": "lowest"}
_HOW = {"contains": "contains", "starts": "starts with", "ends": "ends with"}
_DIRECTIONS = {"ASC": "lowest first", "DESC": "highest first"}


def describe(query: Query) -> str:
    """One line, names in backticks."""
    measured = any(each.function for each in query.selected)
    told = [each for each in query.selected if not (measured and each in query.groups)]
    shown = _listed(_expression(each, query) for each in told) or "every column"
    parts = [f"{'different ' if query.distinct else ''}{shown} of `{query.root.name}`"]
    if query.filters:
        parts.append("where " + _listed(_filter(each) for each in query.filters))
    if query.groups and measured:
        parts.append("for each " + _listed(_expression(each, query) for each in query.groups))
    if query.having:
        parts.append("with " + _listed(_stands(each, query) for each in query.having))
    if query.order:
        parts.append(
            "by " + _listed(f"{_expression(each, query)}, {_DIRECTIONS[way]}" for each, way in query.order)
        )
    if query.limit is not None:
        parts.append("the first one" if query.limit == 1 else f"the first {query.limit}")
    return ", ".join(parts)


def _listed(parts: Iterable[str]) -> str:
    return " and ".join(parts)


def _name(column: ColumnRef) -> str:
    return f"`{column.table.name}.{column.name}`"


def _expression(each: Expression, query: Query) -> str:
    if each.column is None:
        return "the number of rows"
    said = _name(each.column)
    if each.unit:
        said = f"{each.unit} of {said}"
    if not each.function:
        return said
    different = "different " if each.distinct else ""
    return f"the {_FUNCTIONS[each.function]} of {different}{said}"


def _stands(each: Stands, query: Query | None = None) -> str:
    left = _expression(each.left, query) if query is not None else _plain(each.left)
    if each.upper is not None:
        return f"{left} from {each.right} to {each.upper}"
    return f"{left} {each.operator} {each.right}"


def _plain(each: Expression) -> str:
    return _name(each.column) if each.column is not None else "the number of rows"


def _filter(each: Filter) -> str:
    match each:
        case Among():
            values = " or ".join(
                f"'{value}'" if isinstance(value, str) else str(value) for value in each.values
            )
            return f"{_name(each.column)} is {'not ' if each.negated else ''}{values}"
        case Stands():
            return _stands(each)
        case StandsToAll():
            return f"{_plain(each.left)} {each.operator} the {_FUNCTIONS[each.function]} of all"
        case Within():
            return (
                f"{_name(each.column)} is {'not ' if each.negated else ''}{_stretch(each.first, each.after)}"
            )
        case Like():
            return f"{_name(each.column)} {_HOW[each.how]} '{each.text}'" + (" (not)" if each.negated else "")
        case Null():
            return f"{_name(each.column)} is {'filled in' if each.negated else 'empty'}"
        case Member():
            what = f"{'no' if each.negated else 'a'} row of `{each.query.root.name}`"
            conditions = [
                *map(_filter, each.query.filters),
                *(_stands(one, each.query) for one in each.query.having),
            ]
            return f"it has {what}" + (f" with {_listed(conditions)}" if conditions else "")
        case Yes():
            return f"{_name(each.column)} is {'false' if each.negated else 'true'}"
        case Either():
            return f"{_filter(each.first)} or {_filter(each.second)}"
        case _ as never:
            assert_never(never)


def _stretch(first: dt.date | None, after: dt.date | None) -> str:
    last = None if after is None else after - dt.timedelta(days=1)
    if first is None:
        return f"{last} or earlier"
    if last is None:
        return f"{first} or later"
    return str(first) if first == last else f"from {first} to {last}"
