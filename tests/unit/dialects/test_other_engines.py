"""What other engines read that SQLite doesn't, and what in them must be refused."""

from __future__ import annotations

import dataclasses

import pytest

from rejoinder.check import check
from rejoinder.dialects import dialect
from rejoinder.terms.catalog import Catalog, Column, Function, Table, TableRef
from rejoinder.terms.dialect import Case
from rejoinder.terms.policy import Access, Policy

COLUMNS = ("id", "name", "total", "tags", "meta", "day")
TABLES = ("orders", "people", "pay")


def catalog(engine: str, schema: str = "shop") -> Catalog:
    """The same few tables, spelled as the engine would store them."""
    upper = dialect(engine).column_case is Case.FOLDS_UPPER
    spelled = str.upper if upper else str.lower
    tables = [
        Table(
            ref=TableRef(spelled(schema), spelled(name)),
            columns=tuple(Column(name=spelled(column)) for column in COLUMNS),
            primary_key=(spelled("id"),),
        )
        for name in TABLES
    ]
    return Catalog(fingerprint="x", tables=tuple(tables), search_path=(spelled(schema),), database="db")


def found(
    engine: str, sql: str, access: Access | None = None, functions: tuple[Function, ...] = ()
) -> set[str]:
    known = dataclasses.replace(catalog(engine), functions=functions)
    policy = Policy(access=access) if access else Policy()
    checking = check(sql, dialect=dialect(engine), catalog=known, policy=policy, asker="ada")
    return {str(finding.defect) for finding in checking.findings}


PASSES = [
    ("postgres", "a name is folded", "SELECT ID, Name FROM Orders"),
    (
        "postgres",
        "a name that a query gives is folded",
        "SELECT x.big FROM (SELECT total AS BIG FROM orders) x",
    ),
    (
        "postgres",
        "an expression is called by its function",
        "SELECT max FROM (SELECT max(total) FROM orders) x",
    ),
    ("postgres", "a whole row", "SELECT o, to_jsonb(o) FROM orders o"),
    ("postgres", "a field of a row", "SELECT (o).total FROM orders o"),
    (
        "postgres",
        "ORDER BY takes the selected column",
        "SELECT o.id FROM orders o JOIN people p ON p.id = o.id ORDER BY id",
    ),
    ("postgres", "a cast with ::", "SELECT total::numeric(10, 2), day::date FROM orders"),
    (
        "postgres",
        "a LATERAL",
        "SELECT p.id, o.total FROM people p CROSS JOIN LATERAL (SELECT total FROM orders WHERE id = p.id) o",
    ),
    (
        "postgres",
        "operators of JSON and arrays",
        "SELECT meta ->> 'a', meta #> '{b}', tags && ARRAY['x'] FROM orders",
    ),
    ("postgres", "DISTINCT ON", "SELECT DISTINCT ON (name) id, name FROM orders ORDER BY name, day DESC"),
    ("postgres", "the name of its own database", "SELECT id FROM db.shop.orders"),
    ("redshift", "an alias in the select list", "SELECT total * 2 AS t, t + 1 FROM orders"),
    ("redshift", "SYSDATE without brackets", "SELECT DATEDIFF(day, day, SYSDATE) FROM orders"),
    ("duckdb", "FROM first", "FROM orders SELECT name, sum(total) GROUP BY ALL"),
    ("duckdb", "a field of a struct", "SELECT meta.a, o.meta.a.b FROM orders o"),
    ("duckdb", "a loop over a list", "SELECT [t || 'x' FOR t IN tags IF t <> 'a'] FROM orders"),
    ("duckdb", "a pivot", "PIVOT orders ON name USING sum(total)"),
    ("duckdb", "an alias in the select list", "SELECT total AS t, t + 1 FROM orders"),
    ("mysql", "aliases in HAVING", "SELECT name, sum(total) AS t FROM orders GROUP BY name HAVING t > 1"),
    ("mysql", "text in double quotes", 'SELECT id FROM orders WHERE name = "it is; DROP"'),
    ("mysql", "a table as a statement", "TABLE orders"),
    ("mariadb", "an interval", "SELECT id FROM orders WHERE day > CURDATE() - INTERVAL 3 DAY"),
    ("sqlserver", "TOP and brackets", "SELECT TOP (3) [name] FROM [shop].[orders] ORDER BY total DESC"),
    ("sqlserver", "reading without locks", "SELECT id FROM orders WITH (NOLOCK)"),
    (
        "snowflake",
        "names are folded",
        "SELECT id, Name FROM Orders QUALIFY ROW_NUMBER() OVER (ORDER BY total) = 1",
    ),
    ("snowflake", "a path into a value", "SELECT meta:a.b::string FROM orders"),
    ("snowflake", "FLATTEN", "SELECT f.value FROM orders o, LATERAL FLATTEN(input => o.tags) f"),
    ("bigquery", "UNNEST", "SELECT o.id, t FROM orders o, UNNEST(o.tags) AS t"),
    ("bigquery", "a struct's field", "SELECT meta.a FROM shop.orders"),
    ("clickhouse", "a value in WITH", "WITH 3 AS most SELECT id FROM orders WHERE total > most"),
    ("clickhouse", "LIMIT BY", "SELECT id, name FROM orders ORDER BY total LIMIT 2 BY name"),
    ("spark", "a lateral view", "SELECT id, t FROM orders LATERAL VIEW explode(tags) x AS t"),
    ("spark", "a hint", "SELECT /*+ BROADCAST(p) */ o.id FROM orders o JOIN people p ON p.id = o.id"),
    ("spark", "a table as a statement", "TABLE orders"),
    ("trino", "lambdas", "SELECT transform(tags, t -> upper(t)) FROM orders"),
    ("trino", "what is kept about a table", 'SELECT * FROM "orders$snapshots"'),
]

REFUSED = [
    (
        "postgres",
        "a write in a WITH",
        "WITH gone AS (DELETE FROM orders RETURNING id) SELECT id FROM gone",
        "write",
    ),
    ("postgres", "a file", "SELECT pg_read_file('/etc/passwd')", "forbidden_function"),
    (
        "postgres",
        "a file by its schema",
        "SELECT pg_catalog.pg_read_file('/etc/passwd')",
        "forbidden_function",
    ),
    (
        "postgres",
        "a text that is run",
        "SELECT query_to_xml('DELETE FROM orders', true, false, '')",
        "forbidden_function",
    ),
    (
        "postgres",
        "another table as a text",
        "SELECT table_to_xml('pay', true, false, '')",
        "forbidden_function",
    ),
    ("postgres", "a lock", "SELECT pg_advisory_lock(1)", "forbidden_function"),
    ("postgres", "a system table", "SELECT rolname FROM pg_roles", "policy"),
    ("postgres", "a system table behind its schema", "SELECT * FROM pg_catalog.pg_shadow", "policy"),
    ("postgres", "an alias in WHERE", "SELECT total AS t FROM orders WHERE t > 1", "unknown_column"),
    ("postgres", "another database", "SELECT id FROM other.shop.orders", "unknown_table"),
    ("postgres", "a name in capitals that is stored small", 'SELECT "ID" FROM orders', "unknown_column"),
    ("duckdb", "a file", "SELECT * FROM 'people.csv'", "unknown_table"),
    (
        "duckdb",
        "a folder by a function that is an operator too",
        "SELECT * FROM glob('/etc/*')",
        "forbidden_function",
    ),
    ("duckdb", "a file by a function", "SELECT * FROM read_csv('people.csv')", "forbidden_function"),
    ("duckdb", "a text that is run", "SELECT * FROM query('DELETE FROM orders')", "forbidden_function"),
    ("duckdb", "an extension", "INSTALL httpfs", "write"),
    ("mysql", "a comment that is run", "SELECT id FROM orders /*! INTO OUTFILE '/tmp/x' */", None),
    ("mysql", "a file", "SELECT LOAD_FILE('/etc/passwd')", "forbidden_function"),
    ("mysql", "a shared lock", "SELECT id FROM orders LOCK IN SHARE MODE", "write"),
    ("mysql", "a session's variable", "SELECT @@datadir", None),
    ("mariadb", "a wait", "SELECT SLEEP(9)", "forbidden_function"),
    (
        "sqlserver",
        "a second statement without a semicolon",
        "SELECT id FROM orders WAITFOR DELAY '00:00:09'",
        None,
    ),
    ("sqlserver", "a lock", "SELECT id FROM orders WITH (UPDLOCK, HOLDLOCK)", "write"),
    ("sqlserver", "another server", "SELECT * FROM OPENQUERY(other, 'SELECT 1')", None),
    ("snowflake", "a system function", "SELECT SYSTEM$CANCEL_ALL_QUERIES(1)", "forbidden_function"),
    ("snowflake", "a table as a text", "SELECT * FROM TABLE('pay')", "forbidden_function"),
    ("bigquery", "another project", "SELECT id FROM `other.shop.orders`", "unknown_table"),
    (
        "bigquery",
        "a remote query",
        "SELECT * FROM EXTERNAL_QUERY('c', 'DELETE FROM t')",
        "forbidden_function",
    ),
    ("clickhouse", "settings", "SELECT id FROM orders SETTINGS max_execution_time = 0", None),
    (
        "clickhouse",
        "a dictionary, which no policy knows",
        "SELECT dictGet('pay', 'total', 1)",
        "forbidden_function",
    ),
    (
        "clickhouse",
        "an address",
        "SELECT * FROM url('http://127.0.0.1/x', CSV, 'a String')",
        "forbidden_function",
    ),
    ("spark", "a file", "SELECT * FROM csv.`/etc/passwd`", "unknown_table"),
    ("spark", "code of the machine", "SELECT reflect('java.lang.System', 'exit', 1)", "forbidden_function"),
    (
        "trino",
        "a query of another system",
        "SELECT * FROM TABLE(pg.system.query(query => 'DELETE FROM t'))",
        None,
    ),
    ("redshift", "a system table", "SELECT * FROM stl_query", "policy"),
]


@pytest.mark.parametrize(
    ("engine", "sql"), [(row[0], row[2]) for row in PASSES], ids=[f"{r[0]}: {r[1]}" for r in PASSES]
)
def test_it_passes(engine: str, sql: str):
    assert found(engine, sql) == set()


@pytest.mark.parametrize(
    ("engine", "sql", "defect"), [(r[0], *r[2:]) for r in REFUSED], ids=[f"{r[0]}: {r[1]}" for r in REFUSED]
)
def test_it_is_refused(engine: str, sql: str, defect: str | None):
    classes = found(engine, sql)
    assert classes
    assert defect is None or defect in classes


DENIED = [
    ("postgres", "SELECT o FROM orders o"),
    ("postgres", "SELECT (o).total FROM orders o"),
    ("postgres", "SELECT row_to_json(orders) FROM orders"),
    ("duckdb", "SELECT COLUMNS('tot.*') FROM orders"),
    ("duckdb", "SELECT orders FROM orders"),
    ("duckdb", "PIVOT orders ON name USING count(*)"),
    ("duckdb", "SELECT [total FOR t IN tags] FROM orders"),
    ("trino", 'SELECT * FROM "orders$files"'),
    ("spark", "TABLE orders"),
    ("snowflake", "SELECT total FROM orders"),
]


@pytest.mark.parametrize(("engine", "sql"), DENIED)
def test_a_denied_column_is_not_read_in_passing(engine: str, sql: str):
    assert found(engine, sql, Access(deny_columns=("orders.total",))) & {"policy", "star_too_wide"}
    assert found(engine, sql) == set()


def test_a_function_of_a_users_schema_is_not_the_engines_own():
    evil = Function(schema="evil", name="abs", pure=False)
    assert found("postgres", "SELECT evil.abs(1)", functions=(evil,)) == {"forbidden_function"}
    assert found("postgres", "SELECT pg_catalog.abs(1), abs(2)", functions=(evil,)) == set()


@pytest.mark.parametrize(
    "engine", ["postgres", "redshift", "duckdb", "mysql", "mariadb", "sqlserver", "snowflake", "bigquery"]
)
def test_what_another_engine_calls_otherwise_has_a_phrase_here(engine: str):
    known = dialect(engine)
    assert known.title
    assert known.prompt_lines
    assert all(phrase for phrase in known.rewrites.values())


def test_no_function_that_duckdb_calls_impure_is_harmless_here():
    duckdb = pytest.importorskip("duckdb", reason="DuckDB isn't installed: `pip install rejoinder[duckdb]`")
    rows = duckdb.connect().execute(
        "SELECT DISTINCT function_name FROM duckdb_functions() WHERE has_side_effects OR function_type = 'pragma'"
    )
    pure = {name for name, effect in dialect("duckdb").functions.items() if effect == "pure"}
    # `error` ends the statement, which is its only effect.
    assert {row[0] for row in rows.fetchall()} & pure <= {"error"}
