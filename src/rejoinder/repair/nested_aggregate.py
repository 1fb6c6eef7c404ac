"""An aggregate of an aggregate: `SELECT MAX(COUNT(*)) FROM t GROUP BY x`."""

from __future__ import annotations

from sqlglot.tokenizer_core import TokenType

from rejoinder.repair import _edit
from rejoinder.repair._rule import Broken, Mending, Rule
from rejoinder.repair._selects import Select, Words, selects
from rejoinder.terms.classes import Defect

_NAME = "each_group"
_OF_GROUPS = frozenset({"avg", "max", "min", "sum"})
_NEVER = frozenset({TokenType.ORDER_BY, TokenType.LIMIT, TokenType.OFFSET, TokenType.WINDOW})


def mend(broken: Broken) -> Mending | None:
    """Make a derived table of the groups, and aggregate that.

    It preserves meaning because an aggregate of an aggregate can only be taken over the groups of the query that
    it stands in; it is what engines do that have it.
    """
    edits = [edit for select in selects(broken.text, broken.dialect) for edit in _nested(select)]
    text = _edit.apply(broken.text, edits)
    return Mending(text=text) if text is not None and edits else None


def _nested(select: Select) -> list[_edit.Edit]:
    outer = _only_call(select)
    source = select.keywords.get(TokenType.FROM)
    if outer is None or source is None or TokenType.GROUP_BY not in select.keywords:
        return []
    if not _NEVER.isdisjoint(select.keywords):
        return []
    inner = outer.part(2, -1)
    calls = list(inner.aggregates())
    if len(calls) != 1 or str(calls[0]) != str(inner):
        return []
    return [
        _edit.Edit(inner.start, inner.end, _NAME),
        _edit.Edit(source.start, source.start, f"FROM (SELECT {inner} AS {_NAME} "),
        _edit.Edit(select.end, select.end, ")"),
    ]


def _only_call(select: Select) -> Words | None:
    """The one column, if it is an aggregate, perhaps with a name."""
    column = select.words(TokenType.SELECT)
    if column is None or any(token.token_type is TokenType.COMMA for _, token in column.at_top()):
        return None
    first = next(column.aggregates(), None)
    if first is None or first.start != column.start:
        return None
    named = len(column.tokens) - len(first.tokens)
    return first if str(first.part(0, 1)).lower() in _OF_GROUPS and named <= 2 else None


RULE = Rule(name="nested_aggregate", order=62, defects=frozenset({Defect.GROUPING}), mend=mend)
