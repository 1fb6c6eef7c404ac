"""Tables whose names look like one that doesn't exist, that have it in another schema, or that hold its columns."""

from __future__ import annotations

from collections.abc import Iterator

from rejoinder.diagnosis._trouble import Diagnosis, Trouble, bare, listed
from rejoinder.diagnosis.columns import whole
from rejoinder.sql.near import near_names
from rejoinder.sql.scopes import Meaning
from rejoinder.terms.catalog import Catalog, Table
from rejoinder.terms.classes import Defect
from rejoinder.terms.fact import Fact, FactKind

_MOST = 2
"""Tables that are listed whole, and that their columns speak for."""
_LEAST = 2
"""Fewer columns than this in common are chance."""
_DEFECTS = (Defect.UNKNOWN_TABLE, Defect.UNKNOWN_SCHEMA)


def _facts(trouble: Trouble) -> Iterator[Fact]:
    for finding in trouble.of(*_DEFECTS):
        near = _near(bare(finding.subject), trouble.catalog)
        for table in near:
            yield Fact(
                kind=FactKind.NEAR_NAME,
                sentence=f"There is no table `{finding.subject}`; there is `{table.ref}`.",
                subject=finding.subject,
                names=(str(table.ref),),
                source="catalog",
                choice=f"the table `{table.ref}`",
            )
        fitting = [table for table in _fitting(trouble, bare(finding.subject)) if table[0] not in near]
        for table, names in fitting:
            yield Fact(
                kind=FactKind.OWNER,
                sentence=f"Of what is read from `{finding.subject}`, `{table.ref}` has {listed(names)}.",
                subject=finding.subject,
                names=(str(table.ref), *names),
                source="catalog",
                choice=f"the table `{table.ref}`",
            )
        yield from (whole(table) for table in [*near, *(table for table, _ in fitting)][:_MOST])


def _near(name: str, catalog: Catalog) -> list[Table]:
    """Tables of that name in whatever schema, else those whose names look like it."""
    same = catalog.by_folded.get(name, ())
    if same:
        return list(same)
    by_name: dict[str, list[Table]] = {}
    for table in catalog.tables:
        by_name.setdefault(table.ref.name, []).append(table)
    return [table for found in near_names(name, by_name) for table in by_name[found]]


def _fitting(trouble: Trouble, name: str) -> list[tuple[Table, tuple[str, ...]]]:
    """The few tables that have most of the columns which the draft reads from the one that isn't there."""
    read = _read_from(trouble, name)
    held = [
        (table, tuple(sorted(table.by_folded[each][0].name for each in read if each in table.by_folded)))
        for table in trouble.catalog.tables
    ]
    most = max((len(names) for _, names in held), default=0)
    best = [(table, names) for table, names in held if names and len(names) == most]
    return best if most >= _LEAST and 2 * most > len(read) and len(best) <= _MOST else []


def _read_from(trouble: Trouble, name: str) -> frozenset[str]:
    """Folded names of the columns that are read from `name`: by its qualifier, or where it stands alone."""
    if trouble.resolution is None:
        return frozenset()
    sources = [use.source for use in trouble.resolution.tables if str(use.node.name).lower() == name]
    return frozenset(
        str(use.node.name).lower()
        for source in sources
        for use in trouble.resolution.columns
        if use.source is source or (len(source.scope.sources) == 1 and use.scope is source.scope)
        if use.meaning is not Meaning.ALIAS
    )


DIAGNOSIS = Diagnosis(facts=_facts, defects=frozenset(_DEFECTS))
