"""Reads the values of PostgreSQL's columns, for looking them up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rejoinder.connectors._lookup import MOST_DISTINCT
from rejoinder.connectors._pg_session import Session
from rejoinder.terms.catalog import ColumnRef, TableRef

_COLUMNS = """
SELECT a.attname, EXISTS (SELECT 1 FROM pg_catalog.pg_index i
                          WHERE i.indrelid = c.oid AND i.indkey[0] = a.attnum AND i.indpred IS NULL)
FROM pg_catalog.pg_class c
JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
JOIN pg_catalog.pg_type t ON t.oid = a.atttypid
LEFT JOIN pg_catalog.pg_type b ON b.oid = t.typbasetype
WHERE n.nspname = %s AND c.relname = %s AND coalesce(b.typcategory, t.typcategory) IN ('S', 'E')
  AND has_column_privilege(c.oid, a.attnum, 'SELECT')
"""


@dataclass(slots=True)
class PostgresColumns:
    """The columns of a session's database. Raises `psycopg.Error`."""

    session: Session

    def must_stop(self) -> bool:
        """Whether the time is up."""
        return self.session.must_stop()

    def searchable(self, columns: Sequence[ColumnRef]) -> list[ColumnRef]:
        """Those of the columns that hold text and may be read, indexed ones first."""
        indexed: dict[ColumnRef, bool] = {}
        for table in dict.fromkeys(column.table for column in columns):
            if self.must_stop():
                break
            for name, leads in self.session.rows(_COLUMNS, (table.schema, table.name)):
                indexed[ColumnRef(table, name)] = leads
        return sorted((column for column in columns if column in indexed), key=lambda ref: not indexed[ref])

    def distinct(self, column: ColumnRef) -> list[str] | None:
        """Every distinct text of a column, or None where there are too many."""
        name, table = _names(column)
        query = f"SELECT DISTINCT {name}::text FROM {table} LIMIT {MOST_DISTINCT + 1}"
        values = self.session.rows(query, ())
        return None if len(values) > MOST_DISTINCT else _texts(values)

    def equal_up_to_case(self, column: ColumnRef, literals: Sequence[str], most: int) -> list[str]:
        """Texts that are equal to a literal but for case; by the index on the column first, which is quick."""
        name, table = _names(column)
        exact = f"SELECT DISTINCT {name}::text FROM {table} WHERE {name}::text = ANY(%s) LIMIT %s"
        folding = f"SELECT DISTINCT {name}::text FROM {table} WHERE lower({name}::text) = ANY(%s) LIMIT %s"
        found = _texts(self.session.rows(exact, (list(literals), most)))
        return found or _texts(self.session.rows(folding, ([literal.lower() for literal in literals], most)))

    def samples(self, column: ColumnRef, most: int) -> list[str]:
        """Some distinct texts of a column."""
        name, table = _names(column)
        query = f"SELECT DISTINCT {name}::text FROM {table} WHERE {name} IS NOT NULL LIMIT %s"
        return _texts(self.session.rows(query, (most,)))


def quoted(ref: TableRef) -> str:
    """A table's name, as SQL in which `%` stands for nothing else."""
    return ".".join(_quoted(part) for part in (ref.schema, ref.name))


def _names(column: ColumnRef) -> tuple[str, str]:
    return _quoted(column.name), quoted(column.table)


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""').replace("%", "%%") + '"'


def _texts(rows: Sequence[tuple[object, ...]]) -> list[str]:
    return [value for (value,) in rows if isinstance(value, str)]
