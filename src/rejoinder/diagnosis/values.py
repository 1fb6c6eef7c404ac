"""How a text that a column doesn't hold is stored there, if it is stored in another spelling."""

from __future__ import annotations

from collections.abc import Iterator

from rejoinder.diagnosis._trouble import Diagnosis, Trouble
from rejoinder.sql.literals import Comparison, comparisons
from rejoinder.terms.classes import Defect
from rejoinder.terms.fact import Fact, FactKind
from rejoinder.terms.folding import folded
from rejoinder.terms.lookup import Lookup

_MOST = 20


def _wants(trouble: Trouble) -> Lookup:
    compared = _compared(trouble)
    return Lookup(
        columns=tuple(dict.fromkeys(comparison.column for comparison in compared)),
        literals=tuple(dict.fromkeys(comparison.text for comparison in compared)),
    )


def _facts(trouble: Trouble) -> Iterator[Fact]:
    for comparison in _compared(trouble):
        stored = trouble.stored.get(comparison.column)
        if stored is None or any(value.value == comparison.text for value in stored):
            continue
        spelled = [value.value for value in stored if folded(value.value) == folded(comparison.text)]
        for value in spelled:
            yield Fact(
                kind=FactKind.STORED_VALUE,
                sentence=f"`{comparison.name}` holds no `{comparison.text}`; it holds `{value}`.",
                subject=comparison.text,
                names=(value,),
                source="values",
                choice=f"`{value}`",
            )
        if not spelled:
            yield Fact(
                kind=FactKind.STORED_VALUE,
                sentence=f"`{comparison.name}` holds no `{comparison.text}`, in no spelling.",
                subject=comparison.text,
                source="values",
            )


def _compared(trouble: Trouble) -> list[Comparison]:
    if trouble.resolution is None:
        return []
    found = {(each.column, each.text): each for each in comparisons(trouble.resolution, trouble.catalog)}
    return list(found.values())[:_MOST]


DIAGNOSIS = Diagnosis(
    facts=_facts,
    wants=_wants,
    defects=frozenset({Defect.UNSTORED_LITERAL}),
    signals=frozenset({"unmatched", "all_null"}),
)
