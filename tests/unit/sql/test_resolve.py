"""What every name means, by SQLite's own rules: one row a rule, and the real engine asked beside it."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator

import pytest
from tests.unit.sql.shop import CATALOG, SQLITE, database

from rejoinder.sql.parse import Parsed, parse
from rejoinder.sql.resolve import resolve
from rejoinder.sql.scopes import ColumnUse, Resolution, TableUse


@pytest.fixture(scope="module")
def engine() -> Iterator[sqlite3.Connection]:
    connection = database()
    yield connection
    connection.close()


def resolved(sql: str) -> Resolution:
    parsed = parse(sql, SQLITE)
    assert isinstance(parsed, Parsed), parsed.findings
    return resolve(parsed, CATALOG, SQLITE)


def meanings(sql: str) -> list[str]:
    """`name -> meaning` of every column in the order of the text."""
    uses = sorted(resolved(sql).columns, key=lambda use: use.span.start if use.span else 0)
    return [f"{use.span.of(sql) if use.span else '?'} -> {told(use)}" for use in uses]


def told(use: ColumnUse) -> str:
    return f"{use.meaning} {use.ref}" if use.ref else str(use.meaning)


MEANINGS = [
    ("a column of the only table", "SELECT total FROM orders", ["total -> column orders.total"]),
    ("case is no matter", "SELECT TOTAL FROM Orders", ["TOTAL -> column orders.total"]),
    ("nor in quotes", 'SELECT "TOTAL" FROM "ORDERS"', ['"TOTAL" -> column orders.total']),
    (
        "an alias of a table takes its place",
        "SELECT o.total FROM orders o",
        ["o.total -> column orders.total"],
    ),
    ("after which its name means nothing", "SELECT orders.total FROM orders o", ["orders.total -> unknown"]),
    (
        "the schema may be said",
        "SELECT main.orders.total FROM orders",
        ["main.orders.total -> column orders.total"],
    ),
    ("but no other schema", "SELECT temp.orders.total FROM orders", ["temp.orders.total -> unknown"]),
    (
        "a name with a space",
        'SELECT "Unit Price" FROM products',
        ['"Unit Price" -> column products.Unit Price'],
    ),
    ("another script", "SELECT 氏名 FROM 顧客", ["氏名 -> column 顧客.氏名"]),
    ("two owners are ambiguous", "SELECT id FROM orders JOIN customers ON 1", ["id -> ambiguous"]),
    ("one of two tables owns it", "SELECT email FROM orders, customers", ["email -> column customers.email"]),
    (
        "SELECT doesn't see its own aliases",
        "SELECT total AS t, t FROM orders",
        ["total -> column orders.total", "t -> unknown"],
    ),
    (
        "WHERE sees them",
        "SELECT total AS t FROM orders WHERE t > 1",
        ["total -> column orders.total", "t -> alias"],
    ),
    (
        "WHERE prefers the column",
        "SELECT total AS id FROM orders WHERE id > 1",
        ["total -> column orders.total", "id -> column orders.id"],
    ),
    (
        "GROUP BY sees them",
        "SELECT total AS t FROM orders GROUP BY t",
        ["total -> column orders.total", "t -> alias"],
    ),
    (
        "GROUP BY prefers the column",
        "SELECT upper(status) AS status FROM orders GROUP BY status",
        ["status -> column orders.status", "status -> column orders.status"],
    ),
    (
        "HAVING sees them",
        "SELECT sum(total) AS t FROM orders GROUP BY id HAVING t > 1",
        ["total -> column orders.total", "id -> column orders.id", "t -> alias"],
    ),
    (
        "ORDER BY prefers the alias",
        "SELECT total AS id FROM orders ORDER BY id",
        ["total -> column orders.total", "id -> alias"],
    ),
    (
        "ORDER BY inside an expression prefers the column",
        "SELECT total AS id FROM orders ORDER BY id + 1",
        ["total -> column orders.total", "id -> column orders.id"],
    ),
    (
        "ORDER BY sees a column that isn't selected",
        "SELECT id FROM orders ORDER BY total",
        ["id -> column orders.id", "total -> column orders.total"],
    ),
    (
        "ON sees aliases",
        "SELECT o.total AS t FROM orders o JOIN items i ON i.price = t",
        ["o.total -> column orders.total", "i.price -> column items.price", "t -> alias"],
    ),
    (
        "a subquery sees the query around it",
        "SELECT id FROM orders o WHERE EXISTS (SELECT 1 FROM items WHERE order_id = o.id)",
        ["id -> column orders.id", "order_id -> column items.order_id", "o.id -> column orders.id"],
    ),
    (
        "the nearest query wins",
        "SELECT id FROM orders WHERE id IN (SELECT id FROM customers)",
        ["id -> column orders.id", "id -> column orders.id", "id -> column customers.id"],
    ),
    (
        "a name that only the outer query has",
        "SELECT id FROM orders WHERE id IN (SELECT total FROM customers)",
        ["id -> column orders.id", "id -> column orders.id", "total -> column orders.total"],
    ),
    (
        "a query doesn't see into its subqueries",
        "SELECT price FROM orders WHERE id IN (SELECT order_id FROM items)",
        ["price -> unknown", "id -> column orders.id", "order_id -> column items.order_id"],
    ),
    (
        "a derived table passes its columns on",
        "SELECT d.s FROM (SELECT status AS s FROM orders) d",
        ["d.s -> column orders.status", "status -> column orders.status"],
    ),
    (
        "and hides the others",
        "SELECT d.total FROM (SELECT status FROM orders) d",
        ["d.total -> unknown", "status -> column orders.status"],
    ),
    (
        "an expression in it has a name but no column",
        "SELECT d.s FROM (SELECT upper(status) AS s FROM orders) d",
        ["d.s -> column", "status -> column orders.status"],
    ),
    (
        "a star in it passes everything on",
        "SELECT d.total FROM (SELECT * FROM orders) d",
        ["d.total -> column orders.total"],
    ),
    (
        "a derived table doesn't see its neighbours",
        "SELECT 1 FROM orders o, (SELECT o.total) d",
        ["o.total -> unknown"],
    ),
    (
        "a derived table without a name",
        "SELECT status FROM (SELECT status FROM orders)",
        ["status -> column orders.status", "status -> column orders.status"],
    ),
    ("VALUES has columns by position", "SELECT column1 FROM (VALUES (1, 2))", ["column1 -> column"]),
    (
        "a common table expression",
        "WITH w AS (SELECT total FROM orders) SELECT w.total FROM w",
        ["total -> column orders.total", "w.total -> column orders.total"],
    ),
    (
        "it may rename its columns",
        "WITH w(a) AS (SELECT total FROM orders) SELECT a FROM w",
        ["total -> column orders.total", "a -> column orders.total"],
    ),
    (
        "after which the old names mean nothing",
        "WITH w(a) AS (SELECT total FROM orders) SELECT total FROM w",
        ["total -> column orders.total", "total -> unknown"],
    ),
    ("it hides a table of its name", "WITH orders AS (SELECT 1 AS x) SELECT x FROM orders", ["x -> column"]),
    (
        "but not one with a schema",
        "WITH orders AS (SELECT 1 AS x) SELECT total FROM main.orders",
        ["total -> column orders.total"],
    ),
    (
        "a later one sees an earlier one",
        "WITH a AS (SELECT id FROM orders), b AS (SELECT id FROM a) SELECT id FROM b",
        ["id -> column orders.id", "id -> column orders.id", "id -> column orders.id"],
    ),
    (
        "an earlier one sees a later one",
        "WITH a AS (SELECT id FROM b), b AS (SELECT id FROM orders) SELECT id FROM a",
        ["id -> column orders.id", "id -> column orders.id", "id -> column orders.id"],
    ),
    (
        "one inside a subquery is seen only there",
        "SELECT id FROM (WITH w AS (SELECT id FROM orders) SELECT id FROM w)",
        ["id -> column orders.id", "id -> column orders.id", "id -> column orders.id"],
    ),
    (
        "a recursive one sees its first arm",
        "WITH RECURSIVE w(n) AS (SELECT id FROM staff UNION ALL SELECT n + 1 FROM w WHERE n < 9) SELECT n FROM w",
        ["id -> column staff.id", "n -> column staff.id", "n -> column staff.id", "n -> column staff.id"],
    ),
    (
        "a set operation has the names of its first arm",
        "SELECT d.id FROM (SELECT id FROM orders UNION SELECT name FROM staff) d",
        ["d.id -> column orders.id", "id -> column orders.id", "name -> column staff.name"],
    ),
    (
        "ORDER BY of one sees them",
        "SELECT id AS x FROM orders UNION SELECT id FROM staff ORDER BY x",
        ["id -> column orders.id", "id -> column staff.id", "x -> alias orders.id"],
    ),
    (
        "USING leaves one column of two",
        "SELECT region FROM customers JOIN orders USING (region)",
        [
            "region -> column customers.region",
            "region -> column customers.region",
            "region -> column orders.region",
        ],
    ),
    ("USING needs it on both sides", "SELECT 1 FROM customers JOIN items USING (id)", []),
    (
        "NATURAL merges whatever is common",
        "SELECT region FROM customers NATURAL JOIN orders",
        ["region -> column customers.region"],
    ),
    (
        "a window is a place like another",
        "SELECT sum(total) OVER (PARTITION BY nothing) FROM orders",
        ["total -> column orders.total", "nothing -> unknown"],
    ),
    ("the number of a row is its key", "SELECT rowid FROM orders", ["rowid -> rowid orders.id"]),
    ("or no column at all", "SELECT rowid FROM items", ["rowid -> rowid"]),
    (
        "a table function has its own columns",
        "SELECT j.value, j.nothing FROM json_each('[1]') j",
        ["j.value -> column", "j.nothing -> unknown"],
    ),
    (
        "its argument sees the tables before it",
        "SELECT j.value FROM orders o, json_each(o.status) j",
        ["j.value -> column", "o.status -> column orders.status"],
    ),
    (
        "a double-quoted text is text where a value is meant",
        'SELECT id FROM orders WHERE status = "paid"',
        ["id -> column orders.id", "status -> column orders.status", '"paid" -> text'],
    ),
    (
        "but no misspelt column",
        'SELECT "Total Price" FROM orders WHERE "sta tus" = 3',
        ['"Total Price" -> unknown', '"sta tus" -> unknown'],
    ),
    (
        "a misspelt column with an unspelt one",
        'SELECT id FROM orders WHERE total > "to tal"',
        ["id -> column orders.id", "total -> column orders.total", '"to tal" -> unknown'],
    ),
    (
        "brackets round tables open no query",
        "SELECT o.total FROM (orders o JOIN items i ON i.order_id = o.id)",
        ["o.total -> column orders.total", "i.order_id -> column items.order_id", "o.id -> column orders.id"],
    ),
    (
        "nor do brackets round queries that have names",
        "SELECT o.id FROM ((SELECT id FROM orders) AS o JOIN (SELECT order_id FROM items) AS i ON i.order_id = o.id)",
        [
            "o.id -> column orders.id",
            "id -> column orders.id",
            "order_id -> column items.order_id",
            "i.order_id -> column items.order_id",
            "o.id -> column orders.id",
        ],
    ),
    (
        "a word of the grammar that is a column in quotes",
        'SELECT "true" FROM words',
        ['"true" -> column words.true'],
    ),
    ("the columns of a view", "SELECT pin FROM pins", ["pin -> column pins.pin"]),
]


@pytest.mark.parametrize(("sql", "expected"), [row[1:] for row in MEANINGS], ids=[row[0] for row in MEANINGS])
def test_names_mean_what_sqlite_takes_them_for(sql: str, expected: list[str], engine: sqlite3.Connection):
    said = [each for each in meanings(sql) if not each.startswith("?")]
    assert said == expected
    # Where something is unknown or ambiguous, the engine says so too; SQLite's texts in double quotes aside.
    if '"' in sql:
        return
    assert bool(resolved(sql).problems) == (refusal(engine, sql) is not None)


def refusal(engine: sqlite3.Connection, sql: str) -> str | None:
    try:
        engine.execute(f"EXPLAIN {sql}")
    except sqlite3.OperationalError as error:
        return str(error)
    return None


@pytest.mark.parametrize("word", ["true", "TRUE", "current_user", "words.true"])
def test_a_word_of_the_grammar_is_a_column_where_there_is_one(word: str, engine: sqlite3.Connection):
    (use,) = resolved(f"SELECT {word} FROM words").columns
    assert str(use.ref) == f"words.{word.lower().removeprefix('words.')}"
    assert use.span is None
    assert engine.execute(f"SELECT {word} FROM words").fetchone() == ("1",)


def test_it_is_what_the_grammar_says_where_there_is_none():
    assert meanings("SELECT true, current_date FROM orders WHERE false") == []
    (problem,) = resolved("SELECT current_user FROM orders").problems
    assert (problem.defect, problem.subject) == ("unknown_column", "current_user")


def test_candidates_name_the_source_as_it_is_called_here():
    (problem,) = resolved("SELECT o.email FROM orders o JOIN customers c ON c.id = o.customer_id").problems
    assert problem.candidates[0] == "c.email"
    (problem,) = resolved("SELECT id FROM orders o JOIN customers c ON c.id = o.customer_id").problems
    assert problem.candidates == ("o.id", "c.id")


def test_a_table_that_is_not_there_makes_no_second_problem_of_its_columns():
    (problem,) = resolved("SELECT s.whatever, s.id FROM storders s WHERE s.other = 1").problems
    assert (problem.defect, problem.subject, problem.candidates) == ("unknown_table", "storders", ("orders",))


def test_a_use_is_found_by_its_place():
    sql = "SELECT o.total FROM orders AS o"
    resolution = resolved(sql)
    (column,) = resolution.columns
    (table,) = resolution.tables
    assert resolution.at(column.span) is column
    assert isinstance(resolution.at(table.span), TableUse)
    assert resolution.at(None) is None
    assert resolution.use_of(column.node) is column
    assert resolution.uses_in(resolution.root) == (column,)


def test_a_recursive_expression_is_told_from_one_that_only_could_be():
    again = "SELECT n FROM a UNION SELECT n + 1 FROM b WHERE n < 3"
    sql = f"WITH RECURSIVE a AS (SELECT 1 AS n), b AS ({again}) SELECT n FROM b"
    assert {cte.name: cte.recursive for cte in resolved(sql).ctes} == {"a": False, "b": True}
