"""The columns that the tables of the draft and the owners of a name really have, where it named one they lack."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rejoinder.diagnosis._trouble import Diagnosis, Trouble, listed, tables_of
from rejoinder.sql.draft import local_source, qualifier_of
from rejoinder.sql.near import near_names
from rejoinder.sql.scopes import ColumnUse, Meaning
from rejoinder.terms.catalog import Table
from rejoinder.terms.classes import Defect
from rejoinder.terms.fact import Fact, FactKind

_MOST_COLUMNS = 40
_MOST_OWNERS = 2
"""More tables that have a column of that name say nothing of which is meant."""


def _facts(trouble: Trouble) -> Iterator[Fact]:
    for use in trouble.columns(Meaning.UNKNOWN):
        name = str(use.node.name)
        tables = _read(use)
        owners = [table for table in trouble.catalog.tables if name.lower() in table.by_folded]
        near = list(_near(name, tables))
        if not near and not owners:
            near = list(_near(name, trouble.catalog.tables))
        yield from near
        yield from (whole(table) for table in tables)
        if len(owners) <= _MOST_OWNERS:
            yield from (whole(table) for table in owners if table not in tables)


def _read(use: ColumnUse) -> list[Table]:
    """The table that the qualifier names, else every table of the query."""
    named = local_source(use)
    if named is not None:
        return [] if named.table is None else [named.table]
    return [] if qualifier_of(use) else tables_of(use.scope)


def _near(name: str, tables: Sequence[Table]) -> Iterator[Fact]:
    """Columns of `tables` that look like `name`: each of the first few tables that have one."""
    owners: dict[str, list[Table]] = {}
    for table in tables:
        for column in table.columns:
            owners.setdefault(column.name, []).append(table)
    for near in near_names(name, owners):
        for table in owners[near][:_MOST_OWNERS]:
            yield Fact(
                kind=FactKind.NEAR_NAME,
                sentence=f"There is no column `{name}`; `{table.ref}` has `{near}`.",
                subject=name,
                names=(near,),
                source="catalog",
                choice=f"`{near}` of `{table.ref}`",
            )


def whole(table: Table) -> Fact:
    """What a table holds, as far as a sentence can tell it."""
    names = tuple(column.name for column in table.columns if not column.hidden)
    more = len(names) - _MOST_COLUMNS
    rest = f" and {more} more" if more > 0 else ""
    shown = names[:_MOST_COLUMNS]
    said = ", ".join(f"`{name}`" for name in shown) + rest if rest else listed(shown)
    return Fact(
        kind=FactKind.COLUMNS,
        sentence=f"The columns of `{table.ref}` are {said}.",
        subject=str(table.ref),
        names=shown,
        source="catalog",
    )


DIAGNOSIS = Diagnosis(facts=_facts, defects=frozenset({Defect.UNKNOWN_COLUMN}))
