"""The form in which drafts are compared (L7): names folded, layout and comments dropped, nothing reordered."""

from __future__ import annotations

from sqlglot.tokenizer_core import Token, TokenType

from rejoinder.sql.parse import tokenize
from rejoinder.sql.reserved import is_reserved
from rejoinder.terms.dialect import Case, Dialect

VERSION = 2
"""Raised whenever an equal text may get another form; recorded with every draft."""

_OPERATORS = {TokenType.NEQ: "<>", TokenType.EQ: "="}
_JOINS = frozenset({TokenType.JOIN, TokenType.OUTER})
_SIDES = frozenset({TokenType.LEFT, TokenType.RIGHT, TokenType.FULL})


def canonical(text: str, dialect: Dialect) -> str:
    """`text` in canonical form. No catalog is asked, so it says the same of a draft that can't be parsed.

    It works on tokens. Words that change nothing go: `AS`, `ASC`, `INNER` before and `OUTER` within a join.
    """
    tokens = tokenize(text, dialect)
    if tokens is None:
        return " ".join(text.split())
    kept = list(tokens)
    while kept and kept[-1].token_type is TokenType.SEMICOLON:
        kept.pop()
    words = []
    for index, token in enumerate(kept):
        after = kept[index + 1].token_type if index + 1 < len(kept) else None
        before = kept[index - 1].token_type if index else None
        if not _idle(token.token_type, before, after):
            words.append(_word(token, text, dialect))
    return " ".join(words)


def _idle(kind: TokenType, before: TokenType | None, after: TokenType | None) -> bool:
    if kind in (TokenType.ALIAS, TokenType.ASC):
        return True
    if kind is TokenType.INNER:
        return after in _JOINS
    return kind is TokenType.OUTER and before in _SIDES and after in _JOINS


def _word(token: Token, text: str, dialect: Dialect) -> str:
    kind = token.token_type
    written = text[token.start : token.end + 1]
    if kind is TokenType.IDENTIFIER:
        # A double-quoted name may turn out to be text, so it stays apart from the bare name.
        textual = dialect.quoted_name_falls_back_to_text and written[:1] == '"'
        # In quotes a word of the grammar is a name.
        quoted = textual or not token.text.isidentifier() or is_reserved(token.text)
        name = _fold(token.text, dialect, quoted=True)
        return '"' + name.replace('"', '""') + '"' if quoted else name
    if kind in _OPERATORS:
        return _OPERATORS[kind]
    if kind is TokenType.VAR:
        return _fold(written, dialect, quoted=False)
    if kind is not TokenType.STRING and written[:1].isalpha():
        words = written.split()  # ORDER BY is one token
        if all(map(str.isidentifier, words)):
            return " ".join(words).lower()
    return written


def _fold(name: str, dialect: Dialect, *, quoted: bool) -> str:
    # On tokens nobody can tell a table from a column, so the stricter of the two rules counts.
    case = Case.SENSITIVE if dialect.table_case is Case.SENSITIVE else dialect.column_case
    if case is Case.INSENSITIVE:
        return name.lower()
    if quoted or case is Case.SENSITIVE:
        return name
    return name.upper() if case is Case.FOLDS_UPPER else name.lower()
