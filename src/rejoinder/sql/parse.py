"""Parse one statement, once, in the connection's own dialect. Fails closed, and never recurses without a bound."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TypeAlias

from sqlglot import exp
from sqlglot.dialects.dialect import Dialect as Grammar
from sqlglot.errors import ParseError, SqlglotError
from sqlglot.tokenizer_core import Token, TokenType

from rejoinder.terms.classes import Defect
from rejoinder.terms.dialect import Dialect
from rejoinder.terms.finding import Finding
from rejoinder.terms.span import Span

# sqlglot logs "Falling back to parsing as a 'Command'" with the text of the statement; such a tree is refused anyway.
logging.getLogger("sqlglot").setLevel(logging.CRITICAL)

NO_QUERY = "This is no query: only a SELECT, or VALUES, may be run."

MOST_CHARACTERS = 100_000
MOST_DEPTH = 60
"""Of brackets and CASE. Pure-Python sqlglot runs out of stack below 100, the compiled one can crash far above."""
MOST_PREFIXES = 60
"""Of signs and NOTs in a row, each of which nests as deep as a bracket."""
MOST_OPERATORS = 5_000
"""Of ANDs, ORs and set operations, which chain rather than nest."""

_QUOTES = "'\"`["
_UNSENDABLE = re.compile("[\0\ud800-\udfff]")
"""What no driver can send: text ends at a null for some, and a lone surrogate has no bytes."""
_SPACE = " \t\n\r\f"

_OPENS = frozenset({TokenType.L_PAREN, TokenType.L_BRACKET, TokenType.L_BRACE, TokenType.CASE})
_CLOSES = frozenset({TokenType.R_PAREN, TokenType.R_BRACKET, TokenType.R_BRACE, TokenType.END})
_PREFIXES = frozenset({TokenType.NOT, TokenType.DASH, TokenType.PLUS, TokenType.TILDE})
_CHAINS = frozenset({TokenType.AND, TokenType.OR, TokenType.UNION, TokenType.EXCEPT, TokenType.INTERSECT})


Respelling: TypeAlias = Callable[[str, tuple[Token, ...]], tuple[Token, ...]]


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
    return _parse(text, dialect.parser, dialect.title, dialect.lexicon, _respelt_by(dialect))


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
    if (rejected := _unfit(text)) is not None:
        return Unparsed(text, (rejected,))
    grammar = _grammar(parser)
    tokens: tuple[Token, ...] = ()
    try:
        tokens = tuple(grammar.tokenize(text))
        rejected = (
            _too_complex(text, tokens)
            or _not_one(text, tokens)
            or _command(tokens, grammar)
            or _misread(text, tokens, lexicon)
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
        return Unparsed(text, (_finding(Defect.SYNTAX, sentence),))
    except RecursionError:
        return Unparsed(text, (_finding(Defect.TOO_COMPLEX, "The statement is nested too deeply."),))
    tree = next((tree for tree in trees if tree is not None and not isinstance(tree, exp.Semicolon)), None)
    if tree is None:
        return Unparsed(text, (_finding(Defect.NO_SQL, "There is no SQL here."),))
    return Parsed(text, tree, tokens)


@lru_cache(maxsize=64)
def _grammar(parser: str) -> Grammar:
    return Grammar.get_or_raise(parser)


def _unfit(text: str) -> Finding | None:
    """Too long, or nothing that could be sent."""
    if len(text) > MOST_CHARACTERS:
        sentence = f"The statement has {len(text):,} characters; {MOST_CHARACTERS:,} are allowed."
        return _finding(Defect.TOO_COMPLEX, sentence)
    if (found := _UNSENDABLE.search(text)) is not None:
        sentence = "There is a character here that can't be sent to a database: leave it out."
        return _finding(Defect.SYNTAX, sentence, span=Span(*found.span()))
    return None


def _command(tokens: tuple[Token, ...], grammar: Grammar) -> Finding | None:
    """The tokenizer itself gives up on commands: what follows one is a single token to it."""
    first = tokens[0]
    if first.token_type not in grammar.tokenizer_class.COMMANDS:
        return None
    return _finding(Defect.WRITE, NO_QUERY, subject=first.text, span=Span(first.start, first.end + 1))


def _respelt_by(dialect: Dialect) -> tuple[Respelling, ...]:
    """What the engine reads and the parser doesn't: the tokens are put as the parser knows them."""
    named = ((dialect.text_beside_dot_is_name, _with_names), (dialect.table_is_a_query, _with_select))
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


def _as_name(token: Token) -> Token:
    return Token(
        TokenType.IDENTIFIER, token.text, token.line, token.col, token.start, token.end, token.comments
    )


def _too_complex(text: str, tokens: tuple[Token, ...]) -> Finding | None:
    """Counts nesting on the tokens, which know quotes and comments, before anything recurses over it.

    Most texts have too few brackets and signs for any of it, which is seen faster.
    """
    lower = text.lower()
    opens = text.count("(") + text.count("[") + text.count("{") + lower.count("case")
    prefixes = text.count("-") + text.count("+") + text.count("~") + lower.count("not")
    if opens <= MOST_DEPTH and prefixes <= MOST_PREFIXES and len(tokens) <= MOST_OPERATORS:
        return None
    return _nested(tokens)


def _nested(tokens: tuple[Token, ...]) -> Finding | None:
    depth = deepest = prefixes = most_prefixes = chained = 0
    for token in tokens:
        kind = token.token_type
        if kind in _OPENS:
            depth += 1
            deepest = max(deepest, depth)
        elif kind in _CLOSES:
            depth -= 1
        elif kind in _CHAINS:
            chained += 1
        prefixes = prefixes + 1 if kind in _PREFIXES else 0
        most_prefixes = max(most_prefixes, prefixes)
    if deepest > MOST_DEPTH or most_prefixes > MOST_PREFIXES or chained > MOST_OPERATORS:
        return _finding(
            Defect.TOO_COMPLEX, "The statement is nested too deeply or is too long a chain of conditions."
        )
    return None


def _misread(text: str, tokens: tuple[Token, ...], lexicon: re.Pattern[str] | None) -> Finding | None:
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
    return _finding(Defect.SYNTAX, sentence, span=Span(at, at + 1))


def _not_one(text: str, tokens: tuple[Token, ...]) -> Finding | None:
    """A second statement is a finding on its own words; it is never dropped in silence."""
    if tokens and ";" not in text:
        return None
    ended = False
    begun = False
    for token in tokens:
        if token.token_type is TokenType.SEMICOLON:
            ended = ended or begun
        elif ended:
            span = Span(token.start, tokens[-1].end + 1)
            sentence = "There is more than one statement: write exactly one."
            return _finding(Defect.NOT_ONE_STATEMENT, sentence, subject=token.text, span=span)
        else:
            begun = True
    return None if begun else _finding(Defect.NO_SQL, "There is no SQL here.")


def _syntax(error: ParseError, tokens: tuple[Token, ...], title: str) -> Finding:
    found = error.errors[0] if error.errors else {}
    word = str(found.get("highlight") or "")
    place = (found.get("line"), found.get("col"))
    at = next((token for token in tokens if (token.line, token.col) == place), None)
    span = Span(at.start, at.end + 1) if at else None
    near = f" near `{word}`" if word else ""
    return _finding(Defect.SYNTAX, f"This can't be read as {title}{near}.", subject=word, span=span)


def _finding(defect: Defect, message: str, *, subject: str = "", span: Span | None = None) -> Finding:
    return Finding(defect=defect, message=message, subject=subject, span=span, rule="parse")
