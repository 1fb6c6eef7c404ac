"""What an engine reads and the parser doesn't: its tokens are put as the parser knows them."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeAlias

from sqlglot.tokenizer_core import Token, TokenType

from rejoinder.terms.dialect import Dialect

_BRACKETED = (TokenType.L_PAREN, TokenType.DOT, TokenType.R_PAREN)
_WORD = re.compile(r"[\w'\"]")

Respelling: TypeAlias = Callable[[str, tuple[Token, ...]], tuple[Token, ...]]


def respelt_by(dialect: Dialect) -> tuple[Respelling, ...]:
    """What has to be done to the tokens of `dialect`."""
    named = (
        (dialect.text_beside_dot_is_name, _with_names),
        (dialect.table_is_a_query, _with_select),
        (dialect.operators_have_schemas, _with_operators),
    )
    return tuple(respell for needed, respell in named if needed)


def _with_select(text: str, tokens: tuple[Token, ...]) -> tuple[Token, ...]:
    """`TABLE t` is `SELECT * FROM t`."""
    first = tokens[0]
    if first.text.upper() != "TABLE" or len(tokens) < 2:
        return tokens
    words = ((TokenType.SELECT, "SELECT"), (TokenType.STAR, "*"), (TokenType.FROM, "FROM"))
    instead = (Token(kind, word, first.line, first.col, first.start, first.end, []) for kind, word in words)
    return (*instead, *tokens[1:])


def _with_names(text: str, tokens: tuple[Token, ...]) -> tuple[Token, ...]:
    """SQLite reads `'t'.'c'` as the names that they spell; to the parser they would be texts."""
    if "'." not in text and ".'" not in text:
        return tokens

    def is_name(at: int) -> bool:
        beside = (tokens[at - 1] if at else None, tokens[at + 1] if at + 1 < len(tokens) else None)
        return tokens[at].token_type is TokenType.STRING and any(
            token is not None and token.token_type is TokenType.DOT for token in beside
        )

    return tuple(_as_name(token) if is_name(at) else token for at, token in enumerate(tokens))


def _with_operators(text: str, tokens: tuple[Token, ...]) -> tuple[Token, ...]:
    """`OPERATOR(pg_catalog.+)` is the engine's own `+`. One of another schema may do anything, and stays as it is."""
    if "operator" not in text.lower():
        return tokens
    found: list[Token] = []
    at = 0
    while at < len(tokens):
        spelt = tokens[at : at + 6]
        if _is_own_operator(text, spelt):
            found.append(spelt[4])
            at += len(spelt)
        else:
            found.append(tokens[at])
            at += 1
    return tuple(found)


def _is_own_operator(text: str, spelt: tuple[Token, ...]) -> bool:
    if len(spelt) < 6 or tuple(spelt[at].token_type for at in (1, 3, 5)) != _BRACKETED:
        return False
    word, _, schema, _, sign, _ = spelt
    as_written = text[sign.start : sign.end + 1]
    return (word.text.lower(), schema.text.lower()) == ("operator", "pg_catalog") and not _WORD.search(
        as_written
    )


def _as_name(token: Token) -> Token:
    return Token(
        TokenType.IDENTIFIER, token.text, token.line, token.col, token.start, token.end, token.comments
    )
