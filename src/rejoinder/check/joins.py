"""C6: a join without a condition multiplies tables by one another; and there are only so many joins."""

from __future__ import annotations

from collections.abc import Iterator

from sqlglot import exp

from rejoinder.check._examined import Examined
from rejoinder.sql.parse import span_of
from rejoinder.sql.scopes import Clause, ColumnUse, Meaning, Scope, Source
from rejoinder.terms.classes import Defect
from rejoinder.terms.finding import Finding

MOST_SOURCES = 60
"""In one FROM. SQLite allows 64 tables in a join, MySQL 61."""
SMALL = 100_000
"""Rows of a product that harms nobody, where the engine estimates the tables' rows."""


def rule(examined: Examined) -> Iterator[Finding]:
    """Sources of one FROM that no condition brings together, neither in ON nor in WHERE.

    Free are sources of one row (an aggregate, VALUES, a unique key that equals a constant), subqueries for one
    constant ("the sum of 2012" beside "the sum of 2013"), table functions, and tables that are known to be small.
    """
    for scope in examined.resolution.scopes:
        if len(scope.sources) > MOST_SOURCES:
            message = f"{len(scope.sources)} tables are joined here; {MOST_SOURCES} are allowed."
            yield _finding(Defect.TOO_COMPLEX, message, scope.sources[0])
        elif len(scope.sources) > 1 and not any(_unknown(source) for source in scope.sources):
            yield from _unconnected(scope, examined)


def _unconnected(scope: Scope, examined: Examined) -> Iterator[Finding]:
    groups = _groups(scope)
    many = [group for group in groups if not all(_is_free(scope.sources[at], examined) for at in group)]
    if len(many) < 2 or _is_small(scope, many) or _is_unsettled(scope, examined):
        return
    first = scope.sources[many[0][0]]
    for group in many[1:]:
        source = scope.sources[group[0]]
        message = (
            f"No condition joins `{_called(source)}` to `{_called(first)}`, so every row of one meets every row "
            "of the other."
        )
        yield _finding(Defect.UNBOUNDED, message, source)


def _is_unsettled(scope: Scope, examined: Examined) -> bool:
    """Whether a condition names something that isn't there: what it would join can't be told yet."""
    return any(
        use.meaning in (Meaning.UNKNOWN, Meaning.AMBIGUOUS) and use.clause in (Clause.FROM, Clause.WHERE)
        for use in examined.resolution.uses_in(scope)
    )


def _groups(scope: Scope) -> list[list[int]]:
    """Positions of sources that conditions bring together, directly or in a chain."""
    group = list(range(len(scope.sources)))
    for link in scope.links:
        least = min(group[at] for at in link)
        merged = {group[at] for at in link}
        group = [least if found in merged else found for found in group]
    return [[at for at, found in enumerate(group) if found == name] for name in dict.fromkeys(group)]


def _is_free(source: Source, examined: Examined) -> bool:
    fixed = _fixed(source, examined)
    if source.query is not None:
        return not source.recursive and (bool(fixed) or _is_narrow(source.query, examined))
    if source.table is None:
        return True  # a table function, or VALUES written in place
    return any(fixed.issuperset(key) for key in source.table.all_keys)


def _is_narrow(query: Scope, examined: Examined) -> bool:
    return returns_one_row(query) or any(_fixed(source, examined) for source in query.sources)


def _fixed(source: Source, examined: Examined) -> set[str]:
    """Names of its columns that must equal a constant."""
    uses = examined.resolution.uses_in(source.scope)
    return {
        use.ref.name if use.ref else use.node.name
        for use in uses
        if use.source is source and _equals_constant(use, examined)
    }


def returns_one_row(scope: Scope) -> bool:
    """Whether a query has one row at most: an aggregate without groups, LIMIT 1, no FROM, one row of VALUES."""
    node = scope.node
    if isinstance(node, exp.Values):
        return len(node.expressions) == 1
    limit = node.args.get("limit")
    if (
        limit is not None
        and isinstance(limit.expression, exp.Literal)
        and limit.expression.this in ("0", "1")
    ):
        return True
    if not isinstance(node, exp.Select):
        return False
    if node.args.get("from_") is None:
        return True
    if len(scope.sources) == 1 and scope.sources[0].query is not None and not node.args.get("joins"):
        return returns_one_row(scope.sources[0].query)
    return node.args.get("group") is None and any(map(_aggregates, node.expressions))


def _aggregates(projection: exp.Expr) -> bool:
    """Whether an aggregate stands in it, outside of windows and of queries inside."""
    stack = [projection]
    while stack:
        node = stack.pop()
        if isinstance(node, exp.AggFunc):
            return True
        if not isinstance(node, exp.Window | exp.Query):
            stack.extend(node.iter_expressions())
    return False


def _equals_constant(use: ColumnUse, examined: Examined) -> bool:
    parent = use.node.parent
    if use.clause not in (Clause.WHERE, Clause.FROM) or not isinstance(parent, exp.EQ | exp.Is):
        return False
    other = parent.expression if parent.this is use.node else parent.this
    while isinstance(parent.parent, exp.And | exp.Paren):
        parent = parent.parent
    if not isinstance(parent.parent, exp.Where | exp.Join):
        return False
    meant = examined.resolution.use_of(other)
    return isinstance(other, exp.Literal | exp.Null) or (meant is not None and meant.meaning is Meaning.TEXT)


def _is_small(scope: Scope, groups: list[list[int]]) -> bool:
    product = 1
    for group in groups:
        tables = [scope.sources[at].table for at in group]
        rows = [
            table.row_estimate for table in tables if table is not None and table.row_estimate is not None
        ]
        if len(rows) < len(group):
            return False
        product *= max(rows)
    return product <= SMALL


def _unknown(source: Source) -> bool:
    return (
        isinstance(source.node, exp.Table) and source.opaque and isinstance(source.node.this, exp.Identifier)
    )


def _called(source: Source) -> str:
    return source.name or "the subquery"


def _finding(defect: Defect, message: str, source: Source) -> Finding:
    return Finding(
        defect=defect, message=message, subject=source.name, span=span_of(source.node), rule="joins"
    )
