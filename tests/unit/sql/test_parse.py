"""Parsing: once, in the dialect, with every name's place in the text."""

from __future__ import annotations

import pytest
from sqlglot import exp
from tests.unit.sql.shop import SQLITE

from rejoinder.dialects import dialect
from rejoinder.sql.parse import MOST_CHARACTERS, Parsed, Unparsed, parse, span_of, tokenize

POSTGRES = dialect("postgres")


def tree_of(sql: str) -> exp.Expr:
    parsed = parse(sql, SQLITE)
    assert isinstance(parsed, Parsed)
    return parsed.tree


def test_the_same_text_is_parsed_once():
    sql = "SELECT id FROM orders"
    assert parse(sql, SQLITE) is parse(sql, SQLITE)


PLACES = [
    ("a column", "SELECT id FROM orders", exp.Column, "id"),
    ("a column with its qualifier", "SELECT o.id FROM orders o", exp.Column, "o.id"),
    ("with spaces round the dot", "SELECT o . id FROM orders o", exp.Column, "o . id"),
    ("a quoted column", 'SELECT o."a ""b" FROM orders o', exp.Column, 'o."a ""b"'),
    ("a column in brackets", "SELECT [a b] FROM orders", exp.Column, "[a b]"),
    ("a column as text", "SELECT 'o'.'id' FROM orders o", exp.Column, "'o'.'id'"),
    ("a table with schema and alias", "SELECT 1 FROM main.orders AS o", exp.Table, "main.orders"),
    ("a text", "SELECT 'it''s' FROM orders", exp.Literal, "'it''s'"),
    ("a name behind signs of several bytes", "SELECT '顧客🙂', id FROM orders", exp.Column, "id"),
    ("a name on the third line", "SELECT\r\n  -- x\n  id FROM orders", exp.Column, "id"),
]


@pytest.mark.parametrize(
    ("sql", "kind", "words"), [row[1:] for row in PLACES], ids=[row[0] for row in PLACES]
)
def test_the_place_is_known_of(sql: str, kind: type[exp.Expr], words: str):
    node = tree_of(sql).find(kind)
    assert node is not None
    span = span_of(node)
    assert span is not None
    assert span.of(sql) == words


def test_what_has_no_words_of_its_own_has_no_place():
    where = tree_of("SELECT id FROM orders WHERE id = 1").find(exp.Where)
    assert where is not None
    assert span_of(where) is None


def test_a_syntax_error_says_where():
    sql = "SELECT id FROM orders WHERE total > 3 4"
    unparsed = parse(sql, SQLITE)
    assert isinstance(unparsed, Unparsed)
    (finding,) = unparsed.findings
    assert finding.message == "This can't be read as SQLite 3 near `4`."
    assert finding.span is not None
    assert finding.span.start == sql.rindex("4")


def test_a_quoted_name_is_not_cut_by_what_is_in_it():
    column = tree_of('SELECT "a; -- b" FROM [c /* d]').find(exp.Column)
    assert column is not None
    assert column.name == "a; -- b"


def test_nothing_is_written_to_a_log(caplog: pytest.LogCaptureFixture):
    parse("REINDEX everything", SQLITE)
    parse("SELECT 1 FROM a b c d", SQLITE)
    assert caplog.records == []


def test_a_text_that_is_too_long_is_not_even_cut_into_tokens():
    assert tokenize("x" * (MOST_CHARACTERS + 1), SQLITE) is None
    assert tokenize("SELECT 'open", SQLITE) is None
    assert [token.text for token in tokenize("SELECT a", SQLITE) or ()] == ["SELECT", "a"]


OPERATORS = [
    ("before a value", "SELECT OPERATOR(pg_catalog.-) 5", "SELECT - 5"),
    ("between two", "SELECT 7 operator ( pg_catalog . # ) 3", "SELECT 7 # 3"),
    ("of several signs", "SELECT name OPERATOR(pg_catalog.~~*) 'a%'", "SELECT name ~~* 'a%'"),
]


@pytest.mark.parametrize(
    ("named", "plain"), [row[1:] for row in OPERATORS], ids=[row[0] for row in OPERATORS]
)
def test_an_operator_named_with_its_schema_is_the_operator(named: str, plain: str):
    found, meant = (parse(sql, POSTGRES) for sql in (named, plain))
    assert isinstance(found, Parsed)
    assert isinstance(meant, Parsed)
    assert found.tree == meant.tree


@pytest.mark.parametrize("owner", ["mine", "public", "pg_catalog.x"])
def test_an_operator_of_another_schema_is_not_taken_for_a_built_in_one(owner: str):
    found = parse(f"SELECT 1 OPERATOR({owner}.+) 2", POSTGRES)
    assert isinstance(found, Unparsed) or found.tree.find(exp.Operator) is not None
