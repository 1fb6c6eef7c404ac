"""X7: what is sent instead of a statement. `[orders]` stands for the barrier, which has only the visible rows."""

from __future__ import annotations

import pytest
from tests.unit.rewriting.rewritten import EU, SCHEMAS, filters, sent, shop, view

from rejoinder.check.mint import mint
from rejoinder.dialects import dialect
from rejoinder.errors import PolicyError
from rejoinder.terms.policy import Access, RowFilter

ENGINES = sorted(SCHEMAS)
BARRIERS = {
    "sqlite": 'SELECT rejoinder_rows."id", rejoinder_rows."customer_id", rejoinder_rows."status",'
    ' rejoinder_rows."total" FROM "main"."orders" AS rejoinder_rows'
    " WHERE (rejoinder_rows.status <> 'draft') LIMIT -1",
    "duckdb": 'SELECT rejoinder_rows."id", rejoinder_rows."customer_id", rejoinder_rows."status",'
    ' rejoinder_rows."total" FROM "main"."orders" AS rejoinder_rows'
    " WHERE (rejoinder_rows.status <> 'draft') LIMIT 9223372036854775807",
    "postgres": 'SELECT rejoinder_rows."id", rejoinder_rows."customer_id", rejoinder_rows."status",'
    ' rejoinder_rows."total" FROM "public"."orders" AS rejoinder_rows'
    " WHERE (rejoinder_rows.status <> 'draft') OFFSET 0",
    "mariadb": "SELECT rejoinder_rows.`id`, rejoinder_rows.`customer_id`, rejoinder_rows.`status`,"
    " rejoinder_rows.`total` FROM `shop`.`orders` AS rejoinder_rows"
    " WHERE (rejoinder_rows.status <> 'draft') LIMIT 18446744073709551615",
}

ANYWHERE = [
    ("by its name", "SELECT id FROM orders", "SELECT id FROM [orders] AS orders"),
    ("qualified columns", "SELECT orders.id FROM orders", "SELECT orders.id FROM [orders] AS orders"),
    ("an alias", "SELECT o.id FROM orders AS o", "SELECT o.id FROM [orders] AS o"),
    ("everything", "SELECT * FROM orders", "SELECT * FROM [orders] AS orders"),
    ("everything of it", "SELECT orders.* FROM orders", "SELECT orders.* FROM [orders] AS orders"),
    (
        "twice, in a join",
        "SELECT a.id FROM orders a JOIN orders b ON a.id = b.customer_id",
        "SELECT a.id FROM [orders] AS a JOIN [orders] AS b ON a.id = b.customer_id",
    ),
    (
        "beside a table without filter",
        "SELECT c.name FROM customers c LEFT JOIN orders o ON o.customer_id = c.id",
        "SELECT c.name FROM customers AS c LEFT JOIN [orders] AS o ON o.customer_id = c.id",
    ),
    (
        "NATURAL JOIN",
        "SELECT id FROM orders NATURAL JOIN customers",
        "SELECT id FROM [orders] AS orders NATURAL JOIN customers",
    ),
    (
        "in IN",
        "SELECT id FROM customers WHERE id IN (SELECT customer_id FROM orders)",
        "SELECT id FROM customers WHERE id IN (SELECT customer_id FROM [orders] AS orders)",
    ),
    (
        "in EXISTS",
        "SELECT id FROM customers c WHERE EXISTS (SELECT 1 FROM orders o WHERE o.id = c.id)",
        "SELECT id FROM customers AS c WHERE EXISTS(SELECT 1 FROM [orders] AS o WHERE o.id = c.id)",
    ),
    (
        "in a scalar subquery",
        "SELECT (SELECT max(total) FROM orders) AS n",
        "SELECT (SELECT MAX(total) FROM [orders] AS orders) AS n",
    ),
    (
        "in a derived table",
        "SELECT id FROM (SELECT id FROM orders) AS d",
        "SELECT id FROM (SELECT id FROM [orders] AS orders) AS d",
    ),
    (
        "in ORDER BY",
        "SELECT id FROM customers ORDER BY (SELECT max(total) FROM orders)",
        "SELECT id FROM customers ORDER BY (SELECT MAX(total) FROM [orders] AS orders)",
    ),
    (
        "in both arms of a union",
        "SELECT id FROM orders UNION ALL SELECT id FROM orders",
        "SELECT id FROM [orders] AS orders UNION ALL SELECT id FROM [orders] AS orders",
    ),
    (
        "in an arm of EXCEPT",
        "SELECT id FROM customers EXCEPT SELECT id FROM orders",
        "SELECT id FROM customers EXCEPT SELECT id FROM [orders] AS orders",
    ),
    (
        "in a common table expression",
        "WITH x AS (SELECT id FROM orders) SELECT id FROM x",
        "WITH x AS (SELECT id FROM [orders] AS orders) SELECT id FROM x",
    ),
    (
        "in both arms of a recursion",
        "WITH RECURSIVE r AS (SELECT id FROM orders UNION SELECT o.id FROM orders o JOIN r ON o.customer_id = r.id)"
        " SELECT id FROM r LIMIT 9",
        "WITH RECURSIVE r AS (SELECT id FROM [orders] AS orders UNION SELECT o.id FROM [orders] AS o"
        " JOIN r ON o.customer_id = r.id) SELECT id FROM r LIMIT 9",
    ),
    (
        "outside of where a common table expression has its name",
        "WITH x AS (WITH orders AS (SELECT 1 AS id) SELECT id FROM orders)"
        " SELECT o.id FROM orders o JOIN x ON x.id = o.id",
        "WITH x AS (WITH orders AS (SELECT 1 AS id) SELECT id FROM orders)"
        " SELECT o.id FROM [orders] AS o JOIN x ON x.id = o.id",
    ),
    (
        "by its whole name beside a common table expression of its name",
        "WITH orders AS (SELECT 1 AS id) SELECT id FROM {schema}.orders",
        "WITH orders AS (SELECT 1 AS id) SELECT id FROM [orders] AS orders",
    ),
    (
        "a column by schema and table",
        "SELECT {schema}.orders.id FROM {schema}.orders",
        "SELECT orders.id FROM [orders] AS orders",
    ),
    (
        "a common table expression of its name",
        "WITH orders AS (SELECT 1 AS id) SELECT id FROM orders",
        "as it is",
    ),
    ("a column of its name", "SELECT orders FROM t", "as it is"),
    ("another table", "SELECT name FROM customers", "as it is"),
    ("a text of its name", "SELECT 'orders' AS x FROM customers", "as it is"),
]


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(("sql", "becomes"), [row[1:] for row in ANYWHERE], ids=[row[0] for row in ANYWHERE])
def test_a_filtered_table_is_read_through_its_barrier_wherever_it_stands(engine: str, sql: str, becomes: str):
    assert sent(engine, sql.format(schema=SCHEMAS[engine] or "main")) == becomes


ONE_ENGINE = [
    (
        "postgres",
        "LATERAL",
        "SELECT x.total FROM customers c, LATERAL (SELECT total FROM orders o WHERE o.id = c.id) x",
        "SELECT x.total FROM customers AS c, LATERAL (SELECT total FROM [orders] AS o WHERE o.id = c.id) AS x",
    ),
    ("postgres", "a whole row", "SELECT o FROM orders o", "SELECT o FROM [orders] AS o"),
    ("postgres", "a field of a row", "SELECT (o).total FROM orders o", "SELECT (o).total FROM [orders] AS o"),
    ("postgres", "TABLE", "TABLE orders", "SELECT * FROM [orders] AS orders"),
    ("postgres", "renamed columns", "SELECT a FROM orders AS o(a)", "SELECT a FROM [orders] AS o(a)"),
    (
        "postgres",
        "a key in GROUP BY, which no query has",
        "SELECT o.id, o.total FROM orders o GROUP BY o.id",
        'SELECT o.id, o.total FROM [orders] AS o GROUP BY o.id, o."total"',
    ),
    (
        "sqlite",
        "a key in GROUP BY, which need not be unique",
        "SELECT o.id, o.total FROM orders o GROUP BY o.id",
        "SELECT o.id, o.total FROM [orders] AS o GROUP BY o.id",
    ),
    (
        "sqlite",
        "a table after IN",
        "SELECT id FROM customers WHERE (1, 2, 'a', 3) IN orders",
        "SELECT id FROM customers WHERE (1, 2, 'a', 3) IN [orders]",
    ),
    (
        "sqlite",
        "a subquery that SQLite would call by its text",
        "SELECT (SELECT count(*) FROM orders)",
        'SELECT (SELECT COUNT(*) FROM [orders] AS orders) AS "(SELECT COUNT(*) FROM orders)"',
    ),
    ("sqlite", "a name in another case", "SELECT ID FROM ORDERS", "SELECT ID FROM [orders] AS ORDERS"),
    ("duckdb", "FROM first", "FROM orders", "SELECT * FROM [orders] AS orders"),
    ("duckdb", "a struct of a row", "SELECT o FROM orders o", "SELECT o FROM [orders] AS o"),
    (
        "duckdb",
        "a sample of the visible rows",
        "SELECT id FROM orders TABLESAMPLE SYSTEM (10 PERCENT)",
        "SELECT id FROM [orders] AS orders TABLESAMPLE SYSTEM (10 PERCENT)",
    ),
]


@pytest.mark.parametrize(
    ("engine", "sql", "becomes"),
    [(row[0], *row[2:]) for row in ONE_ENGINE],
    ids=[f"{row[0]}: {row[1]}" for row in ONE_ENGINE],
)
def test_what_one_engine_reads_in_its_own_way_is_filtered_too(engine: str, sql: str, becomes: str):
    assert sent(engine, sql) == becomes


@pytest.mark.parametrize(
    ("sql", "inside"),
    [
        ("SELECT id FROM ONLY orders", 'FROM ONLY "public"."orders" AS rejoinder_rows WHERE'),
        (
            "SELECT id FROM orders TABLESAMPLE BERNOULLI (10)",
            "AS rejoinder_rows TABLESAMPLE BERNOULLI (10) WHERE",
        ),
    ],
)
def test_how_to_read_the_table_moves_into_the_barrier(sql: str, inside: str):
    assert inside in sent("postgres", sql)


REFUSED = [
    ("postgres", "SELECT ctid FROM orders", "policy: `ctid` of `public.orders` may not be read"),
    ("postgres", "SELECT o.xmin FROM orders o", "policy: `xmin` of `public.orders` may not be read"),
    ("sqlite", "SELECT rowid FROM orders", "policy: `rowid` of `orders` may not be read"),
    ("sqlite", "SELECT o._rowid_ FROM orders o", "policy: `_rowid_` of `orders` may not be read"),
    ("duckdb", "SELECT rowid FROM orders", "policy: `rowid` of `main.orders` may not be read"),
    ("duckdb", "SELECT id FROM orders TABLESAMPLE BERNOULLI (10)", "not_supported: A sample of this table"),
    ("sqlite", "SELECT id FROM orders TABLESAMPLE BERNOULLI (10)", "not_supported: A sample of this table"),
    ("mariadb", "SELECT id FROM orders FOR SYSTEM_TIME ALL", "not_supported: A table is read in a way"),
    ("duckdb", "PIVOT orders ON status USING sum(total)", "not_supported: A table is read in a way"),
    (
        "mariadb",
        "SELECT id FROM t LIMIT (SELECT count(*) FROM orders)",
        "not_supported: A table is read in a way",
    ),
]


@pytest.mark.parametrize(("engine", "sql", "said"), REFUSED, ids=[f"{row[0]}: {row[1]}" for row in REFUSED])
def test_what_can_not_be_filtered_is_refused(engine: str, sql: str, said: str):
    assert sent(engine, sql).startswith(said)


@pytest.mark.parametrize("engine", ENGINES)
def test_the_barrier_is_closed_by_what_the_engine_does_not_look_through(engine: str):
    barriers = filters(engine, Access(row_filters=EU), shop(engine)).barriers
    (barrier,) = barriers.values()
    assert barrier.sql(dialect=dialect(engine).parser) == BARRIERS[engine]


def test_a_database_without_a_known_barrier_filters_nothing_and_says_so():
    trino = shop("postgres")
    with pytest.raises(PolicyError, match=r"can't be enforced on Trino"):
        filters("trino", Access(row_filters=EU), trino)


@pytest.mark.parametrize("engine", ENGINES)
def test_a_view_of_a_filtered_table_is_denied_unless_it_has_a_filter_of_its_own(engine: str):
    catalog = shop(engine, view(engine, "bought", "orders"), view(engine, "people", "customers"))
    assert sent(engine, "SELECT id FROM bought", EU, catalog).startswith("policy: ")
    assert sent(engine, "SELECT id FROM people", EU, catalog) == "as it is"
    both = (*EU, RowFilter(table="bought", condition="id > 7"))
    assert sent(engine, "SELECT id FROM bought", both, catalog) == "SELECT id FROM [bought] AS bought"


def test_a_condition_may_read_other_tables_and_means_the_same_wherever_it_stands():
    by = (
        RowFilter(table="orders", condition="customer_id IN (SELECT id FROM customers WHERE region = 'EU')"),
    )
    text = "WITH customers AS (SELECT 1 AS id) SELECT o.id FROM orders o JOIN customers c ON c.id = o.id"
    made = filters("postgres", Access(row_filters=by), shop("postgres")).rewritten(
        mint(text, dialect="postgres")
    )
    assert 'FROM "public".customers AS customers' in made.text
    assert "rejoinder_rows.customer_id IN (SELECT customers.id" in made.text
