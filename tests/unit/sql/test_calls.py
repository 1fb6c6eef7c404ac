"""Which words before a bracket are calls."""

from __future__ import annotations

import pytest
from tests.unit.sql.shop import CATALOG, SQLITE

from rejoinder.sql.calls import calls
from rejoinder.sql.parse import Parsed, parse
from rejoinder.sql.resolve import resolve

CALLS = [
    ("plain calls", "SELECT upper(lower(status)) FROM orders", ["upper", "lower"]),
    (
        "an aggregate with its clauses",
        "SELECT count(*) FILTER (WHERE id IN (1)) OVER (ORDER BY id) FROM orders",
        ["count"],
    ),
    ("a table function", "SELECT value FROM json_each('[]')", ["json_each"]),
    (
        "a word that the grammar also uses",
        "SELECT replace(status, 'a', 'b'), glob('a', 'b') FROM orders",
        ["replace", "glob"],
    ),
    ("a quoted name", "SELECT \"upper\"('a')", ["upper"]),
    ("a type with a size", "SELECT CAST(id AS DECIMAL(10, 2)) FROM orders", []),
    ("a type of two words with a size", "SELECT CAST(id AS CHARACTER VARYING(10)) FROM orders", []),
    (
        "conditions and lists",
        "SELECT 1 FROM orders WHERE id IN (1) AND (id = 2) OR NOT (id = 3) AND EXISTS (SELECT 1)",
        [],
    ),
    (
        "brackets after clauses",
        "SELECT (1) FROM (orders) WHERE (1) GROUP BY (id) HAVING (1) ORDER BY (id) LIMIT (1)",
        [],
    ),
    ("brackets after MySQL's own join", "SELECT 1 FROM orders o, (SELECT 1) AS straight_join", []),
    ("brackets in joins", "SELECT 1 FROM orders JOIN customers ON (1) JOIN staff USING (id)", []),
    ("a CASE", "SELECT CASE (1) WHEN (1) THEN (2) ELSE (3) END", []),
    (
        "operators before brackets",
        "SELECT 1 WHERE 'a' LIKE ('a') AND 'a' GLOB ('a') AND 'a' NOT GLOB ('b') AND 1 BETWEEN (0) AND (2)",
        [],
    ),
    ("full text", "SELECT title FROM notes WHERE notes MATCH ('a')", []),
    (
        "names of a common table expression",
        "WITH upper(a) AS (SELECT 1), lower AS NOT MATERIALIZED (SELECT 2) SELECT a FROM upper",
        [],
    ),
    ("set operations", "SELECT 1 UNION SELECT * FROM (VALUES (1)) EXCEPT SELECT 2", []),
    ("a named window", "SELECT rank() OVER w FROM orders WINDOW w AS (ORDER BY id)", ["rank"]),
    ("words in texts and comments", "SELECT 'upper(1)' /* lower(2) */ FROM orders -- trim(3)", []),
]


@pytest.mark.parametrize(("sql", "expected"), [row[1:] for row in CALLS], ids=[row[0] for row in CALLS])
def test_calls_are_told_from_grammar_in(sql: str, expected: list[str]):
    parsed = parse(sql, SQLITE)
    assert isinstance(parsed, Parsed), parsed.findings
    found = calls(parsed, resolve(parsed, CATALOG, SQLITE))
    assert [call.name for call in found] == expected
    assert all(call.span.of(sql).strip('"') == call.name for call in found)
