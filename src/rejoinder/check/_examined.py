"""What every rule is given."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from rejoinder.sql.calls import Call
from rejoinder.sql.parse import Parsed
from rejoinder.sql.scopes import Resolution
from rejoinder.terms.catalog import Catalog, ColumnRef, TableRef
from rejoinder.terms.dialect import Dialect
from rejoinder.terms.policy import Reach


@dataclass(frozen=True, kw_only=True, eq=False)
class Examined:
    """A draft that could be parsed, its names resolved, and how far its asker reaches."""

    parsed: Parsed
    resolution: Resolution
    calls: tuple[Call, ...]
    dialect: Dialect
    catalog: Catalog
    """The whole of it: what the engine sees."""
    reach: Reach

    @cached_property
    def tables(self) -> tuple[TableRef, ...]:
        """The stored tables that it reads."""
        return tuple(dict.fromkeys(use.ref for use in self.resolution.tables if use.ref is not None))

    @cached_property
    def columns(self) -> tuple[ColumnRef, ...]:
        """The stored columns that it reads, those behind `*` included."""
        named = [use.ref for use in self.resolution.columns if use.ref is not None]
        starred = [
            output.ref
            for star in self.resolution.stars
            for source in star.sources
            for output in source.columns()
            if output.ref is not None
        ]
        return tuple(dict.fromkeys(named + starred))

    @cached_property
    def functions(self) -> tuple[str, ...]:
        """The functions that it calls, in lower case."""
        return tuple(dict.fromkeys(call.name.lower() for call in self.calls))
