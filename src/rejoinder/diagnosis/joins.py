"""How the tables of a FROM come together, where the draft multiplies them by one another."""

from __future__ import annotations

from collections.abc import Iterator

from rejoinder.diagnosis._trouble import Diagnosis, Trouble, bare, tables_of
from rejoinder.diagnosis._ways import ways
from rejoinder.sql.scopes import Scope
from rejoinder.terms.catalog import Table
from rejoinder.terms.classes import Defect
from rejoinder.terms.fact import Fact


def _facts(trouble: Trouble) -> Iterator[Fact]:
    if trouble.resolution is None:
        return
    for finding in trouble.of(Defect.UNBOUNDED):
        for scope in trouble.resolution.scopes:
            table = _table(scope, bare(finding.subject))
            for other in tables_of(scope) if table is not None else ():
                if table is not None and other.ref != table.ref:
                    yield from ways(trouble.catalog, other, table, str(table.ref))


def _table(scope: Scope, name: str) -> Table | None:
    found = scope.source(name)
    if found is None:
        found = next(
            (each for each in scope.sources if each.table and each.table.ref.name.lower() == name), None
        )
    return None if found is None else found.table


DIAGNOSIS = Diagnosis(facts=_facts, defects=frozenset({Defect.UNBOUNDED}))
