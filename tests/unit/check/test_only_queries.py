"""C2: a query and nothing else, anywhere in the tree; what can't be read is refused."""

from __future__ import annotations

import pytest
from tests.unit.check.door import found

REFUSED = [
    ("an insert", "INSERT INTO orders SELECT * FROM orders", "write"),
    ("an update", "UPDATE orders SET total = 0", "write"),
    ("a delete", "DELETE FROM orders", "write"),
    ("a replace", "REPLACE INTO orders VALUES (1)", "write"),
    ("a delete behind a WITH", "WITH old AS (SELECT id FROM orders) DELETE FROM orders", "write"),
    ("an update behind a WITH", "WITH x AS (SELECT 1) UPDATE orders SET total = 0", "write"),
    ("a delete inside a WITH", "WITH gone AS (DELETE FROM orders RETURNING id) SELECT * FROM gone", "write"),
    (
        "an insert inside a WITH",
        "WITH x AS (INSERT INTO orders VALUES (1) RETURNING id) SELECT * FROM x",
        "write",
    ),
    ("a write in a subquery", "SELECT * FROM (DELETE FROM orders RETURNING id)", None),
    ("SELECT INTO", "SELECT id INTO copied FROM orders", "write"),
    ("a row lock", "SELECT id FROM orders FOR UPDATE", "write"),
    ("a new table", "CREATE TABLE copied AS SELECT * FROM orders", "write"),
    ("a new view", "CREATE TEMP VIEW copied AS SELECT * FROM orders", "write"),
    ("a trigger", "CREATE TRIGGER t AFTER INSERT ON orders BEGIN DELETE FROM orders; END", None),
    ("a dropped table", "DROP TABLE orders", "write"),
    ("a changed table", "ALTER TABLE orders RENAME TO gone", "write"),
    ("another file", "ATTACH DATABASE 'other.db' AS other", "write"),
    ("a detached file", "DETACH DATABASE main", "write"),
    ("a setting that is read", "PRAGMA table_info(orders)", "write"),
    ("a setting that is changed", "PRAGMA writable_schema = ON", "write"),
    ("a file that is written", "VACUUM INTO 'copy.db'", "write"),
    ("an index built anew", "REINDEX", "write"),
    ("statistics", "ANALYZE", "write"),
    ("a transaction", "BEGIN IMMEDIATE", "write"),
    ("its end", "COMMIT", "write"),
    ("a savepoint", "SAVEPOINT here", None),
    ("what the catalog holds", "DESCRIBE orders", "metadata"),
    ("a plan", "EXPLAIN QUERY PLAN SELECT id FROM orders", "write"),
    ("a parameter without a name", "SELECT id FROM orders WHERE id = ?", "syntax"),
    ("a parameter with a name", "SELECT id FROM orders WHERE id = :id", "syntax"),
    ("a field of a value", "SELECT (orders).total FROM orders", "syntax"),
    ("prose", "I can't answer that.", None),
    ("a fence", "```sql\nSELECT id FROM orders\n```", None),
    ("half a statement", "SELECT id FROM", "syntax"),
    ("an open text", "SELECT id FROM orders WHERE status = 'open", "syntax"),
    ("an open comment", "SELECT id FROM orders /* and", "syntax"),
    ("too many brackets", "SELECT (id FROM orders", "syntax"),
]

PASSED = [
    ("a union", "SELECT id FROM orders UNION SELECT id FROM customers"),
    ("an intersection", "SELECT id FROM orders INTERSECT SELECT id FROM customers"),
    ("a difference", "SELECT id FROM orders EXCEPT SELECT customer_id FROM orders"),
    ("a chain of set operations", "SELECT 1 UNION SELECT 2 UNION ALL SELECT 3 EXCEPT SELECT 4 ORDER BY 1 LIMIT 2"),
    ("VALUES", "VALUES (1, 'a'), (2, 'b')"),
    ("VALUES in a FROM", "SELECT * FROM (VALUES (1), (2))"),
    ("a WITH", "WITH big AS (SELECT * FROM orders WHERE total > 9) SELECT count(*) FROM big"),
    ("a WITH in a subquery", "SELECT * FROM (WITH x AS (SELECT 1 AS n) SELECT n FROM x)"),
    ("a window", "SELECT id, sum(total) OVER (ORDER BY id ROWS UNBOUNDED PRECEDING) FROM orders"),
    ("a named window", "SELECT rank() OVER w FROM orders WINDOW w AS (PARTITION BY region ORDER BY total)"),
    ("a filtered aggregate", "SELECT count(*) FILTER (WHERE total > 5) FROM orders"),
    ("words of writes as names", 'SELECT "order", [delete], `true` FROM words'),
    ("words of writes as text", "SELECT id FROM orders WHERE status IN ('DROP', 'delete; update', 'attach')"),
    ("words of writes in comments", "SELECT id /* DELETE */ FROM orders -- then UPDATE"),
    ("words of writes as aliases", 'SELECT id AS "insert", total AS grants FROM orders'),
    ("the function REPLACE", "SELECT replace(status, 'a', 'b') FROM orders"),
    ("an index that is not to be used", "SELECT id FROM orders NOT INDEXED"),
    ("operators of SQLite", "SELECT id FROM orders WHERE status IS NOT 3 AND region == 'EU' AND status GLOB 'A*'"),
    ("JSON operators", "SELECT status -> '$.a', status ->> 'b' FROM orders"),
    ("full text", "SELECT title FROM notes WHERE notes MATCH ('a' || 'b') ORDER BY rank"),
    ("another script", "SELECT 氏名 FROM 顧客"),
    ("a hint of another engine, which is a comment to this one", "SELECT /*+ FULL(o) */ id FROM orders AS o"),
]  # fmt: skip


@pytest.mark.parametrize(("sql", "defect"), [row[1:] for row in REFUSED], ids=[row[0] for row in REFUSED])
def test_it_is_refused(sql: str, defect: str | None):
    classes = found(sql)
    assert classes
    assert defect is None or defect in classes


@pytest.mark.parametrize("sql", [row[1] for row in PASSED], ids=[row[0] for row in PASSED])
def test_it_passes(sql: str):
    assert found(sql) == set()


def test_a_null_character_hides_nothing():
    assert found("SELECT id FROM orders\0; DROP TABLE orders") == {"syntax"}
    assert found("SELECT id FROM orders WHERE status = 'a\0b'") == {"syntax"}


def test_half_of_a_character_is_refused_before_the_driver_fails_on_it():
    assert found("SELECT id FROM orders WHERE status = '\ud800'") == {"syntax"}


MISLEADING = [
    (
        "a comment ends where it first ends",
        "SELECT /* a /* b */ pin /* c */ FROM orders -- */",
        "unknown_column",
    ),
    ("what is left of one is no SQL", "SELECT id /* a /* b */ c */ FROM orders", "syntax"),
    ("a space that is none", "SELECT\N{NO-BREAK SPACE}id FROM orders", "syntax"),
    (
        "quotes that are none",
        "SELECT id FROM orders WHERE status = \N{LEFT SINGLE QUOTATION MARK}a\N{RIGHT SINGLE QUOTATION MARK}",
        "unknown_column",
    ),
    ("a semicolon that is none", "SELECT id FROM orders \N{FULLWIDTH SEMICOLON} DROP TABLE orders", "syntax"),
    (
        "a backslash escapes nothing",
        "SELECT id FROM orders WHERE status = 'a\\' OR pin = ' -- '",
        "unknown_column",
    ),
    (
        "a letter of another script",
        "SELECT \N{CYRILLIC SMALL LETTER IE}mail FROM customers",
        "unknown_column",
    ),
]


@pytest.mark.parametrize(
    ("sql", "defect"), [row[1:] for row in MISLEADING], ids=[row[0] for row in MISLEADING]
)
def test_it_is_read_as_sqlite_reads_it(sql: str, defect: str):
    assert found(sql) == {defect}
