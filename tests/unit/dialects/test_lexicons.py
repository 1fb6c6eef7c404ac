"""Quotes and comments: a draft passes only where the parser cuts it as the engine does."""

from __future__ import annotations

import pytest

from rejoinder.dialects import dialect
from rejoinder.sql.parse import Parsed, parse

ALIKE = [
    ("postgres", "SELECT 'it''s', \"a\"\"b\" FROM t"),
    ("postgres", "SELECT 'a\\'"),
    ("postgres", "SELECT E'it\\'s; --', e'a', B'01', X'4D', N'a', U&'d\\0061'"),
    ("postgres", "SELECT $$a'b; $$, $t$ /* $$ -- $t$"),
    ("postgres", "SELECT a[1], '[x]', '{1,2}'::int[] FROM t"),
    ("postgres", "SELECT 1 /* a /* b */ ' */ AS one -- '"),
    ("postgres", "SELECT a$b$c FROM t"),
    ("duckdb", "SELECT [1, 2], {'a': 1}, m['b'], $$a'b$$ FROM t /* a /* b */ c */"),
    ("mysql", "SELECT 'it''s', \"a\"\"b\", `c``d`, 'a\\\\', 'x\\n' FROM t"),
    ("mysql", "SELECT N'a', x'4D', b'01', _latin1'a' # it's"),
    ("mysql", "SELECT 1 -- it's"),
    ("mariadb", "SELECT 1 /* a /* b */"),
    ("sqlite", 'SELECT \'a\\\', "b""c", [d"e], `f` -- it\'s'),
]

UNLIKE = [
    ("postgres", 'SELECT U&"d\\0061t\\0061" FROM t'),
    ("postgres", "SELECT 1 /* /* /* three levels */ */ */"),
    ("postgres", "SELECT 1 /* a /* b */, (SELECT 2)"),
    ("postgres", "SELECT $a$ b $c$"),
    ("mysql", "SELECT 'it\\'s'"),
    ("mysql", 'SELECT "a\\" OR 1 INTO OUTFILE \'/x\' -- "'),
    ("mysql", "SELECT /*+ SET_VAR(max_execution_time = 0) */ 1"),
    ("sqlite", "SELECT 1 /* a /* b */ c */"),
]


@pytest.mark.parametrize(("engine", "sql"), ALIKE)
def test_it_is_read_alike(engine: str, sql: str):
    assert isinstance(parse(sql, dialect(engine)), Parsed)


@pytest.mark.parametrize(("engine", "sql"), UNLIKE)
def test_it_is_refused_where_it_could_mean_two_things(engine: str, sql: str):
    assert not isinstance(parse(sql, dialect(engine)), Parsed)
