"""Where an aggregate or a window function stands that can't stand there."""

from __future__ import annotations

from collections.abc import Iterator

from sqlglot import exp

from rejoinder.diagnosis._trouble import Diagnosis, Trouble
from rejoinder.terms.classes import Defect
from rejoinder.terms.fact import Fact, FactKind

_MOST = 6
_TOLD = 60
"""Characters of an expression: it is only to be found again."""


def _facts(trouble: Trouble) -> Iterator[Fact]:
    if trouble.parsed is None:
        return
    found = dict.fromkeys(_misplaced(trouble))
    yield from list(found)[:_MOST]


def _misplaced(trouble: Trouble) -> Iterator[Fact]:
    tree = trouble.parsed.tree if trouble.parsed is not None else None
    for call in tree.find_all(exp.AggFunc, exp.Window) if tree is not None else ():
        place = call.find_ancestor(exp.Where, exp.Group, exp.Having, exp.AggFunc, exp.Window, exp.Query)
        if isinstance(call, exp.Window):
            if isinstance(place, exp.Where | exp.Having | exp.Group):
                yield _fact(
                    call, f"in {_clause(place)}; it can stand in SELECT and ORDER BY alone, or in a subquery"
                )
        elif isinstance(call.parent, exp.Window | exp.Filter | exp.WithinGroup | exp.IgnoreNulls):
            continue
        elif isinstance(place, exp.Where):
            yield _fact(
                call, "in WHERE, which is asked of each row before any group; HAVING is asked of groups"
            )
        elif isinstance(place, exp.Group):
            yield _fact(call, "in GROUP BY; a subquery can hold it")
        elif isinstance(place, exp.AggFunc):
            yield _fact(call, "inside another aggregate; a subquery has to hold the inner one")


def _clause(place: exp.Expr) -> str:
    return {"where": "WHERE", "having": "HAVING", "group": "GROUP BY"}[place.key]


def _fact(call: exp.Expr, where: str) -> Fact:
    written = " ".join(call.sql().split())
    shown = written if len(written) <= _TOLD else f"{written[:_TOLD]}…"
    return Fact(kind=FactKind.SHAPE, sentence=f"`{shown}` stands {where}.", subject=shown, source="statement")


DIAGNOSIS = Diagnosis(facts=_facts, defects=frozenset({Defect.SHAPE}))
