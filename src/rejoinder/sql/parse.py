"""Parse one statement, once, in the connection's own dialect. Fails closed, and never recurses without a bound."""

from __future__ import annotations

import logging
import re
from dataclasses import dataclass
from functools import cached_property, lru_cache

from sqlglot import exp
from sqlglot.dialects.dialect import Dialect as Grammar
from sqlglot.errors import ParseError, SqlglotError
from sqlglot.tokenizer_core import Token

from rejoinder.sql._fit import MOST_CHARACTERS, command, finding, no_query, not_one, too_complex, unfit
from rejoinder.sql._misread import misread
from rejoinder.sql._respelt import Respelling, respelt_by
from rejoinder.terms.classes import Defect
from rejoinder.terms.dialect import Dialect
from rejoinder.terms.finding import Finding
from rejoinder.terms.span import Span

# sqlglot logs "Falling back to parsing as a 'Command'" with the text of the statement; such a tree is refused anyway.
logging.getLogger("sqlglot").setLevel(logging.CRITICAL)

__all__ = ["MOST_CHARACTERS", "Parsed", "Unparsed", "no_query", "parse", "span_of", "tokenize"]


@dataclass(frozen=True, eq=False)
class Parsed:
    """One statement as a tree with its tokens. Shared by everybody: copy the tree before changing it."""

    text: str
    tree: exp.Expr
    tokens: tuple[Token, ...]

    @cached_property
    def starts(self) -> dict[int, int]:
        """The index of each token by the offset of its first character."""
        return {token.start: index for index, token in enumerate(self.tokens)}


@dataclass(frozen=True, slots=True, eq=False)
class Unparsed:
    """Why there is no tree."""

    text: str
    findings: tuple[Finding, ...]


def parse(text: str, dialect: Dialect) -> Parsed | Unparsed:
    """`text` as one statement of `dialect`. A trailing semicolon or comment is fine."""
    return _parse(text, dialect.parser, dialect.title, dialect.lexicon, respelt_by(dialect))


def tokenize(text: str, dialect: Dialect) -> tuple[Token, ...] | None:
    """The tokens of `text`, or None where it is too long or holds something that is no token."""
    if len(text) > MOST_CHARACTERS:
        return None
    try:
        return tuple(_grammar(dialect.parser).tokenize(text))
    except (SqlglotError, RecursionError):
        return None


def span_of(node: exp.Expr) -> Span | None:
    """Where a name stands in the text: an identifier, a column with its qualifiers, a table with its schema."""
    if isinstance(node, exp.Column | exp.Table):
        spans = [span_of(part) if isinstance(part, exp.Expr) else None for part in node.parts]
        # A word of the grammar that is used as a name has no place; half of a place would be a wrong one.
        first, last = (spans[0], spans[-1]) if spans else (None, None)
        return Span(first.start, last.end) if first is not None and last is not None else None
    start, end = node.meta_get("start"), node.meta_get("end")
    return Span(start, end + 1) if isinstance(start, int) and isinstance(end, int) else None


@lru_cache(maxsize=512)
def _parse(
    text: str, parser: str, title: str, lexicon: re.Pattern[str] | None, respelt: tuple[Respelling, ...]
) -> Parsed | Unparsed:
    if (rejected := unfit(text)) is not None:
        return Unparsed(text, (rejected,))
    grammar = _grammar(parser)
    tokens: tuple[Token, ...] = ()
    try:
        tokens = tuple(grammar.tokenize(text))
        rejected = (
            too_complex(text, tokens)
            or not_one(text, tokens)
            or command(tokens, grammar)
            or misread(text, tokens, lexicon)
        )
        if rejected:
            return Unparsed(text, (rejected,))
        for respell in respelt:
            tokens = respell(text, tokens)
        trees = grammar.parser().parse(list(tokens), text)
    except ParseError as error:
        return Unparsed(text, (_syntax(error, tokens, title),))
    except SqlglotError:
        sentence = f"This can't be read as {title}: a quote or comment may be left open."
        return Unparsed(text, (finding(Defect.SYNTAX, sentence),))
    except RecursionError:
        return Unparsed(text, (finding(Defect.TOO_COMPLEX, "The statement is nested too deeply."),))
    tree = next((tree for tree in trees if tree is not None and not isinstance(tree, exp.Semicolon)), None)
    if tree is None:
        return Unparsed(text, (finding(Defect.NO_SQL, "There is no SQL here."),))
    return Parsed(text, tree, tokens)


@lru_cache(maxsize=64)
def _grammar(parser: str) -> Grammar:
    return Grammar.get_or_raise(parser)


def _syntax(error: ParseError, tokens: tuple[Token, ...], title: str) -> Finding:
    found = error.errors[0] if error.errors else {}
    word = str(found.get("highlight") or "")
    place = (found.get("line"), found.get("col"))
    at = next((token for token in tokens if (token.line, token.col) == place), None)
    span = Span(at.start, at.end + 1) if at else None
    near = f" near `{word}`" if word else ""
    return finding(Defect.SYNTAX, f"This can't be read as {title}{near}.", subject=word, span=span)
