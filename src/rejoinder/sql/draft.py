"""A draft as rules look at it: its text, and, on demand, its tree and what every name in it means."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from rejoinder.sql.parse import Parsed, parse
from rejoinder.sql.resolve import resolve
from rejoinder.sql.scopes import ColumnUse, Resolution, Scope, Source
from rejoinder.terms.catalog import Catalog
from rejoinder.terms.dialect import Dialect


@dataclass(frozen=True, kw_only=True, eq=False)
class Draft:
    """SQL as it was proposed, against the catalog that the asker may see."""

    text: str
    dialect: Dialect
    catalog: Catalog

    @cached_property
    def parsed(self) -> Parsed | None:
        """None where it can't be parsed."""
        parsed = parse(self.text, self.dialect)
        return parsed if isinstance(parsed, Parsed) else None

    @cached_property
    def resolution(self) -> Resolution | None:
        """None where it can't be parsed."""
        return resolve(self.parsed, self.catalog, self.dialect) if self.parsed is not None else None

    def uses_in(self, scope: Scope) -> tuple[ColumnUse, ...]:
        """The columns named in one query of the draft."""
        return self.resolution.uses_in(scope) if self.resolution is not None else ()


def qualifier_of(use: ColumnUse) -> str:
    """The qualifier that a column is written with, or ""."""
    table = use.node.args.get("table")
    return str(table.name) if table is not None else ""


def local_source(use: ColumnUse) -> Source | None:
    """The source of the very query that the column's qualifier names."""
    qualifier = qualifier_of(use)
    return use.scope.source(qualifier) if qualifier else None


def named_source(use: ColumnUse) -> Source | None:
    """The source that the column's qualifier names, in its query or in one around it."""
    qualifier = qualifier_of(use)
    if not qualifier:
        return None
    found = (scope.source(qualifier) for scope in around(use.scope))
    return next((source for source in found if source is not None), None)


def around(scope: Scope) -> list[Scope]:
    """`scope` and the queries around it that its names can reach, from the inside out."""
    found = []
    level: Scope | None = scope
    while level is not None:
        found.append(level)
        level = level.parent
    return found
