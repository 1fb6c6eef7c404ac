"""The columns that the tables of the draft really have, where it named one that they lack."""

from __future__ import annotations

from collections.abc import Iterator

from rejoinder.diagnosis._trouble import Diagnosis, Trouble, listed, tables_of
from rejoinder.sql.draft import local_source, qualifier_of
from rejoinder.sql.near import near_names
from rejoinder.sql.scopes import ColumnUse, Meaning
from rejoinder.terms.catalog import Table
from rejoinder.terms.classes import Defect
from rejoinder.terms.fact import Fact, FactKind

_MOST_COLUMNS = 40


def _facts(trouble: Trouble) -> Iterator[Fact]:
    for use in trouble.columns(Meaning.UNKNOWN):
        tables = _read(use)
        yield from _near(use, tables)
        yield from (_whole(table) for table in tables)


def _read(use: ColumnUse) -> list[Table]:
    """The table that the qualifier names, else every table of the query."""
    named = local_source(use)
    if named is not None:
        return [] if named.table is None else [named.table]
    return [] if qualifier_of(use) else tables_of(use.scope)


def _near(use: ColumnUse, tables: list[Table]) -> Iterator[Fact]:
    name = str(use.node.name)
    owners = {column.name: table for table in reversed(tables) for column in table.columns}
    for near in near_names(name, owners):
        yield Fact(
            kind=FactKind.NEAR_NAME,
            sentence=f"There is no column `{name}`; `{owners[near].ref}` has `{near}`.",
            subject=name,
            names=(near,),
            source="catalog",
            choice=f"`{near}` of `{owners[near].ref}`",
        )


def _whole(table: Table) -> Fact:
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
