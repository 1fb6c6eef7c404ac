"""Which functions a draft calls, by the names that it writes.

sqlglot turns many functions into nodes that have forgotten their names, so the names come from the tokens: every
word before an opening bracket is a call, unless the grammar puts a bracket there. What isn't recognised as grammar
counts as a call, so that nothing slips by.
"""

from __future__ import annotations

from dataclasses import dataclass

from sqlglot.tokenizer_core import Token, TokenType

from rejoinder.sql.parse import Parsed, span_of
from rejoinder.sql.scopes import Resolution
from rejoinder.terms.span import Span


def _words(listed: str) -> frozenset[str]:
    return frozenset(listed.split())


_GRAMMAR = _words(
    """
    all and any apply as asc at before between by case cast columns conflict cross cube desc distinct do else
    end escape except exclude exists fetch filter from full group groups having ilike in inner intersect
    is isnull join lateral like limit match match_recognize materialized minus natural next not notnull null
    nulls of offset on only operator option or order outer over partition pattern pivot preceding qualify
    range recursive regexp repeatable returning rlike rollup row rows select sets similar some straight_join then ties
    top union unique unnest unpivot using values when where window with within
    """
)
_TYPE_WORDS = _words("double precision character varying unsigned signed big native national long bit")
_OPERANDS = frozenset(
    {
        TokenType.STRING,
        TokenType.NUMBER,
        TokenType.IDENTIFIER,
        TokenType.VAR,
        TokenType.R_PAREN,
        TokenType.NOT,
    }
)
"""What an operator stands behind: its left side, or NOT."""
_BEFORE_TYPES = frozenset({TokenType.ALIAS, TokenType.DCOLON})


@dataclass(frozen=True, slots=True)
class Call:
    """One call, with the name as it is written, without quotes."""

    name: str
    span: Span
    schema: str = ""
    """What stands before a dot in front of it."""


def calls(parsed: Parsed, resolution: Resolution) -> tuple[Call, ...]:
    """Every call in the draft, in the order of the text."""
    named = _defined(resolution)
    tokens = parsed.tokens
    found = []
    for index, token in enumerate(tokens[:-1]):
        if tokens[index + 1].token_type is not TokenType.L_PAREN or not _is_word(token, parsed.text):
            continue
        if token.start in named or _is_type(tokens, index) or _is_sampling(tokens, index):
            continue
        if _is_operator(tokens, index):
            continue
        if token.text.lower() == "table" and _is_call(tokens, index + 2, parsed.text):
            continue
        qualified = index > 1 and tokens[index - 1].token_type is TokenType.DOT
        schema = tokens[index - 2].text if qualified else ""
        found.append(Call(token.text, Span(token.start, token.end + 1), schema))
    return tuple(found)


def _is_word(token: Token, text: str) -> bool:
    if token.token_type is TokenType.IDENTIFIER:
        return True
    if token.token_type in (TokenType.STRING, TokenType.NUMBER):
        return False
    first = text[token.start]
    if not (first.isalpha() or first == "_"):
        return False
    return token.text.lower() not in _GRAMMAR and len(token.text.split()) == 1  # ORDER BY is one token


def _is_type(tokens: tuple[Token, ...], index: int) -> bool:
    """`CAST(x AS DECIMAL(10, 2))`, `x::VARCHAR(20)`; also an alias that lists columns after AS."""
    before = index - 1
    while before > 0 and tokens[before].text.lower() in _TYPE_WORDS:
        before -= 1
    return before >= 0 and tokens[before].token_type in _BEFORE_TYPES


def _is_call(tokens: tuple[Token, ...], index: int, text: str) -> bool:
    """`TABLE(f(…))` only calls `f`."""
    return (
        index + 1 < len(tokens)
        and _is_word(tokens[index], text)
        and tokens[index + 1].token_type is TokenType.L_PAREN
    )


def _is_sampling(tokens: tuple[Token, ...], index: int) -> bool:
    """`TABLESAMPLE BERNOULLI (10)`, `USING SAMPLE SYSTEM (10)`."""
    words = [token.text.lower() for token in tokens[max(0, index - 2) : index]]
    return words[-1:] == ["tablesample"] or words == ["using", "sample"]


def _is_operator(tokens: tuple[Token, ...], index: int) -> bool:
    """`'a' GLOB ('b')`, where `FROM glob('b')` would list files."""
    behind = index > 0 and tokens[index - 1].token_type in _OPERANDS
    return behind and tokens[index].text.lower() == "glob"


def _defined(resolution: Resolution) -> frozenset[int]:
    """Where names stand that a bracketed list of columns may follow: of CTEs and of derived tables."""
    aliases = [use.node.args.get("alias") for use in resolution.ctes]
    aliases += [source.node.args.get("alias") for scope in resolution.scopes for source in scope.sources]
    spans = (span_of(alias.this) for alias in aliases if alias is not None and alias.this is not None)
    return frozenset(span.start for span in spans if span is not None)
