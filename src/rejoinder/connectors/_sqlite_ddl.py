"""The little of a `CREATE TABLE` that SQLite's pragmas don't tell: which values a column may have."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

_TOKEN = re.compile(
    r"""
      (?P<skip> \s+ | --[^\n]* | /\*.*?(?:\*/|\Z) )
    | (?P<text> '(?:[^']|'')*' )
    | (?P<name> "(?:[^"]|"")*" | `(?:[^`]|``)*` | \[[^\]]*\] | [^\W\d][\w$]* )
    | (?P<other> . )
    """,
    re.VERBOSE | re.DOTALL,
)


def allowed_values(sql: str) -> Mapping[str, tuple[str, ...]]:
    """The values of each `CHECK (column IN ('a', 'b'))`, by the column's name in lower case.

    Only a check that says nothing else is certain; any other is left alone.
    """
    if "check" not in sql.lower():
        return {}
    tokens = list(_tokens(sql))
    found: dict[str, tuple[str, ...]] = {}
    for at, (_, word) in enumerate(tokens):
        if word.lower() == "check":
            listed = _listed(tokens, at + 1)
            if listed is not None:
                found[listed[0]] = listed[1]
    return found


def _tokens(sql: str) -> Iterator[tuple[str, str]]:
    for match in _TOKEN.finditer(sql):
        if match.lastgroup != "skip":
            yield str(match.lastgroup), match.group()


def _listed(tokens: list[tuple[str, str]], at: int) -> tuple[str, tuple[str, ...]] | None:
    """Read `( name IN ( 'a' , 'b' ) )` at a place, or nothing."""
    opening = [word.lower() for _, word in tokens[at : at + 4]]
    if len(opening) < 4 or tokens[at + 1][0] != "name" or (opening[0], *opening[2:]) != ("(", "in", "("):
        return None
    values: list[str] = []
    for place in range(at + 4, len(tokens) - 2, 2):
        kind, word = tokens[place]
        if kind != "text":
            return None
        values.append(word[1:-1].replace("''", "'"))
        after = tokens[place + 1][1]
        if after == ")":
            closed = tokens[place + 2][1] == ")"
            return (_plain(tokens[at + 1][1]).lower(), tuple(values)) if closed else None
        if after != ",":
            return None
    return None


def _plain(name: str) -> str:
    if name[0] in '"`':
        return name[1:-1].replace(name[0] * 2, name[0])
    return name[1:-1] if name[0] == "[" else name
