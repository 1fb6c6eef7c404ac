"""C6: depth, joins, joins without a condition, recursion without an end; and length, before anything is parsed."""

from __future__ import annotations

import dataclasses

import pytest
from tests.unit.check.door import found, knock
from tests.unit.sql.shop import CATALOG

from rejoinder.terms.classes import Defect

DEEP = [
    ("brackets", "SELECT " + "(" * 400 + "1" + ")" * 400),
    ("very many brackets", "SELECT " + "(" * 40_000 + "1" + ")" * 40_000),
    ("brackets that nobody closes", "SELECT " + "(" * 5_000),
    ("calls", "SELECT " + "upper(" * 300 + "'a'" + ")" * 300),
    ("subqueries", "SELECT id FROM orders WHERE id IN (" * 200 + "1" + ")" * 200),
    ("CASE", "SELECT " + "CASE WHEN 1 THEN " * 300 + "1" + " END" * 300),
    ("NOT", "SELECT " + "NOT " * 3_000 + "1"),
    ("signs", "SELECT " + "- " * 3_000 + "1"),
    ("a chain that is too long", "SELECT 1 WHERE " + " OR ".join("1" for _ in range(20_000))),
    ("a union that is too long", " UNION ".join("SELECT 1" for _ in range(9_000))),
    (
        "queries that lead to one another",
        "WITH "
        + ", ".join(f"c{n} AS (SELECT * FROM c{n + 1})" for n in range(900))
        + ", c900 AS (SELECT 1) SELECT * FROM c0",
    ),
    ("a text that is too long", "SELECT '" + "a" * 200_000 + "'"),
    ("a statement that is too long", "SELECT " + ", ".join("id" for _ in range(60_000)) + " FROM orders"),
]

LONG = [
    (
        "a thousand conditions",
        "SELECT id FROM orders WHERE " + " OR ".join(f"id = {n}" for n in range(1_000)),
    ),
    ("a thousand values", "SELECT id FROM orders WHERE id IN (" + ", ".join(map(str, range(1_000))) + ")"),
    ("three hundred arms", " UNION ALL ".join(f"SELECT {n}" for n in range(300))),
    ("a long sum", "SELECT " + " + ".join("total" for _ in range(200)) + " FROM orders"),
    ("a long text", "SELECT id FROM orders WHERE status = '" + "a(" * 20_000 + "'"),
    ("brackets in a comment", "SELECT id FROM orders /* " + "(" * 500 + " */"),
    (
        "queries that follow one another",
        "WITH c0 AS (SELECT 1 AS n), "
        + ", ".join(f"c{n} AS (SELECT n FROM c{n - 1})" for n in range(1, 500))
        + " SELECT n FROM c499",
    ),
    ("a long chain of operators", "SELECT " + " || ".join("'a'" for _ in range(5_000))),
    ("thirty nested calls", "SELECT " + "upper(" * 30 + "status" + ")" * 30 + " FROM orders"),
]


@pytest.mark.parametrize("sql", [row[1] for row in DEEP], ids=[row[0] for row in DEEP])
def test_too_much_of_it_is_refused_without_running_out_of_stack(sql: str):
    assert found(sql) == {"too_complex"}


@pytest.mark.parametrize("sql", [row[1] for row in LONG], ids=[row[0] for row in LONG])
def test_what_is_only_long_passes(sql: str):
    assert found(sql) == set()


def test_thousands_of_faults_of_one_kind_are_told_once():
    dots = "SELECT " + ".".join("a" for _ in range(20_000))
    told = [finding.defect for finding in knock(dots).findings]
    assert told.count(Defect.SYNTAX) == 1


def test_only_so_many_tables_are_joined():
    joined = "orders o0" + "".join(f" JOIN orders o{n} ON o{n}.id = o{n - 1}.id" for n in range(1, 80))
    assert found(f"SELECT o0.id FROM {joined}") == {"too_complex"}


UNJOINED = [
    ("a comma", "SELECT c.id FROM customers c, orders o"),
    ("CROSS JOIN", "SELECT c.id FROM customers c CROSS JOIN orders o"),
    ("JOIN without ON", "SELECT c.id FROM customers c JOIN orders o"),
    ("a constant condition", "SELECT c.id FROM customers c JOIN orders o ON 1 = 1"),
    ("a true condition", "SELECT c.id FROM customers c JOIN orders o ON true"),
    ("a condition on one side", "SELECT c.id FROM customers c JOIN orders o ON c.region = 'EU'"),
    ("a column that equals itself", "SELECT c.id FROM customers c JOIN orders o ON o.id = o.id"),
    ("one table of three", "SELECT c.id FROM customers c JOIN orders o ON o.customer_id = c.id, products p"),
    ("in a subquery", "SELECT id FROM staff WHERE id IN (SELECT c.id FROM customers c, orders o)"),
    (
        "in EXISTS",
        "SELECT id FROM staff WHERE EXISTS (SELECT 1 FROM customers c, orders o WHERE c.id = 3 OR 1)",
    ),
    ("of derived tables", "SELECT 1 FROM (SELECT id FROM orders) a, (SELECT id FROM customers) b"),
    ("of a table with itself", "SELECT a.id FROM orders a, orders b, orders c"),
    ("natural without a common column", "SELECT 1 FROM items NATURAL JOIN staff"),
]

JOINED = [
    ("ON", "SELECT c.id FROM customers c JOIN orders o ON o.customer_id = c.id"),
    ("WHERE", "SELECT c.id FROM customers c, orders o WHERE o.customer_id = c.id AND c.region = 'EU'"),
    ("USING", "SELECT 1 FROM customers JOIN orders USING (region)"),
    ("NATURAL", "SELECT 1 FROM customers NATURAL JOIN orders"),
    ("a range", "SELECT a.id FROM orders a JOIN orders b ON a.id < b.id"),
    (
        "a chain",
        "SELECT c.id FROM customers c, orders o, items i WHERE c.id = o.customer_id AND i.order_id = o.id",
    ),
    (
        "a condition on three",
        "SELECT c.id FROM customers c, orders o, items i WHERE c.id + o.id = i.order_id",
    ),
    ("a single row", "SELECT o.id FROM orders o, (SELECT max(total) AS most FROM orders) m"),
    ("a row of VALUES", "SELECT o.id FROM orders o CROSS JOIN (VALUES (1)) v"),
    ("a row found by its key", "SELECT o.id FROM orders o, customers c WHERE c.id = 7"),
    ("a table function", "SELECT o.id FROM orders o, json_each(o.status) j"),
    ("a LIMIT of one", "SELECT o.id FROM orders o, (SELECT id FROM customers LIMIT 1) c"),
    (
        "two sums side by side",
        "SELECT a.s / b.s FROM (SELECT sum(total) s FROM orders) a, (SELECT count(*) s FROM items) b",
    ),
    (
        "the query around it",
        "SELECT id FROM staff s WHERE EXISTS (SELECT 1 FROM orders o JOIN items i ON i.order_id = o.id)",
    ),
]


@pytest.mark.parametrize("sql", [row[1] for row in UNJOINED], ids=[row[0] for row in UNJOINED])
def test_tables_that_nothing_joins_are_a_finding(sql: str):
    assert found(sql) == {"unbounded"}


@pytest.mark.parametrize("sql", [row[1] for row in JOINED], ids=[row[0] for row in JOINED])
def test_tables_are_joined_by(sql: str):
    assert found(sql) == set()


def test_tables_that_are_known_to_be_small_may_be_multiplied():
    sql = "SELECT c.id FROM customers c, orders o"
    small = tuple(dataclasses.replace(table, row_estimate=300) for table in CATALOG.tables)
    large = tuple(dataclasses.replace(table, row_estimate=1_000) for table in CATALOG.tables)
    assert found(sql, catalog=dataclasses.replace(CATALOG, tables=small)) == set()
    assert found(sql, catalog=dataclasses.replace(CATALOG, tables=large)) == {"unbounded"}


def test_a_condition_that_can_not_be_read_yet_is_all_that_is_wrong():
    assert found("SELECT c.id FROM customers c JOIN orders o ON o.customer = c.id") == {"unknown_column"}
    assert found("SELECT c.name FROM customers c JOIN orders o USING (customer)") == {"unknown_column"}
    assert found("SELECT c.id FROM customers c JOIN order_list o ON o.id = c.id") == {"unknown_table"}


ENDLESS = [
    ("no condition", "WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) SELECT n FROM r"),
    (
        "no condition, without the word",
        "WITH r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) SELECT n FROM r",
    ),
    (
        "a constant condition",
        "WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r WHERE 1 = 1) SELECT n FROM r",
    ),
    (
        "a limit under an aggregate",
        "WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) SELECT max(n) FROM r LIMIT 1",
    ),
    (
        "a limit under an order",
        "WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) SELECT n FROM r ORDER BY n LIMIT 1",
    ),
    (
        "a condition outside",
        "WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) SELECT n FROM r WHERE n < 9",
    ),
    (
        "one arm of two without an end",
        "WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r WHERE n < 9 "
        "UNION ALL SELECT n + 2 FROM r) SELECT n FROM r",
    ),
]

ENDING = [
    (
        "a condition",
        "WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r WHERE n < 9) SELECT n FROM r",
    ),
    (
        "a limit inside",
        "WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r LIMIT 9) SELECT n FROM r",
    ),
    (
        "a limit outside",
        "WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) SELECT n FROM r LIMIT 9",
    ),
    (
        "rows of another table",
        "WITH RECURSIVE r(id) AS (SELECT id FROM staff WHERE manager_id IS NULL UNION ALL "
        "SELECT s.id FROM staff s JOIN r ON s.manager_id = r.id) SELECT id FROM r",
    ),
    (
        "rows of another table by WHERE",
        "WITH RECURSIVE r(id) AS (SELECT 1 UNION SELECT s.id FROM staff s, r WHERE s.manager_id = r.id) "
        "SELECT id FROM r",
    ),
]


@pytest.mark.parametrize("sql", [row[1] for row in ENDLESS], ids=[row[0] for row in ENDLESS])
def test_a_recursion_has_no_end_with(sql: str):
    (finding,) = knock(sql).findings
    assert (finding.defect, finding.subject) == ("unbounded", "r")


@pytest.mark.parametrize("sql", [row[1] for row in ENDING], ids=[row[0] for row in ENDING])
def test_a_recursion_ends_by(sql: str):
    assert found(sql) == set()
