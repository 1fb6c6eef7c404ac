"""What is sent in the place of a statement that reads a filtered table, word for word."""

from __future__ import annotations

import pytest
from tests.unit.rewriting.rewritten import SCHEMAS, filters, sent, shop, view

from rejoinder.dialects import dialect
from rejoinder.errors import PolicyError
from rejoinder.terms.policy import Access, RowFilter

AS_IT_IS = "as it is"
ORDERS = RowFilter(table="orders", condition="status <> 'draft'")
STATEMENTS = [
    ("sqlite", "SELECT * FROM orders", "SELECT * FROM [orders] AS orders"),
    ("duckdb", "SELECT id FROM orders o", "SELECT id FROM [orders] AS o"),
    ("postgres", "SELECT public.orders.id FROM public.orders", "SELECT orders.id FROM [orders] AS orders"),
    ("mariadb", "SELECT orders.total FROM shop.orders", "SELECT orders.total FROM [orders] AS orders"),
    ("sqlite", "SELECT id FROM t WHERE id IN orders", "SELECT id FROM t WHERE id IN [orders]"),
    ("postgres", "SELECT t.orders FROM t", AS_IT_IS),
    ("sqlite", "WITH orders AS (SELECT 1 AS id) SELECT id FROM orders", AS_IT_IS),
    ("sqlite", "SELECT name FROM customers", AS_IT_IS),
    (
        "postgres",
        "SELECT id, total FROM orders GROUP BY id",
        'SELECT id, total FROM [orders] AS orders GROUP BY id, orders."total"',
    ),
    (
        "duckdb",
        "SELECT id FROM orders USING SAMPLE 10%",
        "SELECT id FROM [orders] AS orders USING SAMPLE SYSTEM (10 PERCENT)",
    ),
    (
        "duckdb",
        "PIVOT orders ON status USING SUM(total)",
        "not_supported: A table is read in a way that isn't supported here: name it in the FROM of a SELECT.",
    ),
    (
        "sqlite",
        "SELECT rowid FROM orders",
        "policy: `rowid` of `orders` may not be read: name its own columns.",
    ),
    (
        "postgres",
        "SELECT ctid FROM orders",
        "policy: `ctid` of `public.orders` may not be read: name its own columns.",
    ),
]


@pytest.mark.parametrize(
    ("engine", "sql", "expected"), STATEMENTS, ids=[f"{row[0]}: {row[1]}" for row in STATEMENTS]
)
def test_a_barrier_stands_in_the_place_of_the_table(engine: str, sql: str, expected: str):
    assert sent(engine, sql) == expected


@pytest.mark.parametrize(
    ("engine", "close"),
    [
        ("sqlite", "LIMIT -1"),
        ("duckdb", "LIMIT 9223372036854775807"),
        ("postgres", "OFFSET 0"),
        ("mariadb", "LIMIT 18446744073709551615"),
    ],
)
def test_every_name_in_a_condition_is_bound_and_the_query_ends_with_what_no_planner_moves(
    engine: str, close: str
):
    access = Access(
        row_filters=(
            RowFilter(
                table="orders", condition="customer_id IN (SELECT id FROM customers WHERE region = 'EU')"
            ),
            RowFilter(table="ord*", condition="total > 0"),
        )
    )
    rewriting = filters(engine, access, shop(engine))
    (barrier,) = rewriting.barriers.values()
    text = barrier.sql(dialect=dialect(engine).parser).replace('"', "").replace("`", "")
    schema = SCHEMAS[engine] or "main"
    assert text == (
        "SELECT rejoinder_rows.id, rejoinder_rows.customer_id, rejoinder_rows.status, rejoinder_rows.total "
        f"FROM {schema}.orders AS rejoinder_rows WHERE (rejoinder_rows.customer_id IN (SELECT customers.id "
        f"FROM {schema}.customers AS customers WHERE customers.region = 'EU')) AND (rejoinder_rows.total > 0) {close}"
    )


def test_a_view_of_a_filtered_table_may_be_read_where_it_has_a_filter_of_its_own():
    catalog = shop("sqlite", view("sqlite", "drafts", "orders"))
    denied = sent("sqlite", "SELECT id FROM drafts", catalog=catalog)
    assert denied == "policy: The policy doesn't let you read `drafts`."
    own = (ORDERS, RowFilter(table="drafts", condition="id > 1"))
    assert sent("sqlite", "SELECT id FROM drafts", own, catalog) == "SELECT id FROM [drafts] AS drafts"


def test_an_engine_without_a_known_barrier_has_no_row_filters():
    catalog = shop("sqlite")
    with pytest.raises(PolicyError, match="Row filters can't be enforced on Snowflake"):
        type(filters("sqlite", Access(), catalog)).of(
            Access(row_filters=(RowFilter(table="orders", condition="1 = 1"),)), catalog, dialect("snowflake")
        )
