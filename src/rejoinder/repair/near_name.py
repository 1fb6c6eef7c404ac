"""A table or column that doesn't exist, where one name alone looks like it."""

from __future__ import annotations

from collections.abc import Iterator

from rejoinder.repair import _edit
from rejoinder.repair._rule import Broken, Mending, Rule
from rejoinder.sql.draft import local_source, qualifier_of
from rejoinder.sql.near import only_near
from rejoinder.sql.parse import span_of
from rejoinder.sql.scopes import ColumnUse, Meaning, Source, TableUse
from rejoinder.terms.catalog import Table
from rejoinder.terms.classes import Defect


def mend(broken: Broken) -> Mending | None:
    """Spell the name as it is stored.

    It preserves meaning as far as a spelling can: nothing of the name as it was written exists in the tables
    that the draft reads, and no other name of theirs comes close. The asker is told which name was taken.
    """
    fixes = [*_tables(broken), *_columns(broken)]
    if not fixes or None in fixes:
        return None
    found = [fix for fix in fixes if fix is not None]
    text = _edit.apply(broken.text, [edit for edit, _ in found])
    return Mending(text=text, caveats=tuple(dict.fromkeys(said for _, said in found))) if text else None


def _tables(broken: Broken) -> Iterator[tuple[_edit.Edit, str] | None]:
    for use in broken.tables():
        span = use.span
        table = _near_table(use, broken)
        if span is None or table is None:
            yield None
            continue
        written = _edit.name(table.ref.name, broken.dialect, like=span.of(broken.text))
        if use.node.args.get("alias") is None and _qualifies(use, broken):
            written += f" AS {_edit.name(use.node.name, broken.dialect)}"
        yield _edit.replaced(span, written), f"`{use.node.name}` was read as the table `{table.ref.name}`."


def _near_table(use: TableUse, broken: Broken) -> Table | None:
    if use.node.args.get("db") is not None:
        return None
    path = broken.catalog.search_path
    tables = {table.ref.name: table for table in broken.catalog.tables if table.ref.schema in path}
    near = only_near(use.node.name, tables)
    return tables[near] if near is not None else None


def _qualifies(use: TableUse, broken: Broken) -> bool:
    """Whether columns are qualified with the table's name as it was drafted."""
    uses = broken.resolution.columns if broken.resolution is not None else ()
    return any(qualifier_of(each).lower() == use.source.name.lower() for each in uses)


def _columns(broken: Broken) -> Iterator[tuple[_edit.Edit, str] | None]:
    for use in broken.columns(Meaning.UNKNOWN):
        names = [output.name for source in _read(use) for output in source.columns() if output.name]
        near = None if _exists(use.node.name, broken) else only_near(use.node.name, names)
        span = span_of(use.node.this)
        if span is None or near is None:
            yield None
            continue
        written = _edit.name(near, broken.dialect, like=span.of(broken.text))
        yield _edit.replaced(span, written), f"`{use.node.name}` was read as the column `{near}`."


def _read(use: ColumnUse) -> list[Source]:
    """The sources that the column may belong to."""
    named = local_source(use)
    if named is not None:
        return [named]
    return [] if qualifier_of(use) else list(use.scope.sources)


def _exists(name: str, broken: Broken) -> bool:
    """Ownership comes before spelling: whether some table has a column of that very name."""
    return any(name.lower() in table.by_folded for table in broken.catalog.tables)


RULE = Rule(
    name="near_name",
    order=80,
    defects=frozenset({Defect.UNKNOWN_TABLE, Defect.UNKNOWN_COLUMN}),
    mend=mend,
)
