"""What changed in the database while a turn was under way."""

from __future__ import annotations

from rejoinder.terms.catalog import Catalog, TableRef
from rejoinder.terms.fact import Fact, FactKind


def changes(before: Catalog, after: Catalog) -> tuple[Fact, ...]:
    """One fact for each table that changed, came or went."""
    refs = sorted(before.by_ref.keys() | after.by_ref.keys())
    return tuple(_change(ref, after) for ref in refs if before.by_ref.get(ref) != after.by_ref.get(ref))


def _change(ref: TableRef, after: Catalog) -> Fact:
    table = after.by_ref.get(ref)
    if table is None:
        return Fact(
            kind=FactKind.COLUMNS, sentence=f"`{ref}` no longer exists.", subject=str(ref), source="catalog"
        )
    names = tuple(column.name for column in table.columns)
    listed = ", ".join(f"`{name}`" for name in names)
    return Fact(
        kind=FactKind.COLUMNS,
        sentence=f"`{ref}` has changed; its columns now are {listed}.",
        subject=str(ref),
        names=names,
        source="catalog",
    )
