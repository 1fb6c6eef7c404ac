"""A small shop whose orders are filtered, and what becomes of statements on it, on each engine that has a barrier."""

from __future__ import annotations

from rejoinder.check import check
from rejoinder.dialects import dialect
from rejoinder.rewriting import RowFilters
from rejoinder.terms.catalog import Catalog, Column, Table, TableKind, TableRef
from rejoinder.terms.policy import Access, Policy, RowFilter
from rejoinder.terms.refusal import Refusal
from rejoinder.terms.statement import Statement

SCHEMAS = {"sqlite": "", "duckdb": "main", "postgres": "public", "mariadb": "shop"}
"""What each engine's catalog calls the schema of the shop."""

_TABLES = {
    "orders": ("id", "customer_id", "status", "total"),
    "customers": ("id", "name", "region"),
    "t": ("id", "orders"),
}
EU = (RowFilter(table="orders", condition="status <> 'draft'"),)


def shop(engine: str, *more: Table) -> Catalog:
    """Orders, their customers, and a table with a column that is called like a table."""
    schema = SCHEMAS[engine]
    tables = [
        Table(
            ref=TableRef(schema, name),
            columns=tuple(Column(name=column) for column in columns),
            primary_key=("id",),
            row_estimate=1000,
        )
        for name, columns in _TABLES.items()
    ]
    return Catalog(fingerprint="x", tables=(*tables, *more), search_path=(schema,))


def view(engine: str, name: str, reads: str) -> Table:
    """A view of another table's id."""
    schema = SCHEMAS[engine]
    return Table(
        ref=TableRef(schema, name),
        kind=TableKind.VIEW,
        columns=(Column(name="id"),),
        depends_on=(TableRef(schema, reads),),
        definition=f"SELECT id FROM {reads}",
    )


def filters(engine: str, access: Access, catalog: Catalog) -> RowFilters:
    """The filters of whoever has `access`."""
    return RowFilters.of(access, catalog, dialect(engine))


def sent(engine: str, sql: str, by: tuple[RowFilter, ...] = EU, catalog: Catalog | None = None) -> str:
    """What is sent instead of a statement, the barriers in short as `[orders]`; "as it is" or what is said against it.

    The statement passed the asker's own check first, as every statement does.
    """
    catalog = catalog or shop(engine)
    access = Access(row_filters=by)
    checking = check(sql, dialect=dialect(engine), catalog=catalog, policy=Policy(access=access), asker="ada")
    if checking.statement is None:
        return f"{checking.findings[0].defect}: {checking.findings[0].message}"
    rewriting = filters(engine, access, catalog)
    made = rewriting.rewritten(checking.statement)
    if isinstance(made, Statement):
        return shortened(made.text, engine, rewriting)
    return f"{made.defect}: {made.message}" if isinstance(made, Refusal) else "as it is"


def shortened(text: str, engine: str, rewriting: RowFilters) -> str:
    """The text with each whole barrier as the name of its table in brackets."""
    for ref, barrier in rewriting.barriers.items():
        text = text.replace(f"({barrier.sql(dialect=dialect(engine).parser)})", f"[{ref.name}]")
    return text
