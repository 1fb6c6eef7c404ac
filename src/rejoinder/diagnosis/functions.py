"""What this dialect has in the place of a function that it lacks."""

from __future__ import annotations

from collections.abc import Iterator

from rejoinder.diagnosis._trouble import Diagnosis, Trouble, function_name
from rejoinder.sql.near import near_names
from rejoinder.terms.classes import Defect
from rejoinder.terms.fact import Fact, FactKind


def _facts(trouble: Trouble) -> Iterator[Fact]:
    dialect = trouble.dialect
    for finding in trouble.of(Defect.UNKNOWN_FUNCTION):
        name = function_name(finding)
        rewritten = dialect.rewrites.get(name)
        if rewritten is not None:
            yield Fact(
                kind=FactKind.FUNCTION,
                sentence=f"{dialect.title} has no `{name}`; it has {rewritten}.",
                subject=name,
                source="dialect",
            )
            continue
        known = trouble.callable
        if name in known:
            yield Fact(
                kind=FactKind.FUNCTION,
                sentence=f"`{name}` exists, but not with these arguments.",
                subject=name,
                names=(name,),
                source="dialect",
            )
            continue
        for near in near_names(name, known):
            yield Fact(
                kind=FactKind.FUNCTION,
                sentence=f"{dialect.title} has no `{name}`; it has `{near}`.",
                subject=name,
                names=(near,),
                source="dialect",
            )


DIAGNOSIS = Diagnosis(facts=_facts, defects=frozenset({Defect.UNKNOWN_FUNCTION}))
