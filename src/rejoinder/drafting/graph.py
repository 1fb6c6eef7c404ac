"""How tables join: foreign keys in both directions, and the shortest ways along them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cached_property

from rejoinder.drafting.query import Hop
from rejoinder.terms.catalog import Catalog, Table, TableRef

_MOST_HOPS = 3


class Graph:
    """The joins of one catalog. Where no foreign key is declared, columns named as another table's key stand in."""

    def __init__(self, catalog: Catalog) -> None:
        self._catalog = catalog
        self._paths: dict[tuple[TableRef, TableRef], tuple[tuple[Hop, ...], ...]] = {}

    @cached_property
    def hops(self) -> Mapping[TableRef, tuple[Hop, ...]]:
        """The joins from each table."""
        found: dict[TableRef, list[Hop]] = defaultdict(list)
        for hop in _declared(self._catalog) or _by_name(self._catalog):
            if hop not in found[hop.source]:
                found[hop.source].append(hop)
        return {table: tuple(hops) for table, hops in found.items()}

    def paths(self, source: TableRef, target: TableRef) -> tuple[tuple[Hop, ...], ...]:
        """The shortest ways from one table to another; several where they are equally short."""
        key = (source, target)
        if key not in self._paths:
            self._paths[key] = tuple(self._shortest(source, target))
        return self._paths[key]

    def distance(self, source: TableRef, target: TableRef) -> int | None:
        """How many joins lie between two tables; None where nothing joins them."""
        paths = self.paths(source, target)
        return len(paths[0]) if paths else None

    def _shortest(self, source: TableRef, target: TableRef) -> list[tuple[Hop, ...]]:
        ends: list[tuple[tuple[Hop, ...], TableRef]] = [((), source)]
        for _ in range(_MOST_HOPS + 1):
            arrived = [path for path, end in ends if end == target]
            if arrived:
                return arrived
            ends = [
                ((*path, hop), hop.target)
                for path, end in ends
                for hop in self.hops.get(end, ())
                if hop.target != source and all(hop.target != each.source for each in path)
            ]
        return []


def _declared(catalog: Catalog) -> list[Hop]:
    found: list[Hop] = []
    for table in catalog.tables:
        for key in table.foreign_keys:
            target = catalog.by_ref.get(key.target)
            if target is not None and len(key.columns) == len(key.target_columns):
                found += _both_ways(table, key.columns, target, key.target_columns, declared=True)
    return found


def _by_name(catalog: Catalog) -> Iterator[Hop]:
    for target in catalog.tables:
        if len(target.primary_key) != 1 or target.primary_key[0].lower() in ("id", "name", "code", "key"):
            continue
        folded = target.primary_key[0].lower()
        for table in catalog.tables:
            for column in table.by_folded.get(folded, ()):
                if table is not target and table.primary_key != (column.name,):
                    yield from _both_ways(table, (column.name,), target, target.primary_key, declared=False)


def _both_ways(
    table: Table, columns: tuple[str, ...], target: Table, target_columns: tuple[str, ...], *, declared: bool
) -> Iterator[Hop]:
    unique = any(set(key) <= set(columns) for key in table.all_keys)
    yield Hop(
        source=table.ref,
        columns=columns,
        target=target.ref,
        target_columns=target_columns,
        many=False,
        declared=declared,
    )
    yield Hop(
        source=target.ref,
        columns=target_columns,
        target=table.ref,
        target_columns=columns,
        many=not unique,
        declared=declared,
    )
