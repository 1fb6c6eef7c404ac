"""Whether the parser cuts a text into the words that the engine cuts it into."""

from __future__ import annotations

import re

from sqlglot.tokenizer_core import Token, TokenType

from rejoinder.sql._fit import finding
from rejoinder.terms.classes import Defect
from rejoinder.terms.finding import Finding
from rejoinder.terms.span import Span

_QUOTES = "'\"`["
_SPACE = " \t\n\r\f"


def misread(text: str, tokens: tuple[Token, ...], lexicon: re.Pattern[str] | None) -> Finding | None:
    """Refuses what the engine would cut into other words, such as a comment inside a comment.

    The quoted things must be the same, and what is left over must be comments and space to the engine too.
    """
    if lexicon is None:
        return None
    quoted, comments = {}, []
    for match in lexicon.finditer(text):
        if match["comment"] is None:
            quoted[match.start()] = match.end()
        else:
            comments.append(match.span())
    for token in tokens:
        start = token.start
        looks_quoted = text[start] in _QUOTES and token.token_type is not TokenType.L_BRACKET
        if (looks_quoted or start in quoted) and quoted.pop(start, -1) != token.end + 1:
            return _unlike(start)
    if quoted:
        return _unlike(min(quoted))
    return _hidden_words(text, tokens, comments)


def _hidden_words(text: str, tokens: tuple[Token, ...], comments: list[tuple[int, int]]) -> Finding | None:
    """What stands between the parser's tokens must be space and whole comments to the engine as well."""
    gaps = zip(
        [0, *(token.end + 1 for token in tokens)],
        [*(token.start for token in tokens), len(text)],
        strict=True,
    )
    if not comments:
        between = "".join([text[start:end] for start, end in gaps])
        return _unlike(0) if between.strip(_SPACE) else None
    inside = iter(comments)
    comment = next(inside, None)
    for start, end in gaps:
        at = start
        while comment is not None and comment[0] < end:
            if comment[0] < at or comment[1] > end or text[at : comment[0]].strip(_SPACE):
                return _unlike(at)
            at = comment[1]
            comment = next(inside, None)
        if text[at:end].strip(_SPACE):
            return _unlike(at)
    return None


def _unlike(at: int) -> Finding:
    sentence = "This can be read in two ways: write plain quotes, comments and spaces."
    return finding(Defect.SYNTAX, sentence, span=Span(at, at + 1))
