"""Keys of SQLite tables, from what its pragmas say."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby

from rejoinder.connectors._sqlite_session import Row
from rejoinder.terms.catalog import ForeignKey, Table, TableRef


def unique_keys(rows: Sequence[Row], primary_key: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """From (table, index, origin, column) in order: unique indexes over columns, other than the primary key.

    An index over an expression has a column without a name: it isn't a key of columns.
    """
    found: dict[tuple[str, ...], None] = {}
    for _, members in groupby(rows, key=lambda row: row[1]):
        listed = list(members)
        columns = tuple(column for _, _, _, column in listed)
        if listed[0][2] != "pk" and all(isinstance(column, str) for column in columns):
            found[columns] = None
    found.pop(primary_key, None)
    return tuple(found)


def foreign_keys(
    tables: Mapping[str, Table], references: Mapping[str, Sequence[Row]], notes: list[str]
) -> dict[str, Table]:
    """`tables` with their foreign keys, from (table, id, target, column, target column) in order.

    A reference without target columns is to the target's primary key. One that leads nowhere is a note.
    """
    by_folded = {name.lower(): table for name, table in tables.items()}
    found: dict[str, Table] = dict(tables)
    for name, rows in references.items():
        table = tables.get(name)
        if table is not None:
            keys = tuple(_keys(table, rows, by_folded, notes))
            found[name] = replace(table, foreign_keys=keys)
    return found


def _keys(
    table: Table, rows: Sequence[Row], by_folded: Mapping[str, Table], notes: list[str]
) -> Iterator[ForeignKey]:
    for _, members in groupby(rows, key=lambda row: row[1]):
        listed = list(members)
        written = str(listed[0][2])
        target = by_folded.get(written.lower())
        columns = _stored(table, [row[3] for row in listed])
        if target is None or columns is None:
            notes.append(f"`{table.ref}` refers to `{written}`, which isn't a table of this database.")
            continue
        named = [row[4] for row in listed]
        implicit = all(column is None for column in named)
        target_columns = target.primary_key if implicit else _stored(target, named)
        if not target_columns or len(target_columns) != len(columns):
            notes.append(
                f"`{table.ref}` refers to columns of `{target.ref}` that don't exist or don't match."
            )
            continue
        yield ForeignKey(columns=columns, target=TableRef("", target.ref.name), target_columns=target_columns)


def _stored(table: Table, written: Sequence[str | None]) -> tuple[str, ...] | None:
    """Columns as they are stored, whatever case a reference writes them in."""
    by_folded = {column.name.lower(): column.name for column in table.columns}
    found = [by_folded.get((name or "").lower()) for name in written]
    return tuple(name for name in found if name is not None) if None not in found else None
