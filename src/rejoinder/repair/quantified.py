"""`x > ALL (SELECT …)` and `x = ANY (SELECT …)`, where the dialect has neither ALL nor ANY."""

from __future__ import annotations

from sqlglot import exp

from rejoinder.repair import _edit
from rejoinder.repair._rule import Broken, Mending, Rule
from rejoinder.terms.classes import Defect

_EXTREMES: dict[tuple[type[exp.Expr], type[exp.Expr]], type[exp.AggFunc]] = {
    (exp.Any, exp.LT): exp.Max,
    (exp.Any, exp.LTE): exp.Max,
    (exp.Any, exp.GT): exp.Min,
    (exp.Any, exp.GTE): exp.Min,
    (exp.All, exp.LT): exp.Min,
    (exp.All, exp.LTE): exp.Min,
    (exp.All, exp.GT): exp.Max,
    (exp.All, exp.GTE): exp.Max,
}
_CAVEAT = "A comparison with ALL values was read as one with the {} of them, missing values left out."
_SAID = {exp.Max: "largest", exp.Min: "smallest"}


def mend(broken: Broken) -> Mending | None:
    """Compare with the largest or the smallest value, or by IN.

    It preserves meaning because a value is below some of a set exactly where it is below the largest, and below
    all exactly where it is below the smallest; `= ANY` and `<> ALL` are IN and NOT IN by definition. ALL differs
    over no rows and over missing values, which the caveat says.
    """
    if broken.parsed is None:
        return None
    tree = broken.parsed.tree.copy()
    caveats = []
    found = [node for node in tree.find_all(exp.Any, exp.All) if isinstance(node.parent, exp.Binary)]
    for node in found:
        comparison = node.parent
        query = _plain_query(node)
        if query is None or comparison is None or comparison.expression is not node:
            return None
        extreme = _EXTREMES.get((type(node), type(comparison)))
        if extreme is not None:
            (column,) = query.selects
            column.replace(extreme(this=column.unalias().copy()))
            node.replace(exp.Subquery(this=query))
            if isinstance(node, exp.All):
                caveats.append(_CAVEAT.format(_SAID[extreme]))
        elif not _as_in(node, comparison, query):
            return None
    text = _edit.rendered(tree, broken.dialect) if found else None
    return Mending(text=text, caveats=tuple(dict.fromkeys(caveats))) if text is not None else None


def _plain_query(node: exp.Expr) -> exp.Select | None:
    """The query in the brackets, if its one column can be put into MAX or MIN."""
    query = node.this
    while isinstance(query, exp.Paren | exp.Subquery):
        query = query.this
    if not isinstance(query, exp.Select) or len(query.selects) != 1 or query.is_star:
        return None
    if any(query.args.get(part) for part in ("group", "having", "limit", "offset", "with_")):
        return None
    return None if query.selects[0].find(exp.AggFunc, exp.Window) else query


def _as_in(node: exp.Expr, comparison: exp.Expr, query: exp.Select) -> bool:
    """`= ANY` is IN, and `<> ALL` is NOT IN."""
    within = exp.In(this=comparison.this.copy(), query=exp.Subquery(this=query))
    if isinstance(node, exp.Any) and isinstance(comparison, exp.EQ):
        comparison.replace(within)
    elif isinstance(node, exp.All) and isinstance(comparison, exp.NEQ):
        comparison.replace(exp.Not(this=within))
    else:
        return False
    return True


RULE = Rule(name="quantified", order=46, defects=frozenset({Defect.SYNTAX, Defect.NOT_SUPPORTED}), mend=mend)
