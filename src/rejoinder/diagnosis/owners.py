"""Which tables own a column that the draft looked for elsewhere, and how to join to them."""

from __future__ import annotations

from collections.abc import Iterator

from rejoinder.diagnosis._trouble import Diagnosis, Trouble, tables_of
from rejoinder.sql.draft import around
from rejoinder.sql.names import Names
from rejoinder.sql.paths import JoinPath, join_paths
from rejoinder.sql.scopes import ColumnUse, Meaning
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
    """The one shortest way from a table of the query to the owner, where there is exactly one."""
    read = tables_of(use.scope)
    if any(table.ref == owner.ref for table in read):
        return
    for table in read:
        paths = join_paths(trouble.catalog, table.ref, owner.ref)
        shortest = [path for path in paths if len(path.hops) == len(paths[0].hops)]
        if len(shortest) == 1:
            yield Fact(
                kind=FactKind.JOIN_PATH,
                sentence=f"`{table.ref}` joins to `{owner.ref}` by {_conditions(shortest[0])}.",
                subject=str(use.node.name),
                names=(str(table.ref), *(str(hop.target) for hop in shortest[0].hops)),
                source="catalog",
            )


def _conditions(path: JoinPath) -> str:
    return " and ".join(
        f"`{hop.source}.{column} = {hop.target}.{target}`"
        for hop in path.hops
        for column, target in hop.pairs
    )


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
                    sentence=f"`{name}` may be that of `{source.name}`.",
                    subject=name,
                    names=(source.name, name),
                    source="catalog",
                    choice=f"`{name}` of `{source.name}`",
                )
            if owners:
                break


def _all(trouble: Trouble) -> Iterator[Fact]:
    yield from _facts(trouble)
    yield from _candidates(trouble)


DIAGNOSIS = Diagnosis(facts=_all, defects=frozenset({Defect.UNKNOWN_COLUMN, Defect.AMBIGUOUS_COLUMN}))
