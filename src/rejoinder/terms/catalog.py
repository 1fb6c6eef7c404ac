"""What a database holds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from typing import Any, TypeVar

T = TypeVar("T")


@dataclass(frozen=True, slots=True, order=True)
class TableRef:
    """The name of a table or view, as the database stores it. `schema` is "" where the engine has none."""

    schema: str
    name: str

    def __str__(self) -> str:
        return f"{self.schema}.{self.name}" if self.schema else self.name


@dataclass(frozen=True, slots=True, order=True)
class ColumnRef:
    """The name of a column, as the database stores it."""

    table: TableRef
    name: str

    def __str__(self) -> str:
        return f"{self.table}.{self.name}"


class TableKind(StrEnum):
    """What kind of thing a `SELECT` can name in its `FROM`."""

    TABLE = "table"
    VIEW = "view"
    MATERIALIZED_VIEW = "materialized view"
    FOREIGN = "foreign table"
    PARTITIONED = "partitioned table"
    VIRTUAL = "virtual table"


class TypeFamily(StrEnum):
    """The kind of values a column holds, whatever the engine calls its type."""

    TEXT = "text"
    INTEGER = "integer"
    DECIMAL = "decimal"
    FLOAT = "float"
    BOOLEAN = "boolean"
    DATE = "date"
    TIME = "time"
    TIMESTAMP = "timestamp"
    INTERVAL = "interval"
    BINARY = "binary"
    JSON = "json"
    UUID = "uuid"
    NESTED = "nested"
    OTHER = "other"


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """One column. `type` is the engine's own spelling; `readable` is whether the role may read it."""

    name: str
    type: str = ""
    family: TypeFamily = TypeFamily.OTHER
    nullable: bool = True
    generated: bool = False
    hidden: bool = False
    """Left out of `*` by the engine (a hidden column of a virtual table)."""
    comment: str = ""
    allowed_values: tuple[str, ...] = ()
    """Of an enum or domain type, or a CHECK constraint that lists them."""
    readable: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class ForeignKey:
    """`columns` of the table that holds it refer to `target_columns` of `target`, position by position."""

    columns: tuple[str, ...]
    target: TableRef
    target_columns: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Table:
    """A table or view with everything that a query about it needs."""

    ref: TableRef
    kind: TableKind = TableKind.TABLE
    columns: tuple[Column, ...] = ()
    primary_key: tuple[str, ...] = ()
    unique_keys: tuple[tuple[str, ...], ...] = ()
    """Declared unique keys (constraints and non-partial unique indexes) other than the primary key."""
    foreign_keys: tuple[ForeignKey, ...] = ()
    comment: str = ""
    row_estimate: int | None = None
    definition: str = ""
    """The SQL of a view, where the engine tells it."""
    depends_on: tuple[TableRef, ...] | None = None
    """What a view reads directly; None where the engine can't say."""
    parents: tuple[TableRef, ...] = ()
    """Tables that have its rows too: it is a partition of theirs, or inherits from them."""
    readable: bool = True

    @cached_property
    def by_name(self) -> Mapping[str, Column]:
        """The columns by their stored names."""
        return {column.name: column for column in self.columns}

    @cached_property
    def by_folded(self) -> Mapping[str, tuple[Column, ...]]:
        """The columns by their names in lower case; several where the engine tells case apart."""
        return _by_folded((column.name, column) for column in self.columns)

    @cached_property
    def memo(self) -> dict[Any, Any]:
        """Where what is worked out from this table is kept, so that it goes when the table does."""
        return {}

    @property
    def all_keys(self) -> tuple[tuple[str, ...], ...]:
        """The primary key, if any, then the other unique keys."""
        return ((self.primary_key,) if self.primary_key else ()) + self.unique_keys


@dataclass(frozen=True, slots=True, kw_only=True)
class Function:
    """A user-defined function. `pure` is the catalog's word that it has no side effect."""

    schema: str = ""
    name: str
    pure: bool
    returns: str = ""
    returns_table: bool = False


@dataclass(frozen=True, kw_only=True)
class Catalog:
    """All that a `SELECT` can name, at one moment. Immutable; compared by `fingerprint`."""

    fingerprint: str
    tables: tuple[Table, ...] = ()
    functions: tuple[Function, ...] = ()
    database: str = ""
    """What a draft may write before a schema: the database, project or catalog that this connection is in."""
    search_path: tuple[str, ...] = ("",)
    """Schemas in which an unqualified name is looked for, in order."""
    system_schemas: frozenset[str] = frozenset()
    notes: tuple[str, ...] = field(default=())
    """What could not be described, one sentence an object."""

    @cached_property
    def by_ref(self) -> Mapping[TableRef, Table]:
        """The tables by their stored names."""
        return {table.ref: table for table in self.tables}

    @cached_property
    def by_folded(self) -> Mapping[str, tuple[Table, ...]]:
        """The tables of all schemas by their names in lower case."""
        return _by_folded((table.ref.name, table) for table in self.tables)

    @cached_property
    def memo(self) -> dict[Any, Any]:
        """Where what is worked out from this catalog is kept, so that it goes when the catalog does."""
        return {}

    @cached_property
    def functions_by_folded(self) -> Mapping[str, tuple[Function, ...]]:
        """The user functions of all schemas by their names in lower case."""
        return _by_folded((function.name, function) for function in self.functions)


def _by_folded(named: Iterable[tuple[str, T]]) -> Mapping[str, tuple[T, ...]]:
    folded: dict[str, list[T]] = {}
    for name, thing in named:
        folded.setdefault(name.lower(), []).append(thing)
    return {name: tuple(things) for name, things in folded.items()}
