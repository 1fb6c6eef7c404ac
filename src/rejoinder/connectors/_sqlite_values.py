"""Reads the values of SQLite's columns, for looking them up."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from rejoinder.connectors._lookup import MOST_DISTINCT
from rejoinder.connectors._sqlite_session import Session, quoted
from rejoinder.terms.catalog import ColumnRef, TableRef, TypeFamily


@dataclass(slots=True)
class SqliteColumns:
    """The columns of one session's database. Raises `sqlite3.Error`."""

    session: Session
    family: Callable[[str], TypeFamily]
    indexed: set[ColumnRef] = field(default_factory=set)
    """Columns that lead an index, of those that were asked for."""

    def must_stop(self) -> bool:
        """Whether the time is up."""
        return self.session.must_stop()

    def searchable(self, columns: Sequence[ColumnRef]) -> list[ColumnRef]:
        """Those of the columns that hold text, indexed ones first."""
        by_table: dict[TableRef, list[ColumnRef]] = {}
        for ref in columns:
            by_table.setdefault(ref.table, []).append(ref)
        found: list[ColumnRef] = []
        for table, refs in by_table.items():
            types = self._types(table)
            leading = self._leading(table)
            self.indexed.update(ref for ref in refs if ref.name in leading)
            found += [
                ref
                for ref in refs
                if ref.name in types and self.family(types[ref.name]) in (TypeFamily.TEXT, TypeFamily.OTHER)
            ]
        return sorted(found, key=lambda ref: ref not in self.indexed)

    def distinct(self, column: ColumnRef) -> list[str] | None:
        """Every distinct text of a column, or None where there are too many."""
        name, table = quoted(column.name), quoted(column.table.name)
        if column in self.indexed:
            # From one value to the next by the index, instead of reading every entry of it.
            query = (
                f"WITH RECURSIVE each(value) AS (SELECT min({name}) FROM {table} WHERE {name} >= '' "
                f"UNION ALL SELECT (SELECT min({name}) FROM {table} WHERE {name} > each.value) FROM each "
                f"WHERE each.value IS NOT NULL AND typeof(each.value) = 'text') SELECT value FROM each LIMIT ?"
            )
        else:
            query = f"SELECT DISTINCT {name} FROM {table} LIMIT ?"
        rows = self.session.rows(query, (MOST_DISTINCT + 2,))
        return None if len(rows) > MOST_DISTINCT else [value for (value,) in rows if isinstance(value, str)]

    def equal_up_to_case(self, column: ColumnRef, literals: Sequence[str], most: int) -> list[str]:
        """Texts that are equal to a literal but for the case of ASCII letters."""
        name, table = quoted(column.name), quoted(column.table.name)
        places = ",".join("?" * len(literals))
        query = f"SELECT DISTINCT {name} FROM {table} WHERE {name} COLLATE NOCASE IN ({places}) LIMIT ?"
        return [value for (value,) in self.session.rows(query, (*literals, most)) if isinstance(value, str)]

    def samples(self, column: ColumnRef, most: int) -> list[str]:
        """Some distinct texts of a column."""
        name, table = quoted(column.name), quoted(column.table.name)
        query = f"SELECT DISTINCT {name} FROM {table} WHERE typeof({name}) = 'text' LIMIT ?"
        return [value for (value,) in self.session.rows(query, (most,)) if isinstance(value, str)]

    def _types(self, table: TableRef) -> Mapping[str, str]:
        return dict(self.session.rows("SELECT name, type FROM pragma_table_xinfo(?)", (table.name,)))

    def _leading(self, table: TableRef) -> set[str]:
        """Columns that an index is ordered by first, byte by byte."""
        query = (
            "SELECT c.name FROM pragma_index_list(?) AS i, pragma_index_xinfo(i.name) AS c "
            "WHERE NOT i.partial AND c.seqno = 0 AND c.coll = 'BINARY'"
        )
        return {row[0] for row in self.session.rows(query, (table.name,))}
