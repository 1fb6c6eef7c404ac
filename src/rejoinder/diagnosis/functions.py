"""What this dialect has in the place of a function that it lacks."""

from __future__ import annotations

from collections.abc import Iterator

from rejoinder.diagnosis._trouble import Diagnosis, Trouble, bare
from rejoinder.sql.near import near_names
from rejoinder.terms.classes import Defect
from rejoinder.terms.dialect import Effect
from rejoinder.terms.fact import Fact, FactKind

_HARMLESS = frozenset({Effect.PURE, Effect.VOLATILE})


def _facts(trouble: Trouble) -> Iterator[Fact]:
    dialect = trouble.dialect
    for finding in trouble.of(Defect.UNKNOWN_FUNCTION):
        name = bare(finding.subject).partition("(")[0]
        rewritten = dialect.rewrites.get(name)
        if rewritten is not None:
            yield Fact(
                kind=FactKind.FUNCTION,
                sentence=f"{dialect.title} has no `{name}`; it has {rewritten}.",
                subject=name,
                source="dialect",
            )
            continue
        known = _usable(trouble)
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


def _usable(trouble: Trouble) -> list[str]:
    """What a draft may call: harmless functions of the dialect and pure ones of the database."""
    own = [name for name, effect in trouble.dialect.functions.items() if effect in _HARMLESS]
    theirs = [function.name.lower() for function in trouble.catalog.functions if function.pure]
    return [*own, *theirs]


DIAGNOSIS = Diagnosis(facts=_facts, defects=frozenset({Defect.UNKNOWN_FUNCTION}))
