"""A column by the name that it has at the other end of a foreign key: `t.owner_id` where `t.owner` refers to it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sqlglot import exp

from rejoinder.repair import _edit
from rejoinder.repair._rule import Broken, Mending, Rule
from rejoinder.sql.draft import around, named_source, qualifier_of
from rejoinder.sql.parse import span_of
from rejoinder.sql.scopes import ColumnUse, Meaning, Scope, Source
from rejoinder.terms.catalog import Catalog, ForeignKey, Table
from rejoinder.terms.classes import Defect


def mend(broken: Broken) -> Mending | None:
    """Write the table's own name of the column that a declared key makes the same.

    It preserves meaning because a foreign key says that both columns hold the same values, whichever end of it
    the draft took the name from; the table has no column of that name, and one key alone explains it. A name
    from the far end of a key of another table counts only where the draft reads that table too.
    """
    edits, caveats = [], []
    for use in (*broken.columns(Meaning.UNKNOWN), *_counted_outside(broken)):
        named = _named(use, broken.catalog)
        if len(named) != 1:
            continue
        (own,) = named
        for same in (use, *_strays(use, broken)):
            span = span_of(same.node.this)
            if span is None:
                return None
            edits.append(_edit.replaced(span, _edit.name(own, broken.dialect, like=span.of(broken.text))))
        caveats.append(f"`{use.node.name}` was read as `{own}`, which a key makes the same.")
    text = _edit.apply(broken.text, edits)
    return Mending(text=text, caveats=tuple(dict.fromkeys(caveats))) if text is not None and edits else None


def _counted_outside(broken: Broken) -> list[ColumnUse]:
    """Bare columns in an aggregate that only a query around it has, which is why the engine refuses it."""
    if broken.resolution is None or all(found.defect is not Defect.GROUPING for found in broken.findings):
        return []
    return [
        use
        for use in broken.resolution.columns
        if not qualifier_of(use)
        and use.source is not None
        and use.source.scope is not use.scope
        and isinstance(use.node.find_ancestor(exp.AggFunc, exp.Select), exp.AggFunc)
    ]


def _named(use: ColumnUse, catalog: Catalog) -> set[str]:
    """What the sources that the column may belong to call it."""
    name = str(use.node.name).lower()
    sources = [source for source in _read(use) if source.table is not None]
    near = {own for source in sources if source.table for own in _referring(source.table, name)}
    beside = [table for scope in around(use.scope) for table in _tables(scope)]
    far = {own for source in sources if source.table for own in _referred(source.table, name, beside)}
    return near or far


def _referring(table: Table, name: str) -> Iterator[str]:
    """The columns of `table` that refer to a column called `name`."""
    return (own for own, other in _ends(table.foreign_keys) if other.lower() == name)


def _referred(table: Table, name: str, beside: Iterable[Table]) -> Iterator[str]:
    """The columns of `table` that a column called `name` of another table refers to."""
    for other in beside:
        keys = [key for key in other.foreign_keys if key.target == table.ref]
        yield from (own for referring, own in _ends(keys) if referring.lower() == name)


def _tables(scope: Scope) -> list[Table]:
    return [source.table for source in scope.sources if source.table is not None]


def _strays(use: ColumnUse, broken: Broken) -> list[ColumnUse]:
    """The same bare name elsewhere in the query, where a query around it happens to know it."""
    if qualifier_of(use):
        return []
    name = str(use.node.name).lower()
    return [
        other
        for other in broken.uses_in(use.scope)
        if isinstance(other.node, exp.Column)
        and not qualifier_of(other)
        and str(other.node.name).lower() == name
        and other.source is not None
        and other.source.scope is not use.scope
    ]


def _read(use: ColumnUse) -> list[Source]:
    named = named_source(use)
    if named is not None:
        return [named]
    return [] if qualifier_of(use) else list(use.scope.sources)


def _ends(keys: Iterable[ForeignKey]) -> Iterator[tuple[str, str]]:
    """The columns of foreign keys, each referring column with the one that it refers to."""
    for key in keys:
        yield from zip(key.columns, key.target_columns, strict=True)


RULE = Rule(name="key", order=15, defects=frozenset({Defect.UNKNOWN_COLUMN, Defect.GROUPING}), mend=mend)
