"""What engines read as one quoted thing, and as a comment, where several of them agree."""

from __future__ import annotations

import re

# PostgreSQL's scan.l: comments nest (here to two levels; a deeper one is refused as ambiguous), E'…' has escapes,
# $tag$…$tag$ has none, and '…' has none because standard_conforming_strings is on.
POSTGRES = re.compile(
    r"""
    (?P<quoted>
      (?<![\w$]) [eE] '(?:[^'\\]|\\.|'')*'
    | (?<![\w$]) (?:[bBxXnN]|[uU]&) '(?:[^']|'')*'
    | (?<![\w$]) [uU]& "(?:[^"]|"")*"
    | '(?:[^']|'')*'
    | "(?:[^"]|"")*"
    | (?<![\w$]) (?P<tag>\$(?:[^\W\d]\w*)?\$) .*? (?P=tag)
    )
    | (?P<comment>
      --[^\n]*
    | /\* (?:[^*/]|\*(?!/)|/(?!\*) | /\*(?:[^*/]|\*(?!/)|/(?!\*))*\*/ )* (?:\*/|\Z)
    )
    """,
    re.VERBOSE | re.DOTALL,
)
