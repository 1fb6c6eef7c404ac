"""An aggregate where none may stand: of another aggregate (`MAX(COUNT(*))`), or in a WHERE beside GROUP BY."""

from __future__ import annotations

from collections.abc import Iterator

from sqlglot import exp

from rejoinder.repair import _edit
from rejoinder.repair._rule import Broken, Mending, Rule
from rejoinder.terms.classes import Defect

_NAME = "each_group"


def mend(broken: Broken) -> Mending | None:
    """Aggregate the groups in a query around theirs, and filter groups in HAVING.

    It preserves meaning because neither can mean anything else: an aggregate of an aggregate is taken over the
    groups of the query it stands in, and a condition on an aggregate can only be asked of a whole group.
    """
    if broken.parsed is None:
        return None
    tree = broken.parsed.tree.copy()
    selects = list(tree.find_all(exp.Select))
    changed = [mended for select in selects for mended in (_filtered(select), _nested(select)) if mended]
    if not changed or any(_is_misplaced(select) for select in tree.find_all(exp.Select)):
        return None
    text = _edit.rendered(tree, broken.dialect)
    return Mending(text=text) if text is not None else None


def _filtered(select: exp.Select) -> bool:
    """Move conditions on aggregates from WHERE to HAVING."""
    where, having = select.args.get("where"), select.args.get("having")
    if where is None or not select.args.get("group"):
        return False
    conditions = list(where.this.flatten() if isinstance(where.this, exp.And) else [where.this])
    moved = [condition for condition in conditions if next(_aggregates(condition), None)]
    kept = [condition for condition in conditions if not next(_aggregates(condition), None)]
    if not moved or not all(_is_of_groups(condition, select) for condition in moved):
        return False
    select.set("where", exp.Where(this=_all_of(kept)) if kept else None)
    asked = ([having.this] if having is not None else []) + moved
    select.set("having", exp.Having(this=_all_of(asked)))
    return True


def _nested(select: exp.Select) -> bool:
    """Make `SELECT MAX(COUNT(*)) FROM t GROUP BY x` a query over `SELECT COUNT(*) FROM t GROUP BY x`."""
    if len(select.selects) != 1 or not select.args.get("group"):
        return False
    if any(select.args.get(part) for part in ("order", "limit", "offset", "distinct", "with_")):
        return False
    outer = select.selects[0].unalias()
    if not isinstance(outer, exp.Max | exp.Min | exp.Avg | exp.Sum) or not isinstance(
        outer.this, exp.AggFunc
    ):
        return False
    inner = select.copy()
    inner.set("expressions", [exp.alias_(outer.this.copy(), _NAME)])
    outer.set("this", exp.column(_NAME))
    for part in ("joins", "where", "group", "having"):
        select.set(part, None)
    select.set("from_", exp.From(this=exp.Subquery(this=inner)))
    return True


def _is_of_groups(condition: exp.Expr, select: exp.Select) -> bool:
    """Whether it asks nothing of a single row: beside aggregates it names only what is grouped by."""
    grouped = select.args["group"].expressions
    rows = condition.walk(prune=lambda each: isinstance(each, exp.Query | exp.AggFunc) or each in grouped)
    return not any(isinstance(each, exp.Column) and each not in grouped for each in rows)


def _is_misplaced(select: exp.Select) -> bool:
    """Whether an aggregate still stands where none may."""
    where = select.args.get("where")
    if where is not None and next(_aggregates(where), None) is not None:
        return True
    found = [each for column in select.selects for each in _aggregates(column)]
    return any(next(_aggregates(each.this), None) is not None for each in found if each.this is not None)


def _aggregates(node: exp.Expr) -> Iterator[exp.AggFunc]:
    """The aggregates of the query that `node` belongs to, not of queries inside it, nor over a window."""
    for part in node.walk(prune=lambda each: isinstance(each, exp.Query | exp.Window)):
        if isinstance(part, exp.AggFunc):
            yield part


def _all_of(conditions: list[exp.Expr]) -> exp.Expr:
    return exp.and_(*(condition.copy() for condition in conditions), copy=False)


RULE = Rule(name="aggregate", order=61, defects=frozenset({Defect.GROUPING}), mend=mend)
