"""An alias of the select list in a clause that doesn't see it: `SELECT a + b AS total … WHERE total > 5`."""

from __future__ import annotations

from sqlglot import exp
from sqlglot.tokenizer_core import TokenType

from rejoinder.repair import _edit
from rejoinder.repair._rule import Broken, Mending, Rule
from rejoinder.repair._selects import Select, Words, around, selects
from rejoinder.sql.draft import qualifier_of
from rejoinder.sql.scopes import Clause, ColumnUse, Meaning
from rejoinder.terms.classes import Defect

_OF_ROWS = frozenset({Clause.WHERE, Clause.FROM, Clause.GROUP})
_OF_GROUPS = frozenset({Clause.HAVING})


def mend(broken: Broken) -> Mending | None:
    """Write what the alias stands for in its place.

    It preserves meaning because an alias is a name for an expression of the same query. One for an aggregate is
    written where groups are asked about, and never where rows are; one for a window function nowhere.
    """
    found = selects(broken.text, broken.dialect)
    edits = []
    for use in broken.columns(Meaning.UNKNOWN):
        written = _written(use, found, broken)
        if written is None or use.span is None:
            return None
        edits.append(_edit.replaced(use.span, written))
    text = _edit.apply(broken.text, edits)
    return Mending(text=text) if text is not None and edits else None


def _written(use: ColumnUse, found: list[Select], broken: Broken) -> str | None:
    """The expression behind the alias, where it can stand in the place of its name."""
    name = str(use.node.name).lower()
    meant = use.scope.aliases.get(name)
    if qualifier_of(use) or meant is None or use.span is None or not _can_stand(meant, use.clause):
        return None
    select = around(use.span.start, found)
    listed = select.words(TokenType.SELECT) if select is not None else None
    words = [each for each in _columns(listed) if _alias(each) == name] if listed is not None else []
    return f"({words[0].part(0, _before_alias(words[0]))})" if len(words) == 1 else None


def _can_stand(meant: exp.Expr, clause: Clause) -> bool:
    if meant.find(exp.Window) is not None:
        return False
    return clause in _OF_GROUPS or (clause in _OF_ROWS and meant.find(exp.AggFunc) is None)


def _columns(listed: Words) -> list[Words]:
    """The columns of a select list."""
    commas = [at for at, token in listed.at_top() if token.token_type is TokenType.COMMA]
    first = listed.tokens[0].token_type is TokenType.DISTINCT
    starts = [int(first), *(comma + 1 for comma in commas)]
    ends = [*commas, len(listed.tokens)]
    return [listed.part(start, end) for start, end in zip(starts, ends, strict=True) if start < end]


def _alias(column: Words) -> str:
    """The name that a column of the list is given, folded."""
    last = column.tokens[-1]
    return str(last.text).lower() if len(column.tokens) > 1 else ""


def _before_alias(column: Words) -> int:
    has_as = len(column.tokens) > 2 and column.tokens[-2].token_type is TokenType.ALIAS
    return len(column.tokens) - (2 if has_as else 1)


RULE = Rule(name="written_alias", order=8, defects=frozenset({Defect.UNKNOWN_COLUMN}), mend=mend)
