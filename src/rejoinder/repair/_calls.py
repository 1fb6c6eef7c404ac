"""Calls taken apart on the tokens of a draft, and written again by a dialect's templates."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from sqlglot.tokenizer_core import Token, TokenType

from rejoinder.sql.parse import tokenize
from rejoinder.terms.dialect import Dialect

_PLACE = re.compile(r"\{(?P<key>\d|\*)(?::(?P<kind>[a-z]+))?(?P<between>[^}]*)\}")
_PARTS = re.compile(r"\{[^}]*\}|'[^']*'|\w+|[(),]")
_DEPTH = {TokenType.L_PAREN: 1, TokenType.R_PAREN: -1}
_MYSQL = {
    "%i": "%M",
    "%s": "%S",
    "%Y": "%Y",
    "%m": "%m",
    "%d": "%d",
    "%H": "%H",
    "%j": "%j",
    "%S": "%S",
    "%%": "%%",
}
_ORACLE = {"YYYY": "%Y", "MM": "%m", "DD": "%d", "HH24": "%H", "MI": "%M", "SS": "%S", "DDD": "%j"}
_ORACLE_WORD = re.compile(r"YYYY|HH24|DDD|MM|DD|MI|SS|[A-Za-z]+")


@dataclass(frozen=True, slots=True)
class Call:
    """`name(…)` in a draft: its tokens, and where it stands in the text."""

    tokens: tuple[Token, ...]
    start: int
    end: int

    def commas(self) -> list[int]:
        """Where its arguments are parted."""
        depth, found = 0, []
        for token in self.tokens:
            depth += _DEPTH.get(token.token_type, 0)
            if depth == 1 and token.token_type is TokenType.COMMA:
                found.append(token.start)
        return found


def called(text: str, names: frozenset[str], dialect: Dialect) -> list[Call]:
    """The calls of `names` (lower case) in `text`, the innermost of nested ones last."""
    tokens = tokenize(text, dialect) or ()
    found = []
    for index, token in enumerate(tokens[:-1]):
        if (
            tokens[index + 1].token_type is not TokenType.L_PAREN
            or _written(token, text).lower() not in names
        ):
            continue
        close = closing(tokens, index + 1)
        if close is not None:
            found.append(Call(tokens[index : close + 1], token.start, tokens[close].end + 1))
    return found


def rewritten(call: Call, text: str, dialect: Dialect) -> str | None:
    """The call as this dialect says it, by the first template that fits."""
    words = [_written(token, text) for token in call.tokens]
    for pattern, template in _templates(dialect, words[0].lower()):
        places = _fit(pattern, call.tokens, text)
        if places is not None:
            written = _fill(template, places)
            if written is not None:
                return written
    return None


def _templates(dialect: Dialect, name: str) -> list[tuple[tuple[str, ...], str]]:
    return [
        (_pattern(pattern), template)
        for pattern, template in dialect.calls
        if pattern.partition("(")[0] == name
    ]


@lru_cache(maxsize=1024)
def _pattern(written: str) -> tuple[str, ...]:
    return tuple(_PARTS.findall(written))


def closing(tokens: Sequence[Token], opening: int) -> int | None:
    """The place of the bracket that closes the one at `opening`."""
    depth = 0
    for index in range(opening, len(tokens)):
        depth += _DEPTH.get(tokens[index].token_type, 0)
        if depth == 0:
            return index
    return None


def _fit(pattern: Sequence[str], tokens: Sequence[Token], text: str) -> dict[str, list[str]] | None:
    """The text at each place of the pattern, or None where it doesn't fit. `{*}` takes one or more arguments."""
    places: dict[str, list[str]] = {}
    at = 0
    for index, part in enumerate(pattern):
        place = _PLACE.fullmatch(part)
        if place is None:
            if at >= len(tokens) or _written(tokens[at], text).lower() != part.lower():
                return None
            at += 1
            continue
        end = _end_of_place(tokens, at, pattern[index + 1], text)
        if end is None or end == at:
            return None
        spread = place["key"] == "*"
        arguments = _split(tokens[at:end], text)
        if not spread and len(arguments) != 1:
            return None
        places[place["key"]] = arguments
        at = end
    return places if at == len(tokens) else None


def _end_of_place(tokens: Sequence[Token], at: int, after: str, text: str) -> int | None:
    """Where the token `after` stands outside of brackets: a comma, a closing bracket or a word."""
    depth = 0
    for index in range(at, len(tokens)):
        last = index == len(tokens) - 1
        if depth == 0 and _written(tokens[index], text).lower() == after.lower() and (after != ")" or last):
            return index
        depth += _DEPTH.get(tokens[index].token_type, 0)
    return None


def _split(tokens: Sequence[Token], text: str) -> list[str]:
    """The arguments in `tokens`, as they are written."""
    arguments: list[list[Token]] = [[]]
    depth = 0
    for token in tokens:
        if depth == 0 and token.token_type is TokenType.COMMA:
            arguments.append([])
            continue
        depth += _DEPTH.get(token.token_type, 0)
        arguments[-1].append(token)
    return [_argument(each, text) for each in arguments]


def _argument(tokens: Sequence[Token], text: str) -> str:
    if not tokens:
        return ""
    return text[tokens[0].start : tokens[-1].end + 1]


def _fill(template: str, places: Mapping[str, list[str]]) -> str | None:
    """The template with its places filled; None where an argument can't be converted."""
    failed = False

    def put(place: re.Match[str]) -> str:
        nonlocal failed
        arguments = [_converted(each, place["kind"]) for each in places.get(place["key"], ())]
        failed |= not arguments or None in arguments or "" in arguments
        kept = [each for each in arguments if each]
        loose = bool(place["between"]) or template[: place.start()].rstrip()[-1:] in ("/", "-", "*", "+", "=")
        loose |= template[place.end() :].lstrip()[:1] in ("/", "-", "*", "+", "=", ">", "I")
        return (place["between"] or ", ").join(_bracketed(each) if loose else each for each in kept)

    written = _PLACE.sub(put, template)
    return None if failed else written


def _bracketed(argument: str) -> str:
    """An argument that stands beside an operator, in brackets unless it is one name, number, text or call."""
    plain = re.fullmatch(r"[\w.\"`\[\]]+(\([^()]*\))?|'[^']*'|\(.*\)", argument, re.DOTALL)
    whole = not argument.startswith("(") or _closes_at_end(argument)
    return argument if plain and whole else f"({argument})"


def _closes_at_end(argument: str) -> bool:
    depth = 0
    for index, char in enumerate(argument):
        depth += {"(": 1, ")": -1}.get(char, 0)
        if depth == 0:
            return index == len(argument) - 1
    return False


def _converted(argument: str, kind: str | None) -> str | None:
    if kind is None:
        return argument
    if kind == "number":
        found = re.fullmatch(r"'?(\d+)'?", argument)
        return found[1] if found else None
    if kind == "text":
        return argument if argument.startswith("'") else f"ifnull({argument}, '')"
    if not re.fullmatch(r"'[^']*'", argument):
        return None
    return _mysql(argument) if kind == "mysql" else _oracle(argument)


def _mysql(argument: str) -> str | None:
    """A format of DATE_FORMAT as one of strftime."""
    used = re.findall(r"%.", argument)
    if any(each not in _MYSQL for each in used):
        return None
    return re.sub(r"%.", lambda found: _MYSQL[found[0]], argument)


def _oracle(argument: str) -> str | None:
    """A format of TO_CHAR as one of strftime."""
    words = _ORACLE_WORD.findall(argument.upper())
    if any(word not in _ORACLE for word in words):
        return None
    return _ORACLE_WORD.sub(lambda found: _ORACLE[found[0]], argument.upper())


def _written(token: Token, text: str) -> str:
    return text[token.start : token.end + 1]
