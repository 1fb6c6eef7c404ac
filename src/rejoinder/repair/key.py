"""A column by the name that it has at the other end of a foreign key: `t.owner_id` where `t.owner` refers to it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rejoinder.repair import _edit
from rejoinder.repair._rule import Broken, Mending, Rule
from rejoinder.sql.draft import local_source, qualifier_of
from rejoinder.sql.parse import span_of
from rejoinder.sql.scopes import ColumnUse, Meaning, Source
from rejoinder.terms.catalog import Catalog, ForeignKey, Table
from rejoinder.terms.classes import Defect


def mend(broken: Broken) -> Mending | None:
    """Write the table's own name of the column that a declared key makes the same.

    It preserves meaning because a foreign key says that both columns hold the same values, whichever end of it
    the draft took the name from; the table has no column of that name, and one key alone explains it.
    """
    edits, caveats = [], []
    for use in broken.columns(Meaning.UNKNOWN):
        named = _named(use, broken.catalog)
        span = span_of(use.node.this)
        if len(named) != 1 or span is None:
            continue
        (own,) = named
        written = _edit.name(own, broken.dialect, like=span.of(broken.text))
        edits.append(_edit.replaced(span, written))
        caveats.append(f"`{use.node.name}` was read as `{own}`, which refers to it.")
    text = _edit.apply(broken.text, edits)
    return Mending(text=text, caveats=tuple(dict.fromkeys(caveats))) if text is not None and edits else None


def _named(use: ColumnUse, catalog: Catalog) -> set[str]:
    """What the sources that the column may belong to call it."""
    return {
        own
        for source in _read(use)
        if source.table is not None
        for own in _at_the_other_end(source.table, str(use.node.name).lower(), catalog)
    }


def _read(use: ColumnUse) -> list[Source]:
    named = local_source(use)
    if named is not None:
        return [named]
    return [] if qualifier_of(use) else list(use.scope.sources)


def _at_the_other_end(table: Table, name: str, catalog: Catalog) -> Iterator[str]:
    yield from (own for own, other in _ends(table.foreign_keys) if other.lower() == name)
    for referring in catalog.tables:
        keys = [key for key in referring.foreign_keys if key.target == table.ref]
        yield from (own for other, own in _ends(keys) if other.lower() == name)


def _ends(keys: Iterable[ForeignKey]) -> Iterator[tuple[str, str]]:
    """The columns of foreign keys, each referring column with the one that it refers to."""
    for key in keys:
        yield from zip(key.columns, key.target_columns, strict=True)


RULE = Rule(name="key", order=15, defects=frozenset({Defect.UNKNOWN_COLUMN}), mend=mend)
