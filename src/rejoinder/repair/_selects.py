"""The queries of a draft by their clauses, on its tokens, so that rules can move words without rendering a tree."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from sqlglot.tokenizer_core import Token, TokenType

from rejoinder.repair._calls import closing
from rejoinder.sql.parse import tokenize
from rejoinder.terms.dialect import Dialect

AGGREGATES = frozenset({"avg", "count", "group_concat", "max", "min", "string_agg", "sum", "total"})
_CLAUSES = frozenset(
    {
        *(TokenType.SELECT, TokenType.FROM, TokenType.WHERE, TokenType.GROUP_BY, TokenType.HAVING),
        *(TokenType.WINDOW, TokenType.ORDER_BY, TokenType.LIMIT, TokenType.OFFSET),
    }
)
_AFTER = frozenset({TokenType.SEMICOLON, TokenType.UNION, TokenType.EXCEPT, TokenType.INTERSECT})


@dataclass(frozen=True, slots=True)
class Words:
    """Some neighbouring tokens of a draft."""

    tokens: tuple[Token, ...]
    text: str

    @property
    def start(self) -> int:
        """Where the first begins."""
        return self.tokens[0].start

    @property
    def end(self) -> int:
        """Where the last has ended."""
        return self.tokens[-1].end + 1

    def __str__(self) -> str:
        """As they are written."""
        return self.text[self.start : self.end] if self.tokens else ""

    def at_top(self) -> Iterator[tuple[int, Token]]:
        """The tokens outside of brackets, and the brackets, each with its place, up to a bracket opened before."""
        depth = 0
        for at, token in enumerate(self.tokens):
            depth -= token.token_type is TokenType.R_PAREN
            if depth < 0:
                return
            if depth == 0:
                yield at, token
            depth += token.token_type is TokenType.L_PAREN

    def part(self, start: int, end: int | None = None) -> Words:
        """Those from one place to another."""
        return Words(self.tokens[start:end], self.text)

    def aggregates(self) -> Iterator[Words]:
        """The calls of aggregates, not those of queries inside."""
        skipped = -1
        for at, token in enumerate(self.tokens[:-1]):
            opening = at + 1
            if at < skipped or self.tokens[opening].token_type is not TokenType.L_PAREN:
                continue
            close = closing(self.tokens, opening)
            if close is None:
                return
            first = self.tokens[opening + 1]
            if first.token_type in (TokenType.SELECT, TokenType.WITH):
                skipped = close
            elif self.text[token.start : token.end + 1].lower() in AGGREGATES:
                yield self.part(at, close + 1)
                skipped = close


@dataclass(frozen=True, slots=True)
class Select:
    """One SELECT: the words of each clause without its keyword, and the keywords."""

    clauses: dict[TokenType, Words]
    keywords: dict[TokenType, Token]

    def words(self, clause: TokenType) -> Words | None:
        """What the clause says; None where there is none."""
        return self.clauses.get(clause)

    @property
    def start(self) -> int:
        """Where the query begins."""
        return self.keywords[TokenType.SELECT].start

    @property
    def end(self) -> int:
        """Where the query ends."""
        last = max(self.keywords.values(), key=lambda token: token.start)
        said = self.clauses.get(last.token_type)
        return said.end if said is not None else last.end + 1


def selects(text: str, dialect: Dialect) -> list[Select]:
    """Every SELECT of the draft, in the order of the text."""
    tokens = tokenize(text, dialect) or ()
    starts = [at for at, token in enumerate(tokens) if token.token_type is TokenType.SELECT]
    return [_select(Words(tokens[start:], text)) for start in starts]


def around(place: int, found: Iterable[Select]) -> Select | None:
    """The innermost query in which a place of the text lies."""
    over = [select for select in found if select.start <= place < select.end]
    return max(over, key=lambda select: select.start, default=None)


def _select(words: Words) -> Select:
    places: list[tuple[int, Token]] = []
    end = 0
    for at, token in words.at_top():
        if token.token_type in _AFTER:
            break
        end = at + 1
        if token.token_type in _CLAUSES:
            places.append((at, token))
    ends = [*(at for at, _ in places[1:]), end]
    parts = [(token, words.part(at + 1, after)) for (at, token), after in zip(places, ends, strict=True)]
    return Select(
        {token.token_type: part for token, part in parts if part.tokens},
        {token.token_type: token for token, _ in parts},
    )
