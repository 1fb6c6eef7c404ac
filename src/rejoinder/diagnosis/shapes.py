"""Where an aggregate or a window function stands that can't stand there."""

from __future__ import annotations

from collections.abc import Iterator

from sqlglot import exp

from rejoinder.diagnosis._trouble import Diagnosis, Trouble, shortened
from rejoinder.terms.classes import Defect
from rejoinder.terms.fact import Fact, FactKind

_MOST = 6


def _facts(trouble: Trouble) -> Iterator[Fact]:
    if trouble.parsed is not None:
        found = dict.fromkeys(_misplaced(trouble.parsed.tree))
        yield from list(found)[:_MOST]


def _misplaced(tree: exp.Expr) -> Iterator[Fact]:
    for call in tree.find_all(exp.AggFunc, exp.Window):
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
    shown = shortened(call)
    return Fact(kind=FactKind.SHAPE, sentence=f"`{shown}` stands {where}.", subject=shown, source="statement")


DIAGNOSIS = Diagnosis(facts=_facts, defects=frozenset({Defect.SHAPE}))
