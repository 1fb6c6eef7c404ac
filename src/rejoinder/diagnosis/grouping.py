"""Which columns a grouped query shows without grouping by them, and the key that would settle them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rejoinder.diagnosis._trouble import Diagnosis, Trouble, listed
from rejoinder.sql.grouped import loose, makes_groups
from rejoinder.sql.scopes import ColumnUse
from rejoinder.terms.classes import Defect
from rejoinder.terms.fact import Fact, FactKind

_MOST = 8


def _facts(trouble: Trouble) -> Iterator[Fact]:
    for scope in trouble.resolution.scopes if trouble.resolution is not None else ():
        if makes_groups(scope):
            yield from _loose(loose(scope, trouble.uses_in(scope)))


def _loose(uses: Sequence[ColumnUse]) -> Iterator[Fact]:
    for use in uses[:_MOST]:
        name = use.node.sql()
        yield Fact(
            kind=FactKind.SHAPE,
            sentence=f"`{name}` stands neither in an aggregate nor under GROUP BY.",
            subject=name,
            names=(str(use.node.name),),
            source="statement",
        )
    tables = dict.fromkeys(use.source.table for use in uses if use.source is not None)
    for table in tables:
        if table is not None and table.primary_key:
            key = [f"{table.ref}.{name}" for name in table.primary_key]
            yield Fact(
                kind=FactKind.SHAPE,
                sentence=f"{listed(key)} is the key of `{table.ref}`: it tells its rows apart, names may not.",
                subject=str(table.ref),
                names=tuple(table.primary_key),
                source="catalog",
            )


DIAGNOSIS = Diagnosis(facts=_facts, defects=frozenset({Defect.GROUPING}))
