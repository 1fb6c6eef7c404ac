"""Reads a SQLite catalog: a few queries for all tables at once, however many there are."""

from __future__ import annotations

import hashlib
import re
import sqlite3
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache

from rejoinder.connectors._sqlite_ddl import allowed_values
from rejoinder.connectors._sqlite_keys import foreign_keys, unique_keys
from rejoinder.connectors._sqlite_session import Row, Session, quoted
from rejoinder.connectors._sqlite_sizes import row_estimates
from rejoinder.terms.catalog import Catalog, Column, Table, TableKind, TableRef, TypeFamily

_MASTER = (
    "SELECT type, name, sql FROM sqlite_master WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite\\_%' "
    "ESCAPE '\\'"
)
_DEFINITIONS = (
    "SELECT type, name, tbl_name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\' "
    "ORDER BY type, name"
)
_ORDINARY = "m.type = 'table' AND m.sql NOT LIKE 'create virtual table %'"
_COLUMNS = (
    'SELECT m.name, x.name, x.type, x."notnull", x.pk, x.hidden '
    "FROM sqlite_master AS m, pragma_table_xinfo(m.name) AS x WHERE {which} ORDER BY m.rowid, x.cid"
)
_FOREIGN = (
    'SELECT m.name, k.id, k."table", k."from", k."to" '
    "FROM sqlite_master AS m, pragma_foreign_key_list(m.name) AS k WHERE {which} ORDER BY m.rowid, k.id DESC, k.seq"
)
_UNIQUE = (
    "SELECT m.name, i.name, i.origin, c.name "
    "FROM sqlite_master AS m, pragma_index_list(m.name) AS i, pragma_index_info(i.name) AS c "
    'WHERE {which} AND i."unique" AND NOT i.partial ORDER BY m.rowid, i.seq DESC, c.seqno'
)
_VIRTUAL = re.compile(r"\s*create\s+virtual\s+table\b.*?\busing\s+[\"`\[]?(\w+)", re.I | re.S)
# Tables in which a virtual table keeps its data, after its name and an underscore.
_SHADOWS = {
    "fts5": ("data", "idx", "content", "docsize", "config"),
    "fts4": ("content", "segments", "segdir", "docsize", "stat"),
    "fts3": ("content", "segments", "segdir"),
    "rtree": ("node", "rowid", "parent"),
    "rtree_i32": ("node", "rowid", "parent"),
    "geopoly": ("node", "rowid", "parent"),
}
_HIDDEN, _VIRTUAL_GENERATED, _STORED_GENERATED = 1, 2, 3


def fingerprint(session: Session) -> str:
    """A digest of every definition. The same for a copy of the file."""
    digest = hashlib.sha256()
    for row in session.rows(_DEFINITIONS):
        digest.update(repr(row).encode("utf-8", "backslashreplace"))
    return digest.hexdigest()[:32]


def read(session: Session, family: Callable[[str], TypeFamily]) -> Catalog:
    """All that a `SELECT` can name. What can't be described is a note and fails nothing else.

    Raises `sqlite3.Error` where the database as a whole can't be read.
    """
    reading = _Reading(session, cache(family))
    master = [row for row in session.rows(_MASTER) if reading.nameable(row)]
    shadows = _shadows(master)
    ordinary = [
        row for row in master if row[0] == "table" and not _VIRTUAL.match(row[2]) and row[1] not in shadows
    ]
    virtual = [
        row for row in master if row[0] == "table" and _VIRTUAL.match(row[2]) and row[1] not in shadows
    ]
    views = [row for row in master if row[0] == "view"]
    tables = {
        **reading.ordinary(ordinary),
        **{name: found for _, name, sql in virtual if (found := reading.virtual(name)) is not None},
    }
    names = {name.lower(): name for _, name, _ in master if name not in shadows}
    for _, name, sql in views:
        view = reading.view(name, sql, names)
        if view is not None:
            tables[name] = view
    order = [name for _, name, _ in master if name in tables]
    return Catalog(
        fingerprint=fingerprint(session),
        tables=tuple(tables[name] for name in order),
        notes=tuple(reading.notes),
    )


@dataclass(slots=True)
class _Reading:
    """One reading of one catalog: what it learns on the way."""

    session: Session
    family: Callable[[str], TypeFamily]
    notes: list[str] = field(default_factory=list)
    columns: dict[tuple[object, ...], Column] = field(default_factory=dict)
    """Columns that are the same in several tables are one object: a third of the time, a tenth of the memory."""

    def nameable(self, row: Row) -> bool:
        """Whether the name is text; a name that isn't UTF-8 can't be written in a statement."""
        if all(isinstance(part, str) for part in row):
            return True
        self.notes.append(
            f"A {row[0]} has a name or a definition that isn't UTF-8, so it is left out: {row[1]!r}."
        )
        return False

    def ordinary(self, master: Sequence[Row]) -> dict[str, Table]:
        """The tables that are neither virtual nor views."""
        described = _grouped(self._all(_COLUMNS, master))
        indexes = _grouped(self._all(_UNIQUE, master))
        references = _grouped(self._all(_FOREIGN, master))
        without_rowid = self._without_rowid(indexes)
        estimates = row_estimates(
            self.session, {name: described.get(name, []) for _, name, _ in master}, without_rowid
        )
        tables: dict[str, Table] = {}
        for _, name, sql in master:
            rows = described.get(name)
            if not rows:
                self.notes.append(f"The table `{name}` can't be described.")
                continue
            key = tuple(row[1] for row in sorted((row for row in rows if row[4]), key=lambda row: row[4]))
            own_indexes = indexes.get(name, ())
            rowid_alias = (
                key[0] if len(key) == 1 and not any(index[2] == "pk" for index in own_indexes) else None
            )
            tables[name] = Table(
                ref=TableRef("", name),
                columns=tuple(self._columns(rows, sql, rowid_alias)),
                primary_key=key,
                unique_keys=unique_keys(own_indexes, key),
                row_estimate=estimates.get(name),
            )
        return foreign_keys(tables, references, self.notes)

    def virtual(self, name: str) -> Table | None:
        """A virtual table, or None where its module isn't in this SQLite."""
        try:
            rows = self.session.rows(_COLUMNS.format(which="m.name = ?"), (name,))
        except sqlite3.OperationalError as error:
            self.notes.append(f"The virtual table `{name}` can't be read: {error}.")
            return None
        columns = tuple(self._columns(rows, "", None))
        return Table(ref=TableRef("", name), kind=TableKind.VIRTUAL, columns=columns)

    def view(self, name: str, sql: str, names: dict[str, str]) -> Table | None:
        """A view with what it reads, or None where it is broken."""
        self.session.reads.clear()
        try:
            self.session.rows(f"EXPLAIN SELECT * FROM {quoted(name)}")
            reads = set(self.session.reads)
            rows = self.session.rows(_COLUMNS.format(which="m.name = ?"), (name,))
        except sqlite3.Error as error:
            self.notes.append(f"The view `{name}` can't be read: {error}.")
            return None
        return Table(
            ref=TableRef("", name),
            kind=TableKind.VIEW,
            columns=tuple(self._columns(rows, "", None)),
            definition=sql,
            depends_on=tuple(sorted(TableRef("", read) for read in _read_by(name, reads, names))),
        )

    def _all(self, query: str, master: Sequence[Row]) -> list[Row]:
        """What a query says of all ordinary tables; of one after the other where one spoils it for all."""
        try:
            return self.session.rows(query.format(which=_ORDINARY))
        except sqlite3.DatabaseError:  # "not authorized", where the name of a table isn't UTF-8
            return [row for _, name, _ in master for row in self._one(query, name)]

    def _one(self, query: str, name: str) -> list[Row]:
        try:
            return self.session.rows(query.format(which="m.name = ?"), (name,))
        except sqlite3.OperationalError as error:
            self.notes.append(f"Something of the table `{name}` can't be read: {error}.")
            return []

    def _without_rowid(self, indexes: dict[str, list[Row]]) -> frozenset[str]:
        """Tables whose primary key is the table: its index has no entry of its own in `sqlite_master`."""
        stored = {row[0] for row in self.session.rows("SELECT name FROM sqlite_master WHERE type = 'index'")}
        return frozenset(
            name
            for name, rows in indexes.items()
            if any(row[2] == "pk" and row[1] not in stored for row in rows)
        )

    def _columns(self, rows: Iterable[Row], sql: str, rowid_alias: str | None) -> Iterator[Column]:
        allowed = allowed_values(sql)
        known = self.columns
        for _, name, type_, not_null, _, hidden in rows:
            if not isinstance(name, str):
                continue
            nullable = not not_null and not (name == rowid_alias and type_.upper() == "INTEGER")
            values = allowed.get(name.lower(), ()) if allowed else ()
            key = (name, type_, nullable, hidden, values)
            column = known.get(key)
            if column is None:
                column = known[key] = Column(
                    name=name,
                    type=type_,
                    family=self.family(type_),
                    nullable=nullable,
                    generated=hidden in (_VIRTUAL_GENERATED, _STORED_GENERATED),
                    hidden=hidden == _HIDDEN,
                    allowed_values=values,
                )
            yield column


def _grouped(rows: Iterable[Row]) -> dict[str, list[Row]]:
    """Rows by the table they are about, which is their first value."""
    found: defaultdict[str, list[Row]] = defaultdict(list)
    for row in rows:
        found[row[0]].append(row)
    return dict(found)


def _shadows(master: Sequence[Row]) -> frozenset[str]:
    """The tables behind virtual tables: nobody's data, and not for asking."""
    found: set[str] = set()
    for _, name, sql in master:
        module = _VIRTUAL.match(sql)
        if module is not None:
            found.update(f"{name}_{suffix}".lower() for suffix in _SHADOWS.get(module[1].lower(), ()))
    return frozenset(name for _, name, _ in master if name.lower() in found)


def _read_by(view: str, reads: Iterable[tuple[str, str, str | None]], names: dict[str, str]) -> Iterator[str]:
    """What SQLite said it would read for a view itself.

    A table of which no column is read is reported without the view that names it; it is counted as read, so
    that nothing under a view is ever missed.
    """
    for table, column, reader in reads:
        stored = names.get(table.lower())
        if stored is not None and stored != view and (reader == view or (reader is None and not column)):
            yield stored
