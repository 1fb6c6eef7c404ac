"""C6: a recursive common table expression must have something that ends it."""

from __future__ import annotations

from collections.abc import Iterator

from sqlglot import exp

from rejoinder.check._examined import Examined
from rejoinder.sql.parse import span_of
from rejoinder.sql.scopes import Clause, CteUse, Meaning, Scope
from rejoinder.terms.classes import Defect
from rejoinder.terms.finding import Finding

_FOLDS = ("group", "order", "having", "distinct")


def rule(examined: Examined) -> Iterator[Finding]:
    """A recursion that no condition, no other table and no LIMIT bounds."""
    for cte in examined.resolution.ctes:
        if cte.recursive and not _is_bounded(cte, examined):
            yield Finding(
                defect=Defect.UNBOUNDED,
                message=f"The recursion in `{cte.name}` has no end: give it a condition or a LIMIT.",
                subject=cte.name,
                span=span_of(cte.node.args["alias"].this),
                rule="recursion",
            )


def _is_bounded(cte: CteUse, examined: Examined) -> bool:
    if cte.scope.node.args.get("limit") is not None or _is_limited_outside(cte, examined):
        return True
    arms = [
        scope for scope in examined.resolution.scopes if any(source.recursive for source in scope.sources)
    ]
    return all(_arm_ends(arm, examined) for arm in arms if _is_below(arm, cte))


def _is_below(arm: Scope, cte: CteUse) -> bool:
    node: exp.Expr | None = arm.node
    while node is not None and node is not cte.node:
        node = node.parent
    return node is not None


def _arm_ends(arm: Scope, examined: Examined) -> bool:
    """Its rows must match a condition, or rows of another table, of which there are only so many."""
    recursive = {id(source) for source in arm.sources if source.recursive}
    own = [at for at, source in enumerate(arm.sources) if id(source) in recursive]
    if any(len(link) > 1 and set(own) & link for link in arm.links):
        return True
    return any(
        use.clause in (Clause.WHERE, Clause.FROM, Clause.HAVING)
        and use.meaning is Meaning.COLUMN
        and id(use.source) in recursive
        for use in examined.resolution.columns
    )


def _is_limited_outside(cte: CteUse, examined: Examined) -> bool:
    """A plain SELECT with a LIMIT that reads it row by row, so that it stops when it has enough."""
    readers = [
        scope
        for scope in examined.resolution.scopes
        if any(source.query is cte.scope and not source.recursive for source in scope.sources)
    ]
    return bool(readers) and all(_stops(scope.node) for scope in readers)


def _stops(node: exp.Expr) -> bool:
    if not isinstance(node, exp.Select) or node.args.get("limit") is None:
        return False
    folds = any(node.args.get(name) for name in _FOLDS)
    return not folds and not any(found.find(exp.AggFunc) for found in node.expressions)
