"""The real types of the columns in a draft whose types don't fit, and whether they may be NULL."""

from __future__ import annotations

from collections.abc import Iterator

from rejoinder.diagnosis._trouble import Diagnosis, Trouble
from rejoinder.terms.classes import Defect
from rejoinder.terms.fact import Fact, FactKind

_MOST = 10


def _facts(trouble: Trouble) -> Iterator[Fact]:
    if trouble.resolution is None:
        return
    uses = sorted(trouble.resolution.columns, key=lambda use: use.span.start if use.span else 0)
    refs = dict.fromkeys(use.ref for use in uses if use.ref is not None)
    for ref in list(refs)[:_MOST]:
        table = trouble.catalog.by_ref.get(ref.table)
        column = None if table is None else table.by_name.get(ref.name)
        if column is not None and column.type:
            empty = "may be empty (NULL)" if column.nullable else "is never empty"
            yield Fact(
                kind=FactKind.TYPE,
                sentence=f"`{ref}` is of type {column.type} and {empty}.",
                subject=str(ref),
                names=(column.type,),
                source="catalog",
            )


DIAGNOSIS = Diagnosis(facts=_facts, defects=frozenset({Defect.TYPE_MISMATCH, Defect.INVALID_CAST}))
