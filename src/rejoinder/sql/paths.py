"""Join paths: how to get from one table to another along declared keys without multiplying rows.

Every hop leads from a foreign key to a declared unique key, so each row of the source meets at most one row.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rejoinder.terms.catalog import Catalog, ForeignKey, Table, TableRef

_REFERRING = "sql.paths.referring"


@dataclass(frozen=True, slots=True)
class JoinHop:
    """`columns` of `source` refer to `target_columns`, a declared unique key of `target`."""

    source: TableRef
    columns: tuple[str, ...]
    target: TableRef
    target_columns: tuple[str, ...]
    nullable: bool
    """Whether a row may refer to nothing: then only an outer join keeps it."""

    @property
    def pairs(self) -> tuple[tuple[str, str], ...]:
        """Referring and referred-to columns, position by position."""
        return tuple(zip(self.columns, self.target_columns, strict=True))


@dataclass(frozen=True, slots=True)
class JoinPath:
    """One way from a table to another, at most one row for each row of the first."""

    hops: tuple[JoinHop, ...]

    @property
    def target(self) -> TableRef:
        """Where it leads."""
        return self.hops[-1].target

    @property
    def nullable(self) -> bool:
        """Whether a row of the first table may reach no row of the last."""
        return any(hop.nullable for hop in self.hops)


def join_paths(
    catalog: Catalog, source: TableRef, target: TableRef, most_hops: int = 2
) -> tuple[JoinPath, ...]:
    """All ways from `source` to `target` of at most `most_hops` hops, the shortest first; none to itself."""
    return tuple(path for path in paths_from(catalog, source, most_hops) if path.target == target)


def paths_from(catalog: Catalog, source: TableRef, most_hops: int = 2) -> Iterator[JoinPath]:
    """All ways from `source` to any other table, the shortest first. No way meets a table twice."""
    ways: list[tuple[JoinHop, ...]] = [()]
    for _ in range(most_hops):
        ways = [(*way, hop) for way in ways for hop in _onwards(catalog, source, way)]
        yield from (JoinPath(way) for way in ways)


def references(catalog: Catalog, table: Table) -> Iterator[JoinHop]:
    """The hops that start at `table`: along its foreign keys onto declared unique keys, and back along those
    of other tables that refer to it by a unique key of their own (so one row at most refers to each row)."""
    for key in table.foreign_keys:
        target = catalog.by_ref.get(key.target)
        if target is not None and is_unique(target, key.target_columns):
            nullable = any(_nullable(table, column) for column in key.columns)
            yield JoinHop(table.ref, key.columns, target.ref, key.target_columns, nullable)
    for other, key in referring(catalog, table.ref):
        if is_unique(other, key.columns):
            yield JoinHop(table.ref, key.target_columns, other.ref, key.columns, nullable=True)


def referring(catalog: Catalog, target: TableRef) -> tuple[tuple[Table, ForeignKey], ...]:
    """The foreign keys of other tables that refer to `target`, each with its table."""
    known: dict[TableRef, tuple[tuple[Table, ForeignKey], ...]] | None = catalog.memo.get(_REFERRING)
    if known is None:
        found: dict[TableRef, list[tuple[Table, ForeignKey]]] = {}
        for table in catalog.tables:
            for key in table.foreign_keys:
                if key.target != table.ref:
                    found.setdefault(key.target, []).append((table, key))
        known = catalog.memo[_REFERRING] = {ref: tuple(keys) for ref, keys in found.items()}
    return known.get(target, ())


def is_unique(table: Table, columns: tuple[str, ...]) -> bool:
    """Whether `columns` hold a declared unique key of `table`."""
    return any(key and set(key) <= set(columns) for key in table.all_keys)


def _onwards(catalog: Catalog, source: TableRef, way: tuple[JoinHop, ...]) -> Iterator[JoinHop]:
    been = {source, *(hop.target for hop in way)}
    here = catalog.by_ref.get(way[-1].target if way else source)
    if here is not None:
        yield from (hop for hop in references(catalog, here) if hop.target not in been)


def _nullable(table: Table, name: str) -> bool:
    column = table.by_name.get(name)
    return column is None or column.nullable
