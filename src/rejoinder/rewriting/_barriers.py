"""How each engine is kept from looking at rows that a condition leaves out.

Planners move conditions to where they cost least, so that what the asker wrote may be evaluated on a row before the
filter is: a cast that fails on it, or a function that says what it was given, would tell of a hidden row. No planner
moves anything into a query that counts its rows, so each filtered table ends with a LIMIT or OFFSET that cuts nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from sqlglot import exp

from rejoinder.errors import PolicyError
from rejoinder.terms.catalog import Table
from rejoinder.terms.dialect import Dialect

ROWS = "rejoinder_rows"
"""What the table is called inside its barrier."""


def _no_offset(query: exp.Select) -> exp.Select:
    """PostgreSQL: a query with OFFSET is neither pulled up nor pushed into (`subquery_is_pushdown_safe`)."""
    return query.offset(0)


def _all_rows(most: int) -> Callable[[exp.Select], exp.Select]:
    """SQLite flattens no query with LIMIT under a WHERE or a join; DuckDB and MariaDB push nothing below one."""
    return lambda query: query.limit(most)


_BARRIERS: Mapping[str, Callable[[exp.Select], exp.Select]] = {
    "sqlite": _all_rows(-1),
    "postgres": _no_offset,
    "duckdb": _all_rows(2**63 - 1),
    "mysql": _all_rows(2**64 - 1),
    "mariadb": _all_rows(2**64 - 1),
}


def barrier(table: Table, condition: exp.Expr, dialect: Dialect) -> exp.Select:
    """The rows of `table` that fulfil `condition`, whose own names are under `ROWS`. Raises `PolicyError`.

    All its columns are there in their order, so that `*` and renamed columns mean what they meant; one that the
    role can't read is NULL.
    """
    close = _BARRIERS.get(dialect.name)
    if close is None:
        raise PolicyError(
            f"Row filters can't be enforced on {dialect.title}: nothing is known that keeps it from looking at "
            f"hidden rows."
        )
    columns = [
        _column(column.name) if column.readable else exp.alias_(exp.Null(), column.name, quoted=True)
        for column in table.columns
        if not column.hidden
    ]
    query = exp.Select(expressions=columns).from_(named(table, dialect)).where(condition)
    return close(query)


def named(table: Table, dialect: Dialect) -> exp.Table:
    """The table by its whole name, which no common table expression can have, called `ROWS`."""
    found = exp.table_(table.ref.name, db=schema_of(table, dialect) or None, quoted=True)
    found.set("alias", exp.TableAlias(this=exp.to_identifier(ROWS)))
    return found


def schema_of(table: Table, dialect: Dialect) -> str:
    """The schema as SQL has to say it, where the catalog says ""."""
    return table.ref.schema or min(dialect.default_schemas, default="")


def _column(name: str) -> exp.Column:
    return exp.column(exp.to_identifier(name, quoted=True), table=exp.to_identifier(ROWS))
