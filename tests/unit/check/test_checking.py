"""What check hands out: C4's findings all at once, C8's own bytes, and what a statement reads."""

from __future__ import annotations

import pytest
from tests.unit.check.door import found, knock

from rejoinder.terms.catalog import ColumnRef, TableRef
from rejoinder.terms.policy import Access

OWN_BYTES = [
    ("as it stands", "select  ID ,\n 'ü' FROM Orders", "select  ID ,\n 'ü' FROM Orders"),
    ("without its semicolon", "SELECT id FROM orders ;", "SELECT id FROM orders"),
    ("without its semicolons", "SELECT id FROM orders; ; ", "SELECT id FROM orders"),
    ("without what stands around it", "\n -- asked\n SELECT id FROM orders -- done", "SELECT id FROM orders"),
    ("with the comments inside", "SELECT /* why */ id FROM orders", "SELECT /* why */ id FROM orders"),
    ("with percent signs and colons", "SELECT id FROM orders WHERE status LIKE '%:x%?'", None),
    ("with doubled quotes", "SELECT 'it''s' AS \"a\"\"b\"", None),
]


@pytest.mark.parametrize(("sql", "text"), [row[1:] for row in OWN_BYTES], ids=[row[0] for row in OWN_BYTES])
def test_the_draft_is_sent(sql: str, text: str | None):
    statement = knock(sql).statement
    assert statement is not None
    assert statement.text == (sql if text is None else text)
    assert statement.dialect == "sqlite"


def test_all_problems_are_reported_at_once_in_the_order_of_the_text():
    sql = "SELECT nme, YEAR(placed_on), o.zzz FROM orders o JOIN custmers c ON c.id = o.customer_id WHERE stat = 1"
    told = [(finding.defect, finding.subject) for finding in knock(sql).findings]
    assert told == [
        ("unknown_function", "YEAR"),
        ("unknown_column", "o.zzz"),
        ("unknown_table", "custmers"),
    ]
    told = [(f.defect, f.subject) for f in knock("SELECT nme, o.zzz FROM orders o WHERE stat = 1").findings]
    assert told == [("unknown_column", "nme"), ("unknown_column", "o.zzz"), ("unknown_column", "stat")]


def test_of_a_write_nothing_else_is_said():
    findings = knock("WITH x AS (DELETE FROM orders RETURNING nme) SELECT nme FROM x, nowhere").findings
    assert [(finding.defect, finding.subject) for finding in findings] == [("write", "delete")]


def test_a_finding_carries_its_place_and_what_was_perhaps_meant():
    sql = "SELECT c.nme FROM custmers AS c, customers"
    by_subject = {finding.subject: finding for finding in knock(sql).findings}
    assert by_subject["custmers"].candidates[0] == "customers"
    assert by_subject["custmers"].span is not None
    assert by_subject["custmers"].span.of(sql) == "custmers"
    (finding,) = knock("SELECT c.nme FROM customers AS c").findings
    assert finding.candidates[0] == "c.name"
    assert finding.message == "`c` has no column `nme`."


def test_a_statement_says_what_it_reads_stars_and_joins_included():
    sql = "SELECT c.*, upper(o.status) FROM customers c JOIN orders o ON o.customer_id = c.id WHERE count(*) > 1"
    checking = knock(sql)
    customers, orders = TableRef("", "customers"), TableRef("", "orders")
    assert set(checking.tables) == {customers, orders}
    assert ColumnRef(customers, "email") in checking.columns
    assert ColumnRef(orders, "customer_id") in checking.columns
    assert ColumnRef(orders, "placed_on") not in checking.columns
    assert checking.functions == ("upper", "count")
    assert checking.statement is not None
    assert checking.statement.tables == checking.tables


def test_what_a_draft_would_read_is_said_of_a_refused_one_too():
    checking = knock("SELECT id, nme FROM orders")
    assert checking.statement is None
    assert checking.tables == (TableRef("", "orders"),)


def test_the_same_draft_is_judged_anew_for_another_asker_policy_or_catalog():
    sql = "SELECT email FROM customers"
    assert found(sql) == set()
    assert found(sql, Access(deny_columns=("*.email",))) == {"policy"}
    assert found(sql) == set()


def test_one_name_that_is_wrong_twice_is_reported_at_both_places():
    findings = knock("SELECT nme FROM customers ORDER BY nme").findings
    assert [(finding.subject, finding.span.start if finding.span else -1) for finding in findings] == [
        ("nme", 7),
        ("nme", 35),
    ]
