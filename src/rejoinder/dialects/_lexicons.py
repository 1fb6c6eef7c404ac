"""What engines read as one quoted thing, and as a comment, where several of them agree."""

from __future__ import annotations

import re

# MySQL's sql_lex.cc: comments don't nest, and -- needs a space behind it. Whether a backslash escapes and whether
# "…" is text depends on sql_mode: a backslash before a quote, which would mean different statements, is refused.
MYSQL = re.compile(
    r"""
    (?P<quoted>
      (?<![\w$@]) [xXbBnN] '(?:[^'\\]|\\[^'"]|'')*'
    | '(?:[^'\\]|\\[^'"]|'')*'
    | "(?:[^"\\]|\\[^'"]|"")*"
    | `(?:[^`]|``)*`
    )
    | (?P<comment> --(?=[\s\x00-\x1f]|\Z)[^\n]* | \#[^\n]* | /\*.*?(?:\*/|\Z) )
    """,
    re.VERBOSE | re.DOTALL,
)

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

# Snowflake: a backslash escapes in '…', $$…$$ has no escapes, // begins a comment as -- does, comments don't nest.
SNOWFLAKE = re.compile(
    r"""
    (?P<quoted> (?<![\w$])[xX]'[^']*' | '(?:[^'\\]|\\.|'')*' | "(?:[^"]|"")*" | \$\$.*?\$\$ )
    | (?P<comment> --[^\n]* | //[^\n]* | /\*.*?(?:\*/|\Z) )
    """,
    re.VERBOSE | re.DOTALL,
)

# SQL Server with QUOTED_IDENTIFIER on: nothing escapes but a doubled quote, ]] is a bracket in a name, comments nest.
SQLSERVER = re.compile(
    r"""
    (?P<quoted> (?<![\w$@#])[nN]'(?:[^']|'')*' | '(?:[^']|'')*' | "(?:[^"]|"")*" | \[(?:[^\]]|\]\])*\] )
    | (?P<comment>
      --[^\n]*
    | /\* (?:[^*/]|\*(?!/)|/(?!\*) | /\*(?:[^*/]|\*(?!/)|/(?!\*))*\*/ )* (?:\*/|\Z)
    )
    """,
    re.VERBOSE | re.DOTALL,
)
