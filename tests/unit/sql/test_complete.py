"""Nothing of a draft escapes the walk: rules look at what it collects, so what it missed would be unchecked."""

from __future__ import annotations

import importlib
import sqlite3
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlglot import exp
from tests.unit.sql.drafts import QUERIES
from tests.unit.sql.shop import CATALOG, SQLITE, database

from rejoinder.dialects import dialect
from rejoinder.sql.parse import Parsed, parse
from rejoinder.sql.resolve import resolve
from rejoinder.terms.catalog import TableKind
from rejoinder.terms.dialect import Effect, EngineError


def missed(sql: str) -> tuple[set[str], list[str], list[str]]:
    """Classes of nodes, columns and tables that the walk hasn't seen."""
    parsed = parse(sql, SQLITE)
    assert isinstance(parsed, Parsed), parsed.findings
    resolution = resolve(parsed, CATALOG, SQLITE)
    kinds = {type(node) for node in parsed.tree.walk()} - resolution.kinds - {exp.Identifier, exp.TableAlias}
    columns = {id(use.node) for use in resolution.columns}
    tables = {id(use.node) for use in resolution.tables}
    # `x IN t` has the table in the place of a column: it is seen as a table, by a node of its own.
    lists = {str(use.ref) for use in resolution.tables}
    left = [
        column
        for column in parsed.tree.find_all(exp.Column)
        if not isinstance(column.this, exp.Star) and not (column.arg_key == "field" and column.name in lists)
    ]
    functions = {id(source.node) for scope in resolution.scopes for source in scope.sources}
    return (
        {kind.__name__ for kind in kinds},
        [column.sql() for column in left if id(column) not in columns],
        [table.sql() for table in parsed.tree.find_all(exp.Table) if id(table) not in tables | functions],
    )


@given(sql=QUERIES)
def test_every_node_column_and_table_is_seen(sql: str):
    assert missed(sql) == (set(), [], [])


FUNCTIONS = sorted(
    name
    for name, effect in SQLITE.functions.items()
    if effect in (Effect.PURE, Effect.VOLATILE) and "*" not in name
)


@pytest.fixture(scope="module")
def engine() -> Iterator[sqlite3.Connection]:
    connection = database()
    yield connection
    connection.close()


@pytest.mark.parametrize("name", FUNCTIONS)
def test_no_argument_of_a_function_is_lost(engine: sqlite3.Connection, name: str):
    """The parser drops what a function of another dialect has no place for; the engine refuses just that."""
    for most in range(1, 6):
        names = ["status", "total", "region", "placed_on", "customer_id"][:most]
        sql = f"SELECT {name}({', '.join(names)}) FROM orders"
        parsed = parse(sql, SQLITE)
        if isinstance(parsed, Parsed):
            seen = {use.ref.name for use in resolve(parsed, CATALOG, SQLITE).columns if use.ref}
            assert seen == set(names) or refused(engine, sql)


# Not `rowid`: SQLite lets a derived table have one, of which nobody can say what it is; here it is unknown.
NAMES = st.one_of(
    st.sampled_from(["id", "total", "name", "region", "email", "price", "quantity", "s", "t"]),
    st.sampled_from(["o.id", "o.total", "c.id", "c.name", "c.total", "x.id", "d.t", "d.id", "d.nope"]),
)
FROMS = st.sampled_from(
    [
        "orders o",
        "orders o JOIN customers c ON c.id = o.customer_id",
        "orders o JOIN customers c USING (region)",
        "customers c NATURAL JOIN orders o",
        "orders o, (SELECT total AS t, id FROM orders) d",
        "(SELECT total AS t, customers.id FROM orders JOIN customers ON 1) d",
        "(SELECT * FROM items) d JOIN products ON product_id = products.id",
        "orders o LEFT JOIN (items i JOIN products p ON p.id = i.product_id) ON i.order_id = o.id",
    ]
)
STATEMENTS = st.one_of(
    st.builds("SELECT {} AS s, {} AS t FROM {} WHERE {} > 1".format, NAMES, NAMES, FROMS, NAMES),
    st.builds("SELECT {} AS s FROM {} GROUP BY {} ORDER BY {}".format, NAMES, FROMS, NAMES, NAMES),
    st.builds("SELECT max({}) AS s FROM {} GROUP BY {} HAVING {} > 1".format, NAMES, FROMS, NAMES, NAMES),
    st.builds(
        "SELECT {} FROM {} WHERE EXISTS (SELECT {} FROM staff x WHERE {} = x.id)".format,
        NAMES,
        FROMS,
        NAMES,
        NAMES,
    ),
    st.builds(
        "WITH d(t, id) AS (SELECT {}, {} FROM {}) SELECT {}, {} FROM d".format,
        NAMES,
        NAMES,
        FROMS,
        NAMES,
        NAMES,
    ),
    st.builds(
        "SELECT {} FROM {} ORDER BY (SELECT {} FROM items ORDER BY {})".format, NAMES, FROMS, NAMES, NAMES
    ),
)


@given(sql=STATEMENTS)
def test_a_name_resolves_if_and_only_if_sqlite_resolves_it(engine: sqlite3.Connection, sql: str):
    parsed = parse(sql, SQLITE)
    assert isinstance(parsed, Parsed)
    problems = {str(found.defect) for found in resolve(parsed, CATALOG, SQLITE).problems}
    said = refused(engine, sql)
    if said is None:
        assert problems == set()
    elif said.startswith("no such column"):
        assert "unknown_column" in problems
    elif said.startswith("ambiguous column name"):
        assert "ambiguous_column" in problems
    else:
        # SQLite stops at the first problem; one of grouping is not the resolver's.
        assert "aggregate" in said or "ORDER BY term" in said or "GROUP BY" in said


@pytest.fixture(scope="module")
def duck() -> Iterator[Any]:
    duckdb = pytest.importorskip("duckdb", reason="DuckDB isn't installed: `pip install rejoinder[duckdb]`")
    connection = duckdb.connect()
    for table in CATALOG.tables:
        if table.kind is TableKind.TABLE:
            columns = ", ".join(f'"{column.name}" INTEGER' for column in table.columns)
            connection.execute(f"CREATE TABLE {table.ref.name} ({columns})")
    yield connection
    connection.close()


@given(sql=STATEMENTS)
def test_a_name_resolves_if_and_only_if_duckdb_resolves_it(duck: Any, sql: str):
    parsed = parse(sql, dialect("duckdb"))
    assert isinstance(parsed, Parsed)
    problems = {str(found.defect) for found in resolve(parsed, CATALOG, dialect("duckdb")).problems}
    try:
        duck.execute(f"EXPLAIN {sql}")
    except duck_errors() as error:
        found = (
            dialect("duckdb").classify(EngineError(exception=type(error).__name__, message=str(error))).defect
        )
        assert found in problems or found in ("grouping", "type_mismatch")
    else:
        assert problems == set()


def duck_errors() -> type[Exception]:
    error: type[Exception] = importlib.import_module("duckdb").Error
    return error


def refused(engine: sqlite3.Connection, sql: str) -> str | None:
    try:
        engine.execute(f"EXPLAIN {sql}")
    except sqlite3.Error as error:
        return str(error)
    return None
