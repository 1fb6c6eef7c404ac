"""Reads a DuckDB catalog: a few of its own table functions for everything at once."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

from rejoinder.connectors._definitions import listed_values, query_of, with_dependencies
from rejoinder.connectors._duckdb_session import Session
from rejoinder.dialects.duckdb import DIALECT
from rejoinder.terms.catalog import Catalog, Column, ForeignKey, Function, Table, TableKind, TableRef

_HERE = "database_name = current_database() AND NOT internal"
_TABLES = (
    "SELECT schema_name, table_name, comment, estimated_size, sql FROM duckdb_tables() "
    f"WHERE {_HERE} AND NOT temporary ORDER BY table_oid"
)
_VIEWS = (
    "SELECT schema_name, view_name, comment, sql FROM duckdb_views() "
    f"WHERE {_HERE} AND NOT temporary ORDER BY view_oid"
)
_COLUMNS = (
    "SELECT schema_name, table_name, column_name, data_type, is_nullable, is_generated, comment "
    f"FROM duckdb_columns() WHERE {_HERE} ORDER BY table_oid, column_index"
)
_CONSTRAINTS = (
    "SELECT schema_name, table_name, constraint_type, constraint_column_names, referenced_table, "
    "referenced_column_names, expression FROM duckdb_constraints() WHERE database_name = current_database() "
    "AND constraint_type IN ('PRIMARY KEY', 'UNIQUE', 'FOREIGN KEY', 'CHECK') ORDER BY table_oid, constraint_index"
)
_INDEXES = (
    "SELECT schema_name, table_name, is_unique, expressions FROM duckdb_indexes() "
    "WHERE database_name = current_database() AND NOT is_primary ORDER BY index_oid"
)
_MACROS = (
    "SELECT schema_name, function_name, function_type, macro_definition FROM duckdb_functions() "
    f"WHERE {_HERE} ORDER BY function_oid"
)
_SYSTEM = ("information_schema", "pg_catalog")


def fingerprint(session: Session) -> str:
    """A digest of every definition and comment, and of no row."""
    digest = hashlib.sha256()
    for query in (_TABLES.replace("estimated_size, ", ""), _VIEWS, _INDEXES, _MACROS):
        digest.update(repr(session.rows(query)).encode("utf-8", "backslashreplace"))
    comments = session.rows(
        f"SELECT table_name, column_name, comment FROM duckdb_columns() WHERE {_HERE} AND comment IS NOT NULL "
        "ORDER BY table_oid, column_index"
    )
    digest.update(repr(comments).encode("utf-8", "backslashreplace"))
    return digest.hexdigest()[:32]


def read(session: Session) -> Catalog:
    """All that a `SELECT` can name. What can't be described is a note. Raises `duckdb.Error`."""
    reading = _Reading(session)
    tables = [*reading.tables(), *reading.views()]
    functions = tuple(
        Function(schema=schema, name=name, pure=True, returns_table=kind == "table_macro")
        for schema, name, kind, _ in session.rows(_MACROS)
    )
    schemas = session.rows("SELECT unnest(current_schemas(false))")
    catalog = Catalog(
        fingerprint=fingerprint(session),
        tables=tuple(tables),
        functions=functions,
        search_path=tuple(dict.fromkeys(name for (name,) in schemas if name not in _SYSTEM)) or ("main",),
        system_schemas=frozenset(_SYSTEM),
        database=str(session.rows("SELECT current_database()")[0][0]),
        notes=tuple(reading.notes),
    )
    return with_dependencies(catalog, reading.queries, DIALECT)


@dataclass(slots=True)
class _Reading:
    """One reading of one catalog: what it learns on the way."""

    session: Session
    notes: list[str] = field(default_factory=list)
    queries: dict[TableRef, str] = field(default_factory=dict)

    def tables(self) -> Iterable[Table]:
        """The tables, with their keys."""
        columns = self._columns()
        keys = self._constraints()
        for schema, name, comment, rows, _ in self.session.rows(_TABLES):
            ref = TableRef(schema, name)
            own = keys.get(ref, _Keys())
            yield Table(
                ref=ref,
                columns=tuple(_allowed(column, own) for column in columns.get(ref, ())),
                primary_key=own.primary,
                unique_keys=tuple(key for key in dict.fromkeys(own.unique) if key != own.primary),
                foreign_keys=tuple(own.foreign),
                comment=comment or "",
                row_estimate=rows,
            )

    def views(self) -> Iterable[Table]:
        """The views; one that is broken is a note."""
        for schema, name, comment, definition in self.session.rows(_VIEWS):
            ref = TableRef(schema, name)
            try:
                described = self.session.rows(f"DESCRIBE SELECT * FROM {quoted(ref)}")
            except Exception as error:
                _only_the_drivers(error)
                self.notes.append(f"The view `{ref}` can't be read: it names something that isn't there.")
                continue
            self.queries[ref] = query_of(definition, DIALECT)
            yield Table(
                ref=ref,
                kind=TableKind.VIEW,
                columns=tuple(
                    Column(name=row[0], type=row[1], family=DIALECT.family(row[1])) for row in described
                ),
                comment=comment or "",
                definition=definition,
            )

    def _columns(self) -> dict[TableRef, list[Column]]:
        found: defaultdict[TableRef, list[Column]] = defaultdict(list)
        for schema, table, name, type_, nullable, generated, comment in self.session.rows(_COLUMNS):
            column = Column(
                name=name,
                type=type_,
                family=DIALECT.family(type_),
                nullable=nullable,
                generated=generated,
                comment=comment or "",
            )
            found[TableRef(schema, table)].append(column)
        return found

    def _constraints(self) -> dict[TableRef, _Keys]:
        found: defaultdict[TableRef, _Keys] = defaultdict(_Keys)
        for schema, table, kind, columns, target, target_columns, check in self.session.rows(_CONSTRAINTS):
            keys = found[TableRef(schema, table)]
            if kind == "PRIMARY KEY":
                keys.primary = tuple(columns)
            elif kind == "UNIQUE":
                keys.unique.append(tuple(columns))
            elif kind == "CHECK":
                listed = listed_values(check or "")
                if listed is not None:
                    keys.allowed[listed[0].lower()] = listed[1]
            elif target is not None:
                keys.foreign.append(
                    ForeignKey(
                        columns=tuple(columns),
                        target=TableRef(schema, target),
                        target_columns=tuple(target_columns),
                    )
                )
        for schema, table, unique, expressions in self.session.rows(_INDEXES):
            named = tuple(part.strip(" '\"") for part in (expressions or "").strip("[]").split(","))
            if unique and all(part.isidentifier() for part in named):
                found[TableRef(schema, table)].unique.append(named)
        return found


@dataclass(slots=True)
class _Keys:
    primary: tuple[str, ...] = ()
    unique: list[tuple[str, ...]] = field(default_factory=list)
    foreign: list[ForeignKey] = field(default_factory=list)
    allowed: dict[str, tuple[str, ...]] = field(default_factory=dict)


def quoted(ref: TableRef) -> str:
    """A table's name, as SQL."""
    return ".".join('"' + part.replace('"', '""') + '"' for part in (ref.schema, ref.name))


def _allowed(column: Column, keys: _Keys) -> Column:
    from dataclasses import replace

    values = keys.allowed.get(column.name.lower()) or _of_enum(column.type)
    return replace(column, allowed_values=values) if values else column


def _of_enum(declared: str) -> tuple[str, ...]:
    if not declared.startswith("ENUM("):
        return ()
    listed = listed_values(f"x IN {declared.removeprefix('ENUM')}")
    return listed[1] if listed is not None else ()


def _only_the_drivers(error: Exception) -> None:
    """Pass on what isn't the driver's own error."""
    import duckdb

    if not isinstance(error, duckdb.Error):
        raise error
