"""ORDER BY, LIMIT or brackets around the arms of a set operation, where the dialect takes neither."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sqlglot.tokenizer_core import Token, TokenType

from rejoinder.repair import _edit
from rejoinder.repair._rule import Broken, Mending, Rule
from rejoinder.sql.parse import tokenize
from rejoinder.terms.classes import Defect

_OPERATORS = frozenset({TokenType.UNION, TokenType.EXCEPT, TokenType.INTERSECT})
_ENDS = frozenset({TokenType.ORDER_BY, TokenType.LIMIT})
_AFTER = _ENDS | {TokenType.SEMICOLON}
_BEGINS = frozenset({TokenType.SELECT, TokenType.VALUES, TokenType.L_PAREN})
_QUERIES = frozenset({TokenType.SELECT, TokenType.VALUES})


def mend(broken: Broken) -> Mending | None:
    """Make a derived table of each arm that orders, limits or stands in brackets.

    It preserves meaning because `SELECT * FROM (arm)` returns the rows of the arm, whatever ends the arm has.
    """
    tokens = tokenize(broken.text, broken.dialect) or ()
    edits = [edit for group in _groups(tokens) for edit in _wrapped(group)]
    text = _edit.apply(broken.text, edits)
    return Mending(text=text) if text is not None and edits else None


def _groups(tokens: Sequence[Token]) -> Iterator[list[tuple[int, Token]]]:
    """The tokens of every pair of brackets and of the whole, each with its depth inside of it."""
    open_groups: list[list[tuple[int, Token]]] = [[]]
    for token in tokens:
        if token.token_type is TokenType.R_PAREN and len(open_groups) > 1:
            yield open_groups.pop()
        for depth, group in enumerate(reversed(open_groups)):
            closing = token.token_type is TokenType.R_PAREN
            group.append((depth + 1 if closing else depth, token))
        if token.token_type is TokenType.L_PAREN:
            open_groups.append([])
    yield from open_groups


def _wrapped(group: list[tuple[int, Token]]) -> Iterator[_edit.Edit]:
    arms = _arms(group)
    for index, arm in enumerate(arms if len(arms) > 1 else ()):
        first, last = arm[0][1], arm[-1][1]
        inner = [token.token_type for depth, token in arm if depth == 0]
        if _is_bracketed(arm):
            yield _edit.Edit(first.start, first.start, "SELECT * FROM ")
        elif index < len(arms) - 1 and _ENDS.intersection(inner):
            yield _edit.Edit(first.start, first.start, "SELECT * FROM (")
            yield _edit.Edit(last.end + 1, last.end + 1, ")")


def _arms(group: list[tuple[int, Token]]) -> list[list[tuple[int, Token]]]:
    """The operands of the set operations directly in the group; a WITH before the first isn't part of it."""
    arms: list[list[tuple[int, Token]]] = [[]]
    for depth, token in group[_first(group) :]:
        if depth == 0 and token.token_type in _OPERATORS:
            arms.append([])
        elif arms[-1] or (depth == 0 and token.token_type in _BEGINS):
            arms[-1].append((depth, token))
    return arms if all(arms) else []


def _first(group: list[tuple[int, Token]]) -> int:
    """Where the first operand begins: after the list of common table expressions, if there is one."""
    if not group or group[0][1].token_type is not TokenType.WITH:
        return 0
    return next(
        (at for at, (depth, token) in enumerate(group) if depth == 0 and token.token_type in _QUERIES),
        len(group),
    )


def _is_bracketed(arm: list[tuple[int, Token]]) -> bool:
    """Whether the arm is one pair of brackets, perhaps with the ends of the whole operation after it."""
    if arm[0][1].token_type is not TokenType.L_PAREN:
        return False
    closing = next(
        (at for at, (depth, token) in enumerate(arm) if depth == 1 and token.token_type is TokenType.R_PAREN),
        None,
    )
    if closing is None:
        return False
    return closing == len(arm) - 1 or arm[closing + 1][1].token_type in _AFTER


RULE = Rule(name="set_operation", order=60, defects=frozenset({Defect.SYNTAX, Defect.SHAPE}), mend=mend)
