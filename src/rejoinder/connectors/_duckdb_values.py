"""Reads the values of DuckDB's columns, for looking them up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rejoinder.connectors._duckdb_catalog import quoted
from rejoinder.connectors._duckdb_session import Session
from rejoinder.connectors._lookup import MOST_DISTINCT
from rejoinder.dialects.duckdb import DIALECT
from rejoinder.terms.catalog import ColumnRef, TypeFamily


@dataclass(slots=True)
class DuckdbColumns:
    """The columns of the database. Raises `duckdb.Error`."""

    session: Session

    def must_stop(self) -> bool:
        """Whether the time is up."""
        return self.session.must_stop()

    def searchable(self, columns: Sequence[ColumnRef]) -> list[ColumnRef]:
        """Those of the columns that hold text; a column is a file of its own to DuckDB, so none is cheaper."""
        types = {}
        for table in dict.fromkeys(column.table for column in columns):
            described = self.session.rows(
                "SELECT column_name, data_type FROM duckdb_columns() WHERE database_name = current_database() "
                "AND schema_name = ? AND table_name = ?",
                (table.schema, table.name),
            )
            types.update({ColumnRef(table, name): type_ for name, type_ in described})
        # The columns of a view that nobody has read yet have no type, which DuckDB writes as "NULL".
        return [
            column
            for column in columns
            if column in types
            and (DIALECT.family(types[column]) is TypeFamily.TEXT or types[column] == '"NULL"')
        ]

    def distinct(self, column: ColumnRef) -> list[str] | None:
        """Every distinct text of a column, or None where there are too many."""
        name, table = _names(column)
        query = f"SELECT DISTINCT {name} FROM {table} LIMIT {MOST_DISTINCT + 1}"
        values = self.session.rows(query)
        return None if len(values) > MOST_DISTINCT else _texts(values)

    def equal_up_to_case(self, column: ColumnRef, literals: Sequence[str], most: int) -> list[str]:
        """Texts that are equal to a literal but for case."""
        name, table = _names(column)
        query = f"SELECT DISTINCT {name} FROM {table} WHERE lower({name}::VARCHAR) IN (SELECT lower(unnest(?))) LIMIT ?"
        return _texts(self.session.rows(query, (list(literals), most)))

    def samples(self, column: ColumnRef, most: int) -> list[str]:
        """Some distinct texts of a column."""
        name, table = _names(column)
        query = f"SELECT DISTINCT {name} FROM {table} WHERE {name} IS NOT NULL LIMIT ?"
        return _texts(self.session.rows(query, (most,)))


def _names(column: ColumnRef) -> tuple[str, str]:
    return '"' + column.name.replace('"', '""') + '"', quoted(column.table)


def _texts(rows: Sequence[tuple[object, ...]]) -> list[str]:
    return [value for (value,) in rows if isinstance(value, str)]
