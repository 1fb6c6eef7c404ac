"""The real types of the columns in a draft whose types don't fit, whether they may be NULL, and what they allow."""

from __future__ import annotations

from collections.abc import Iterator

from rejoinder.diagnosis._trouble import Diagnosis, Trouble, function_name, listed
from rejoinder.terms.classes import Defect
from rejoinder.terms.fact import Fact, FactKind

_MOST = 10
_MOST_VALUES = 20
_DEFECTS = frozenset({Defect.TYPE_MISMATCH, Defect.INVALID_CAST, Defect.UNKNOWN_FUNCTION})


def _facts(trouble: Trouble) -> Iterator[Fact]:
    if trouble.resolution is None or not _about_types(trouble):
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
        if column is not None and column.allowed_values:
            yield _allowed(str(ref), column.allowed_values)


def _allowed(name: str, values: tuple[str, ...]) -> Fact:
    shown = values[:_MOST_VALUES]
    more = f" and {len(values) - len(shown)} more" if len(values) > len(shown) else ""
    said = ", ".join(f"`{value}`" for value in shown) + more if more else listed(shown)
    return Fact(
        kind=FactKind.STORED_VALUE,
        sentence=f"`{name}` takes no value but {said}.",
        subject=name,
        names=shown,
        source="catalog",
    )


def _about_types(trouble: Trouble) -> bool:
    """A function that isn't there is no matter of types; one that is there was given the wrong ones.

    Where none is named, it is an operator: there is always another with that sign.
    """
    others = any(finding.defect is not Defect.UNKNOWN_FUNCTION for finding in trouble.findings)
    missing = {function_name(finding) for finding in trouble.of(Defect.UNKNOWN_FUNCTION)}
    return others or "" in missing or not missing.isdisjoint(trouble.callable)


DIAGNOSIS = Diagnosis(facts=_facts, defects=_DEFECTS)
