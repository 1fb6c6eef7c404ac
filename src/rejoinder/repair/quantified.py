"""`> ALL (SELECT …)` and `= ANY (SELECT …)` after a value, where the dialect has neither ALL nor ANY."""

from __future__ import annotations

from collections.abc import Sequence

from sqlglot.tokenizer_core import Token, TokenType

from rejoinder.repair import _edit
from rejoinder.repair._calls import closing
from rejoinder.repair._rule import Broken, Mending, Rule
from rejoinder.repair._selects import Words, selects
from rejoinder.sql.parse import tokenize
from rejoinder.terms.classes import Defect

_ANY, _ALL = "any", "all"
_BELOW, _ABOVE = (TokenType.LT, TokenType.LTE), (TokenType.GT, TokenType.GTE)
_EXTREMES = {
    **{(_ANY, sign): "MAX" for sign in _BELOW},
    **{(_ANY, sign): "MIN" for sign in _ABOVE},
    **{(_ALL, sign): "MIN" for sign in _BELOW},
    **{(_ALL, sign): "MAX" for sign in _ABOVE},
}
_LISTS = {(_ANY, TokenType.EQ): "IN", (_ALL, TokenType.NEQ): "NOT IN"}
_SAID = {"MAX": "largest", "MIN": "smallest"}
_PLAIN = frozenset({TokenType.SELECT, TokenType.FROM, TokenType.WHERE})


def mend(broken: Broken) -> Mending | None:
    """Compare with the largest or the smallest value, or by IN.

    It preserves meaning because a value is below some of a set exactly where it is below the largest, and below
    all exactly where it is below the smallest; `= ANY` and `<> ALL` are IN and NOT IN by definition. ALL differs
    over no rows and over missing values, which the caveat says.
    """
    tokens = tokenize(broken.text, broken.dialect) or ()
    edits, caveats = [], []
    for at in _quantifiers(tokens, broken.text):
        quantifier = _quantifier(tokens[at], broken.text)
        sign, word = tokens[at - 1], tokens[at]
        extreme = _EXTREMES.get((quantifier, sign.token_type))
        within = _LISTS.get((quantifier, sign.token_type))
        column = _column(tokens, at + 1, broken)
        if extreme is not None and column is not None:
            edits.append(_edit.Edit(word.start, tokens[at + 1].start, ""))
            edits.append(_edit.Edit(column.start, column.end, f"{extreme}({column})"))
            if quantifier == _ALL:
                caveats.append(
                    f"A comparison with all values was read as one with the {_SAID[extreme]} of them,"
                    " missing values left out."
                )
        elif within is not None:
            edits.append(_edit.Edit(sign.start, word.end + 1, within))
        else:
            return None
    text = _edit.apply(broken.text, edits)
    return Mending(text=text, caveats=tuple(dict.fromkeys(caveats))) if text is not None and edits else None


def _quantifiers(tokens: Sequence[Token], text: str) -> list[int]:
    """Where ANY, SOME or ALL stands after a comparison and before a query in brackets."""
    signs = {sign for _, sign in (*_EXTREMES, *_LISTS)}
    return [
        at
        for at in range(1, len(tokens) - 2)
        if _quantifier(tokens[at], text)
        and tokens[at - 1].token_type in signs
        and tokens[at + 1].token_type is TokenType.L_PAREN
        and tokens[at + 2].token_type is TokenType.SELECT
    ]


def _quantifier(token: Token, text: str) -> str:
    word = text[token.start : token.end + 1].lower()
    return {"some": _ANY, _ANY: _ANY, _ALL: _ALL}.get(word, "")


def _column(tokens: Sequence[Token], opening: int, broken: Broken) -> Words | None:
    """The one column of the query in the brackets, if it can be put into MAX or MIN."""
    close = closing(tokens, opening)
    start = tokens[opening + 1].start
    query = next((each for each in selects(broken.text, broken.dialect) if each.start == start), None)
    column = query.words(TokenType.SELECT) if query is not None else None
    if close is None or query is None or column is None or query.end != tokens[close - 1].end + 1:
        return None
    top = [token for _, token in column.at_top()]
    several = any(token.token_type in (TokenType.COMMA, TokenType.STAR, TokenType.DISTINCT) for token in top)
    if several or not _PLAIN.issuperset(query.keywords) or next(column.aggregates(), None) is not None:
        return None
    named = next((at for at, token in column.at_top() if token.token_type is TokenType.ALIAS), None)
    return column.part(0, named)


RULE = Rule(name="quantified", order=46, defects=frozenset({Defect.SYNTAX, Defect.NOT_SUPPORTED}), mend=mend)
