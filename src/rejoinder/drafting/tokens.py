"""A question as tokens: words, numbers, quoted text and the marks that matter."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from enum import Enum, auto

from rejoinder.drafting.english import NUMBERS
from rejoinder.sql.words import fold


class Kind(Enum):
    """What a token is."""

    WORD = auto()
    NUMBER = auto()
    QUOTED = auto()
    MARK = auto()


@dataclass(frozen=True, slots=True)
class Token:
    """One token; `word` is its folded text, `value` that of a number."""

    kind: Kind
    text: str
    word: str
    value: int | Decimal | None = None


_PATTERN = re.compile(
    r"\"(?P<d>[^\"]{1,80})\"|“(?P<c>[^”]{1,80})”|`(?P<b>[^`]{1,80})`"
    r"|(?<!\w)['‘](?P<s>(?:[^'’]|['’](?=\w)){1,80})['’](?!\w)"
    r"|(?P<date>\d{4}-\d{1,2}-\d{1,2})(?!\d)"
    r"|(?P<number>[-+]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?)(?P<unit>%|st\b|nd\b|rd\b|th\b)?(?![\w])"
    r"|(?P<owner>['’]s\b|(?<=s)['’](?=\s))"
    r"|(?P<word>[^\W_](?:[\w&]|[-./'’](?=\w)(?!['’]?s\b(?!\w)))*)|(?P<mark>[,?.;:&()])"
)
_NEGATED = re.compile(r"n['’]t$")


def tokenise(question: str) -> tuple[Token, ...]:
    """The tokens of a question, in order."""
    return tuple(_tokens(question))


def _tokens(question: str) -> Iterator[Token]:
    for found in _PATTERN.finditer(question):
        groups = found.groupdict()
        text = found.group()
        quoted = groups["d"] or groups["c"] or groups["b"] or groups["s"]
        if quoted:
            yield Token(Kind.QUOTED, quoted.strip(), fold(quoted.strip()))
        elif groups["date"]:
            yield Token(Kind.WORD, text, text)
        elif groups["number"]:
            number = groups["number"].replace(",", "")
            yield Token(Kind.NUMBER, number, number, Decimal(number) if "." in number else int(number))
        elif groups["owner"]:
            yield Token(Kind.MARK, text, "'s")
        elif groups["word"]:
            word = fold(_NEGATED.sub("n't", text))
            value = NUMBERS.get(word)
            yield Token(Kind.WORD if value is None else Kind.NUMBER, text, word, value)
        else:
            yield Token(Kind.MARK, text, text)
