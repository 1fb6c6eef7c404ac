"""C1: one statement; a trailing semicolon or comment is fine, a second statement is never dropped in silence."""

from __future__ import annotations

import pytest
from tests.unit.check.door import found, knock

ONE = [
    ("a trailing semicolon", "SELECT id FROM orders;"),
    ("several trailing semicolons", "SELECT id FROM orders;;;"),
    ("a trailing comment", "SELECT id FROM orders -- all of them"),
    ("a comment after the semicolon", "SELECT id FROM orders; /* done; really */"),
    ("a leading comment", "-- what was asked;\nSELECT id FROM orders"),
    ("a semicolon in a text", "SELECT id FROM orders WHERE status = 'a; b'"),
    ("a semicolon in a double-quoted text", 'SELECT id FROM orders WHERE status = "a; b"'),
    ("a semicolon in a comment", "SELECT id /* ; DROP TABLE orders; */ FROM orders"),
    (
        "a doubled quote before a semicolon",
        "SELECT id FROM orders WHERE status = 'it''s; DELETE FROM orders; --'",
    ),
]

SEVERAL = [
    ("a write", "SELECT id FROM orders; DROP TABLE orders"),
    ("another query", "SELECT id FROM orders; SELECT id FROM customers"),
    ("a write after a comment", "SELECT id FROM orders -- fine\n; DELETE FROM orders"),
    ("a write after an empty statement", "SELECT id FROM orders;; DELETE FROM orders"),
    ("a command", "SELECT id FROM orders; EXPLAIN SELECT 1"),
    ("something that is no SQL", "SELECT id FROM orders; as you wished"),
]


@pytest.mark.parametrize("sql", [row[1] for row in ONE], ids=[row[0] for row in ONE])
def test_one_statement_passes_with(sql: str):
    assert found(sql) == set()


@pytest.mark.parametrize("sql", [row[1] for row in SEVERAL], ids=[row[0] for row in SEVERAL])
def test_a_second_statement_is_a_finding_on_its_own_words(sql: str):
    (finding,) = knock(sql).findings
    assert finding.defect == "not_one_statement"
    assert finding.span is not None
    assert finding.span.of(sql) == sql[finding.span.start :].strip()
    assert sql[: finding.span.start].rstrip().endswith(";")


@pytest.mark.parametrize("sql", ["", "   \n\t", ";", "-- nothing but words", "/* nothing */ ;"])
def test_no_statement_at_all_is_said_to_be_none(sql: str):
    assert found(sql) == {"no_sql"}
