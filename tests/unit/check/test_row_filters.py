"""X7: of a table with a row filter only its declared columns are read, and what shows its rows otherwise is denied."""

from __future__ import annotations

import dataclasses

import pytest
from tests.unit.check.door import found, knock
from tests.unit.sql.shop import CATALOG

from rejoinder.terms.catalog import Catalog, Function, Table, TableRef
from rejoinder.terms.policy import Access, Policy, RowFilter, visible

FILTERED = Access(row_filters=(RowFilter(table="orders", condition="region = 'EU'"),))
NOTES = Access(row_filters=(RowFilter(table="notes", condition="title <> ''"),))

REFUSED = [
    ("rowid", "SELECT rowid FROM orders"),
    ("oid", "SELECT oid FROM orders"),
    ("_rowid_", "SELECT _ROWID_ FROM orders"),
    ("rowid in quotes", 'SELECT "rowid" FROM orders'),
    ("rowid by an alias", "SELECT o.rowid FROM orders o"),
    ("rowid in a condition", "SELECT id FROM orders WHERE rowid > 3"),
    ("rowid in ORDER BY", "SELECT id FROM orders ORDER BY rowid"),
    ("rowid in an aggregate", "SELECT max(rowid) FROM orders"),
    ("rowid in a subquery", "SELECT id FROM customers WHERE id IN (SELECT rowid FROM orders)"),
    (
        "rowid from within",
        "SELECT id FROM orders o WHERE EXISTS (SELECT 1 FROM customers c WHERE c.id = o.rowid)",
    ),
    ("rowid in a common table expression", "WITH x AS (SELECT rowid AS r FROM orders) SELECT r FROM x"),
    ("rowid in an arm of a union", "SELECT id FROM customers UNION SELECT rowid FROM orders"),
    ("rowid with the schema", "SELECT main.orders.rowid FROM main.orders"),
    ("a view of it", "SELECT id FROM totals"),
    ("a virtual table, which may show anything", "SELECT title FROM notes"),
]

PASSES = [
    ("its own columns", "SELECT id, total FROM orders WHERE region = 'EU'"),
    ("everything", "SELECT * FROM orders"),
    ("a count of all", "SELECT count(*) FROM orders"),
    ("an alias of that name", "SELECT id AS rowid FROM orders ORDER BY id"),
    ("a text of that name", "SELECT 'rowid' AS x FROM orders"),
    ("rowid of a table without filter", "SELECT rowid FROM customers"),
    (
        "its rowid beside a filtered table",
        "SELECT c.rowid FROM customers c JOIN orders o ON o.customer_id = c.id",
    ),
    (
        "rowid of a common table expression that has its name",
        "WITH orders AS (SELECT 1 AS rowid) SELECT rowid FROM orders",
    ),
    ("a view of another table", "SELECT name FROM spenders"),
]


@pytest.mark.parametrize("sql", [row[1] for row in REFUSED], ids=[row[0] for row in REFUSED])
def test_what_would_go_round_a_row_filter_is_refused_by_policy(sql: str):
    assert found(sql, FILTERED) == {"policy"}


@pytest.mark.parametrize("sql", [row[1] for row in PASSES], ids=[row[0] for row in PASSES])
def test_what_reads_declared_columns_passes(sql: str):
    assert found(sql, FILTERED) == set()


@pytest.mark.parametrize("sql", [row[1] for row in REFUSED if row[0].startswith(("rowid", "oid", "_rowid_"))])
def test_without_a_filter_the_engines_own_columns_may_be_read(sql: str):
    assert found(sql) == set()


@pytest.mark.parametrize("name", ["rank", "notes"])
def test_a_hidden_column_of_a_filtered_virtual_table_is_refused(name: str):
    assert found(f"SELECT {name} FROM notes", NOTES) == {"policy"}
    assert found("SELECT title FROM notes", NOTES) == set()


def test_the_finding_names_what_the_asker_wrote_and_never_the_condition():
    (finding,) = knock("SELECT o.RowId FROM orders o", FILTERED).findings
    assert finding.message == "`RowId` of `orders` may not be read: name its own columns."
    assert (finding.rule, finding.subject) == ("row_filters", "RowId")


def test_a_view_with_a_filter_of_its_own_may_be_read():
    both = Access(row_filters=(*FILTERED.row_filters, RowFilter(table="totals", condition="1 = 1")))
    assert found("SELECT id FROM totals", both) == set()


def test_the_databases_own_functions_are_denied_beside_a_filter_unless_policy_names_them():
    catalog = dataclasses.replace(CATALOG, functions=(Function(name="priciest", pure=True),))
    sql = "SELECT priciest(id) FROM customers"
    assert found(sql, None, catalog) == set()
    assert found(sql, FILTERED, catalog) == {"policy"}
    named = dataclasses.replace(FILTERED, allow_functions=("priciest",))
    assert found(sql, named, catalog) == set()


PARENT = TableRef("", "orders")
PART = TableRef("", "orders_2020")


def partitioned() -> Catalog:
    """Orders with a part of their own."""
    orders = CATALOG.by_ref[PARENT]
    part = dataclasses.replace(orders, ref=PART, parents=(PARENT,))
    return dataclasses.replace(CATALOG, tables=(*CATALOG.tables, part))


@pytest.mark.parametrize(
    ("filtered", "other"), [("orders", "orders_2020"), ("orders_2020", "orders")], ids=["whole", "part"]
)
def test_neither_a_part_nor_the_whole_shows_what_a_filter_leaves_out_of_the_other(filtered: str, other: str):
    access = Access(row_filters=(RowFilter(table=filtered, condition="1 = 1"),))
    assert found(f"SELECT id FROM {other}", access, partitioned()) == {"policy"}
    assert found(f"SELECT id FROM {filtered}", access, partitioned()) == set()


def test_what_the_asker_sees_of_the_catalog_counts_no_hidden_row():
    orders: Table = dataclasses.replace(CATALOG.by_ref[PARENT], row_estimate=1000)
    catalog = Catalog(fingerprint="x", tables=(orders,))
    seen = visible(catalog, Policy(access=FILTERED), "ada")
    assert [table.row_estimate for table in seen.tables] == [None]
