"""Reads the values of MySQL's columns, for looking them up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rejoinder.connectors._lookup import MOST_DISTINCT
from rejoinder.connectors._my_session import Session
from rejoinder.terms.catalog import ColumnRef, TableRef

_COLUMNS = """
SELECT column_name, column_key <> '' FROM information_schema.columns
WHERE table_schema = %s AND table_name = %s AND FIND_IN_SET('select', privileges)
  AND data_type IN ('char', 'varchar', 'tinytext', 'text', 'mediumtext', 'longtext', 'enum', 'set')
"""


@dataclass(slots=True)
class MysqlColumns:
    """The columns of a session's databases. Raises `pymysql.err.Error`."""

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
                indexed[ColumnRef(table, name)] = bool(leads)
        return sorted((column for column in columns if column in indexed), key=lambda ref: not indexed[ref])

    def distinct(self, column: ColumnRef) -> list[str] | None:
        """Every distinct text of a column, or None where there are too many."""
        values = self.session.rows(f"{_every(column)} LIMIT {MOST_DISTINCT + 1}", ())
        return None if len(values) > MOST_DISTINCT else _texts(values)

    def equal_up_to_case(self, column: ColumnRef, literals: Sequence[str], most: int) -> list[str]:
        """Texts that are equal to a literal by the column's own collation, which mostly ignores case."""
        places = ", ".join(["%s"] * len(literals))
        query = f"{_every(column)} WHERE {_quoted(column.name)} IN ({places}) LIMIT {most}"
        return _texts(self.session.rows(query, tuple(literals)))

    def samples(self, column: ColumnRef, most: int) -> list[str]:
        """Some distinct texts of a column."""
        query = f"{_every(column)} WHERE {_quoted(column.name)} IS NOT NULL LIMIT {most}"
        return _texts(self.session.rows(query, ()))


def quoted(ref: TableRef) -> str:
    """A table's name, as SQL in which `%` stands for nothing else."""
    return ".".join(_quoted(part) for part in (ref.schema, ref.name))


def _every(column: ColumnRef) -> str:
    """Spellings that the column's own collation takes for one are several here."""
    name = _quoted(column.name)
    return f"SELECT DISTINCT CONVERT({name} USING utf8mb4) COLLATE utf8mb4_bin FROM {quoted(column.table)}"


def _quoted(name: str) -> str:
    return "`" + name.replace("`", "``").replace("%", "%%") + "`"


def _texts(rows: Sequence[tuple[object, ...]]) -> list[str]:
    return [value for (value,) in rows if isinstance(value, str)]
