"""What can be said of a text before anything is parsed: its length and depth, and whether it is one statement."""

from __future__ import annotations

import re

from sqlglot.dialects.dialect import Dialect as Grammar
from sqlglot.tokenizer_core import Token, TokenType

from rejoinder.terms.classes import Defect
from rejoinder.terms.finding import Finding
from rejoinder.terms.span import Span

_NO_QUERY = "This is no query: only a SELECT, or VALUES, may be run."
_ASKS_THE_CATALOG = (
    "This asks what the catalog holds, which is known already: only a SELECT, or VALUES, may be run."
)

MOST_CHARACTERS = 100_000
MOST_DEPTH = 60
"""Of brackets and CASE. Pure-Python sqlglot runs out of stack below 100, the compiled one can crash far above."""
MOST_PREFIXES = 60
"""Of signs and NOTs in a row, each of which nests as deep as a bracket."""
MOST_OPERATORS = 5_000
"""Of ANDs, ORs and set operations, which chain rather than nest."""

_UNSENDABLE = re.compile("[\0\ud800-\udfff]")
"""What no driver can send: text ends at a null for some, and a lone surrogate has no bytes."""

_ASKING = frozenset({"SHOW", "DESCRIBE", "DESC"})

_OPENS = frozenset({TokenType.L_PAREN, TokenType.L_BRACKET, TokenType.L_BRACE, TokenType.CASE})
_CLOSES = frozenset({TokenType.R_PAREN, TokenType.R_BRACKET, TokenType.R_BRACE, TokenType.END})
_PREFIXES = frozenset({TokenType.NOT, TokenType.DASH, TokenType.PLUS, TokenType.TILDE})
_CHAINS = frozenset({TokenType.AND, TokenType.OR, TokenType.UNION, TokenType.EXCEPT, TokenType.INTERSECT})


def unfit(text: str) -> Finding | None:
    """Too long, or nothing that could be sent."""
    if len(text) > MOST_CHARACTERS:
        sentence = f"The statement has {len(text):,} characters; {MOST_CHARACTERS:,} are allowed."
        return finding(Defect.TOO_COMPLEX, sentence)
    if (found := _UNSENDABLE.search(text)) is not None:
        sentence = "There is a character here that can't be sent to a database: leave it out."
        return finding(Defect.SYNTAX, sentence, span=Span(*found.span()))
    return None


def command(tokens: tuple[Token, ...], grammar: Grammar) -> Finding | None:
    """The tokenizer itself gives up on commands: what follows one is a single token to it."""
    first = tokens[0]
    if first.token_type not in grammar.tokenizer_class.COMMANDS:
        return None
    return no_query(first)


def no_query(first: Token) -> Finding:
    """What is said of a statement that begins with a word that no query begins with."""
    asks = first.text.upper() in _ASKING
    return finding(
        Defect.METADATA if asks else Defect.WRITE,
        _ASKS_THE_CATALOG if asks else _NO_QUERY,
        subject=first.text,
        span=Span(first.start, first.end + 1),
    )


def not_one(text: str, tokens: tuple[Token, ...]) -> Finding | None:
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
            return finding(Defect.NOT_ONE_STATEMENT, sentence, subject=token.text, span=span)
        else:
            begun = True
    return None if begun else finding(Defect.NO_SQL, "There is no SQL here.")


def too_complex(text: str, tokens: tuple[Token, ...]) -> Finding | None:
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
        return finding(
            Defect.TOO_COMPLEX, "The statement is nested too deeply or is too long a chain of conditions."
        )
    return None


def finding(defect: Defect, message: str, *, subject: str = "", span: Span | None = None) -> Finding:
    return Finding(defect=defect, message=message, subject=subject, span=span, rule="parse")
