"""Catalogs from files: names and types as JSON, and the DDL of a schema. For cases that no database is at hand for."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from sqlglot import exp
from sqlglot import parse as read_sql
from sqlglot.errors import SqlglotError

from rejoinder.dialects import dialect
from rejoinder.errors import UnknownScheme, UsageError
from rejoinder.evals.cases import known_as
from rejoinder.terms.catalog import Catalog, Column, Function, Table, TableKind, TableRef
from rejoinder.terms.dialect import Dialect

_PREFIX = "schema_"
_PURE = ("IMMUTABLE", "STABLE", "DETERMINISTIC")


def read_catalogs(
    names: Path | None, schemas: tuple[Path, ...] = (), databases: tuple[str, ...] = ()
) -> dict[str, Catalog]:
    """Catalogs by the dialect's name.

    `names` is one JSON object of dialect, schema, table, column and type; the first schema of a dialect is where
    unqualified names are looked for. `schemas` are files of DDL called `schema_DIALECT.sql`. What stands in both has
    the keys of the DDL; what stands in the DDL alone is left out where `names` has that dialect. `databases` say
    `DIALECT=NAME`: the database, project or catalog that the connection is in, which a name of three parts begins
    with; without it no such name is known. Raises `UsageError` for what can't be read.
    """
    within = dict(_within(each) for each in databases)
    declared = {known_as(_dialect_of(path)): _declared(path) for path in schemas}
    listed = {} if names is None else _listed(names)
    return {
        name: replace(_merged(name, listed.get(name), declared.get(name)), database=within.get(name, ""))
        for name in sorted(listed.keys() | declared)
    }


def _within(database: str) -> tuple[str, str]:
    named, _, name = database.partition("=")
    if not named.strip() or not name:
        raise UsageError(f"`{database}` has to be `DIALECT=NAME`: where the connection of that dialect is.")
    return known_as(named), name


def _listed(path: Path) -> dict[str, Mapping[str, Mapping[str, Mapping[str, str]]]]:
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise UsageError(f"The catalog `{path}` can't be read: {error}.") from error
    if not isinstance(found, dict):
        raise UsageError(
            f"The catalog `{path}` has to be an object of dialects, schemas, tables and columns."
        )
    return {known_as(name): schemas for name, schemas in found.items()}


def _merged(name: str, listed: Mapping[str, Any] | None, declared: Catalog | None) -> Catalog:
    if listed is None:
        return declared if declared is not None else Catalog(fingerprint=name)
    try:
        sql: Dialect | None = dialect(name)
    except UnknownScheme:
        sql = None
    known = {} if declared is None else declared.by_ref
    tables = [
        known.get(TableRef(schema, table), _table(TableRef(schema, table), columns, sql))
        for schema, named in listed.items()
        for table, columns in named.items()
    ]
    return Catalog(
        fingerprint=name,
        tables=tuple(tables),
        functions=() if declared is None else declared.functions,
        search_path=(next(iter(listed), ""),),
    )


def _table(ref: TableRef, columns: Mapping[str, str], sql: Dialect | None) -> Table:
    return Table(ref=ref, columns=tuple(_column(name, str(type_), sql) for name, type_ in columns.items()))


def _column(name: str, type_: str, sql: Dialect | None, nullable: bool = True) -> Column:
    if sql is None:
        return Column(name=name, type=type_, nullable=nullable)
    return Column(name=name, type=type_, family=sql.family(type_), nullable=nullable)


def _dialect_of(path: Path) -> str:
    if not path.stem.startswith(_PREFIX):
        raise UsageError(f"`{path}` has to be called `schema_DIALECT.sql`: its name says its dialect.")
    return path.stem.removeprefix(_PREFIX)


def _declared(path: Path) -> Catalog:
    sql = dialect(known_as(_dialect_of(path)))
    try:
        statements = read_sql(path.read_text(encoding="utf-8"), dialect=sql.parser)
    except (OSError, UnicodeDecodeError, SqlglotError) as error:
        raise UsageError(f"The schema `{path}` can't be read: {error}.") from error
    created = [each for each in statements if isinstance(each, exp.Create)]
    default = "main" if sql.name in ("sqlite", "duckdb") else "public" if sql.name == "postgres" else ""
    return Catalog(
        fingerprint=str(path),
        tables=tuple(_tables(created, sql, default)),
        functions=tuple(_functions(created)),
        search_path=(default,),
    )


def _tables(created: list[exp.Create], sql: Dialect, default: str) -> Iterator[Table]:
    for create in created:
        named = create.this.this if isinstance(create.this, exp.Schema) else create.this
        if not isinstance(named, exp.Table):
            continue
        ref = TableRef(named.db or default, named.name)
        if create.kind == "VIEW" and isinstance(create.expression, exp.Query):
            columns = tuple(Column(name=name) for name in create.expression.named_selects)
            yield Table(ref=ref, kind=TableKind.VIEW, columns=columns)
        elif create.kind == "TABLE" and isinstance(create.this, exp.Schema):
            yield Table(ref=ref, columns=tuple(_columns(create.this, sql)))


def _columns(schema: exp.Schema, sql: Dialect) -> Iterator[Column]:
    for definition in schema.expressions:
        if isinstance(definition, exp.ColumnDef):
            kind = definition.kind
            type_ = "" if kind is None else kind.sql(dialect=sql.parser)
            kinds = [constraint.kind for constraint in definition.constraints]
            needed = any(isinstance(each, exp.NotNullColumnConstraint) for each in kinds)
            yield _column(definition.name, type_, sql, nullable=not needed)


def _functions(created: list[exp.Create]) -> Iterator[Function]:
    for create in created:
        if create.kind == "FUNCTION":
            text = create.sql().upper()
            yield Function(name=create.this.this.name, pure=any(word in text for word in _PURE))
