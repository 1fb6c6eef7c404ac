"""What every rule is given."""

from __future__ import annotations

from dataclasses import dataclass

from rejoinder.sql.calls import Call
from rejoinder.sql.parse import Parsed
from rejoinder.sql.scopes import Meaning, Resolution
from rejoinder.terms.catalog import Catalog, ColumnRef, TableRef
from rejoinder.terms.dialect import Dialect
from rejoinder.terms.policy import Reach


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Examined:
    """A draft that could be parsed, its names resolved, and how far its asker reaches."""

    parsed: Parsed
    resolution: Resolution
    calls: tuple[Call, ...]
    dialect: Dialect
    catalog: Catalog
    """The whole of it: what the engine sees."""
    reach: Reach


def tables_of(examined: Examined) -> tuple[TableRef, ...]:
    """The stored tables that a draft reads."""
    return tuple({use.ref: None for use in examined.resolution.tables if use.ref is not None})


def columns_of(examined: Examined) -> tuple[ColumnRef, ...]:
    """The stored columns that a draft reads, those behind `*` included."""
    found = {use.ref: None for use in examined.resolution.columns if use.ref is not None}
    wholes = (use.source for use in examined.resolution.columns if use.meaning is Meaning.ROW)
    found.update(
        (output.ref, None) for source in wholes if source for output in source.columns() if output.ref
    )
    for star in examined.resolution.stars:
        for source in star.sources:
            found.update((output.ref, None) for output in source.columns() if output.ref is not None)
    return tuple(found)


def functions_of(examined: Examined) -> tuple[str, ...]:
    """The functions that a draft calls, in lower case."""
    return tuple({call.name.lower(): None for call in examined.calls})
