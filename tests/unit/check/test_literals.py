"""C4: texts of `=` and IN that the column doesn't hold."""

from __future__ import annotations

import pytest
from tests.unit.check.door import ASKER, knock
from tests.unit.sql.shop import CATALOG, SQLITE

from rejoinder.check import literal_findings, literal_lookup
from rejoinder.terms.catalog import ColumnRef, TableRef
from rejoinder.terms.finding import Finding
from rejoinder.terms.lookup import Lookup, StoredValues
from rejoinder.terms.policy import Access, Policy
from rejoinder.terms.result import Stored

STATUS = ColumnRef(TableRef("", "orders"), "status")
REGION = ColumnRef(TableRef("", "customers"), "region")


def asked(sql: str, access: Access | None = None) -> Lookup:
    statement = knock(sql, access).statement
    assert statement is not None
    policy = Policy(access=access or Access())
    return literal_lookup(statement, dialect=SQLITE, catalog=CATALOG, policy=policy, asker=ASKER)


def told(sql: str, stored: StoredValues) -> tuple[Finding, ...]:
    statement = knock(sql).statement
    assert statement is not None
    return literal_findings(statement, stored, dialect=SQLITE, catalog=CATALOG, policy=Policy(), asker=ASKER)


LOOKED_UP = [
    ("=", "SELECT id FROM orders WHERE status = 'paid'", {STATUS}, {"paid"}),
    ("= the other way round", "SELECT id FROM orders WHERE 'paid' = status", {STATUS}, {"paid"}),
    ("IN", "SELECT id FROM orders WHERE status IN ('paid', 'new')", {STATUS}, {"paid", "new"}),
    ("NOT IN", "SELECT id FROM orders WHERE status NOT IN ('paid')", {STATUS}, {"paid"}),
    ("a double-quoted text", 'SELECT id FROM orders WHERE status = "paid"', {STATUS}, {"paid"}),
    ("brackets", "SELECT id FROM orders WHERE (status) = ('paid')", {STATUS}, {"paid"}),
    ("an alias", "SELECT o.id FROM orders o WHERE o.status = 'paid'", {STATUS}, {"paid"}),
    ("a derived table", "SELECT s FROM (SELECT status AS s FROM orders) WHERE s = 'paid'", {STATUS}, {"paid"}),
    ("a common table expression", "WITH o AS (SELECT status FROM orders) SELECT 1 FROM o WHERE status = 'paid'",
     {STATUS}, {"paid"}),
    ("a join's condition", "SELECT o.id FROM orders o JOIN customers c ON c.id = o.customer_id AND c.region = 'EU'",
     {REGION}, {"EU"}),
    ("a CASE", "SELECT sum(CASE WHEN status = 'paid' THEN 1 ELSE 0 END) FROM orders", {STATUS}, {"paid"}),
    ("LIKE, which is no comparison of a whole text", "SELECT id FROM orders WHERE status LIKE 'paid'", set(), set()),
    ("a number", "SELECT id FROM orders WHERE id = 3", set(), set()),
    ("a date, which is no text column", "SELECT id FROM orders WHERE placed_on = '2024-01-01'", set(), set()),
    ("an expression", "SELECT id FROM orders WHERE upper(status) = 'PAID'", set(), set()),
]  # fmt: skip


@pytest.mark.parametrize(
    ("sql", "columns", "literals"), [row[1:] for row in LOOKED_UP], ids=[row[0] for row in LOOKED_UP]
)
def test_it_is_looked_up_in(sql: str, columns: set[ColumnRef], literals: set[str]):
    lookup = asked(sql)
    assert set(lookup.columns) == columns
    assert set(lookup.literals) == literals


def test_a_sensitive_column_is_never_looked_up():
    access = Access(sensitive_columns=("orders.status",))
    assert asked("SELECT id FROM orders WHERE status = 'paid'", access) == Lookup()


def test_only_so_many_texts_are_looked_up():
    many = ", ".join(f"'{number}'" for number in range(500))
    assert len(asked(f"SELECT id FROM orders WHERE status IN ({many})").literals) == 50


def test_a_text_that_is_not_stored_is_a_finding_with_the_stored_spelling():
    sql = "SELECT id FROM orders WHERE status = 'PAÍD'"
    stored = {STATUS: (Stored(value="paid"), Stored(value="new"))}
    (finding,) = told(sql, stored)
    assert (finding.defect, finding.subject, finding.candidates) == (
        "unstored_literal",
        "orders.status",
        ("paid",),
    )
    assert finding.span is not None
    assert finding.span.of(sql) == "'PAÍD'"


def test_a_text_that_is_stored_and_a_column_that_was_not_searched_are_fine():
    sql = "SELECT id FROM orders WHERE status = 'paid'"
    assert told(sql, {STATUS: (Stored(value="paid"),)}) == ()
    assert told(sql, {}) == ()


def test_a_text_that_nothing_stored_comes_near_has_no_candidates():
    (finding,) = told("SELECT id FROM orders WHERE status = 'gone'", {STATUS: (Stored(value="paid"),)})
    assert finding.candidates == ()
