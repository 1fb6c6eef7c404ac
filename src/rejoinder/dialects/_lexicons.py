"""What each engine reads as one quoted thing (`quoted`), and as a comment (`comment`).

Every pattern begins with the signs that one of them can begin with, which makes it four times as fast.
"""

from __future__ import annotations

import re


def _lexicon(first: str, quoted: str, comment: str) -> re.Pattern[str]:
    return re.compile(
        f"(?={first}) (?: (?P<quoted> {quoted} ) | (?P<comment> {comment} ) )", re.VERBOSE | re.DOTALL
    )


_LINE = r"--[^\n]*"
_BLOCK = r"/\*.*?(?:\*/|\Z)"
# Comments nest, here to two levels: a deeper one is refused, because the parser reads it otherwise.
_NESTED = r"/\* (?:[^*/]|\*(?!/)|/(?!\*) | /\*(?:[^*/]|\*(?!/)|/(?!\*))*\*/ )* (?:\*/|\Z)"
_PLAIN = r"'(?:[^']|'')*'"
_NAME = r'"(?:[^"]|"")*"'
_TICKED = r"`(?:[^`]|``)*`"

# tokenize.c: comments don't nest, a doubled quote is a quote, and nothing else escapes.
SQLITE = _lexicon(
    r"""[xX'"`\[\-/]""",
    rf"(?<![\w$])[xX]'[^']*' | {_PLAIN} | {_NAME} | {_TICKED} | \[[^\]]*\]",
    rf"{_LINE} | {_BLOCK}",
)

# PostgreSQL's scan.l, which DuckDB took over: E'…' has escapes, $tag$…$tag$ has none, and '…' has none because
# standard_conforming_strings is on.
POSTGRES = _lexicon(
    r"""[eEbBxXnNuU'"$\-/]""",
    rf"""
      (?<![\w$]) [eE] '(?:[^'\\]|\\.|'')*'
    | (?<![\w$]) (?:[bBxXnN]|[uU]&) {_PLAIN}
    | (?<![\w$]) [uU]& {_NAME}
    | {_PLAIN} | {_NAME}
    | (?<![\w$]) (?P<tag>\$(?:[^\W\d]\w*)?\$) .*? (?P=tag)
    """,
    rf"{_LINE} | {_NESTED}",
)

# MySQL's sql_lex.cc: comments don't nest, and -- needs a space behind it. Whether a backslash escapes and whether
# "…" is text depends on sql_mode: a backslash before a quote, which would mean different statements, is refused.
MYSQL = _lexicon(
    r"""[xXbBnN'"`\-\#/]""",
    rf"""
      (?<![\w$@]) [xXbBnN] '(?:[^'\\]|\\[^'"]|'')*'
    | '(?:[^'\\]|\\[^'"]|'')*'
    | "(?:[^"\\]|\\[^'"]|"")*"
    | {_TICKED}
    """,
    rf"--(?=[\s\x00-\x1f]|\Z)[^\n]* | \#[^\n]* | {_BLOCK}",
)

# Snowflake: a backslash escapes in '…', $$…$$ has no escapes, // begins a comment as -- does, comments don't nest.
SNOWFLAKE = _lexicon(
    r"""[xX'"$\-/]""",
    rf"(?<![\w$])[xX]'[^']*' | '(?:[^'\\]|\\.|'')*' | {_NAME} | \$\$.*?\$\$",
    rf"{_LINE} | //[^\n]* | {_BLOCK}",
)

# SQL Server with QUOTED_IDENTIFIER on: nothing escapes but a doubled quote, ]] is a bracket in a name, comments nest.
SQLSERVER = _lexicon(
    r"""[nN'"\[\-/]""",
    rf"(?<![\w$@\#])[nN]{_PLAIN} | {_PLAIN} | {_NAME} | \[(?:[^\]]|\]\])*\]",
    rf"{_LINE} | {_NESTED}",
)
