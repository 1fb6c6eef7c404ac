"""Tables whose names look like one that doesn't exist, or that have it in another schema."""

from __future__ import annotations

from collections.abc import Iterator

from rejoinder.diagnosis._trouble import Diagnosis, Trouble, bare
from rejoinder.sql.near import near_names
from rejoinder.terms.classes import Defect
from rejoinder.terms.fact import Fact, FactKind

_DEFECTS = (Defect.UNKNOWN_TABLE, Defect.UNKNOWN_SCHEMA)


def _facts(trouble: Trouble) -> Iterator[Fact]:
    for finding in trouble.of(*_DEFECTS):
        name = bare(finding.subject)
        elsewhere = [str(table.ref) for table in trouble.catalog.by_folded.get(name, ())]
        by_name = {table.ref.name: str(table.ref) for table in trouble.catalog.tables}
        near = elsewhere or [by_name[found] for found in near_names(name, by_name)]
        for found in near:
            yield Fact(
                kind=FactKind.NEAR_NAME,
                sentence=f"There is no table `{finding.subject}`; there is `{found}`.",
                subject=finding.subject,
                names=(found,),
                source="catalog",
                choice=f"the table `{found}`",
            )


DIAGNOSIS = Diagnosis(facts=_facts, defects=frozenset(_DEFECTS))
