"""Which tables own a column that the draft looked for elsewhere, and how to join to them."""

from __future__ import annotations

from collections.abc import Iterator

from rejoinder.diagnosis._trouble import Diagnosis, Trouble, tables_of
from rejoinder.diagnosis._ways import ways
from rejoinder.sql.draft import around
from rejoinder.sql.names import Names
from rejoinder.sql.scopes import ColumnUse, Meaning, Source
from rejoinder.terms.catalog import Table
from rejoinder.terms.classes import Defect
from rejoinder.terms.fact import Fact, FactKind

_MOST = 4
_TO_CHOOSE_FROM = 2


def _facts(trouble: Trouble) -> Iterator[Fact]:
    for use in trouble.columns(Meaning.UNKNOWN):
        owners = _owners(use, trouble)
        yield from _owned(use.node.name, owners)
        for owner in owners:
            yield from _joined(use, owner, trouble)


def _owners(use: ColumnUse, trouble: Trouble) -> list[Table]:
    """Tables that have a column of that name; those that the query reads come first."""
    name = str(use.node.name).lower()
    read = {table.ref for table in tables_of(use.scope)}
    found = [table for table in trouble.catalog.tables if name in table.by_folded]
    return sorted(found, key=lambda table: table.ref not in read)[:_MOST]


def _owned(name: str, owners: list[Table]) -> Iterator[Fact]:
    several = len(owners) >= _TO_CHOOSE_FROM
    for owner in owners:
        (column, *_) = owner.by_folded[name.lower()]
        yield Fact(
            kind=FactKind.OWNER,
            sentence=f"`{column.name}` is a column of `{owner.ref}`.",
            subject=name,
            names=(str(owner.ref), column.name),
            source="catalog",
            choice=f"`{column.name}` of `{owner.ref}`" if several else "",
        )


def _joined(use: ColumnUse, owner: Table, trouble: Trouble) -> Iterator[Fact]:
    """How a table of the query and the owner come together."""
    read = tables_of(use.scope)
    if not any(table.ref == owner.ref for table in read):
        for table in read:
            yield from ways(trouble.catalog, table, owner, str(use.node.name))


def _candidates(trouble: Trouble) -> Iterator[Fact]:
    """An ambiguous column: each source of the query that has it may be meant."""
    names = Names(trouble.dialect)
    for use in trouble.columns(Meaning.AMBIGUOUS):
        name = str(use.node.name)
        for scope in around(use.scope):
            owners = [source for source in scope.sources if source.find(name, False, names) is not None]
            for source in owners:
                yield Fact(
                    kind=FactKind.OWNER,
                    sentence=f"`{name}` may be that of `{source.name}`{_behind(source)}.",
                    subject=name,
                    names=(source.name, name),
                    source="catalog",
                    choice=f"`{name}` of `{source.name}`",
                )
            if owners:
                break


def _behind(source: Source) -> str:
    """The stored table, where the query calls it something else."""
    stored = source.table
    return "" if stored is None or stored.ref.name == source.name else f", the table `{stored.ref}`"


def _all(trouble: Trouble) -> Iterator[Fact]:
    yield from _facts(trouble)
    yield from _candidates(trouble)


DIAGNOSIS = Diagnosis(facts=_all, defects=frozenset({Defect.UNKNOWN_COLUMN, Defect.AMBIGUOUS_COLUMN}))
