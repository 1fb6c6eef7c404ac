"""Which columns a grouped query groups by, and which it shows without an aggregate and without grouping by them."""

from __future__ import annotations

from collections.abc import Iterable

from sqlglot import exp

from rejoinder.sql.scopes import Clause, ColumnUse, Meaning, Scope

_SHOWN = frozenset({Clause.SELECT, Clause.HAVING, Clause.ORDER})


def makes_groups(scope: Scope) -> bool:
    """Whether the query has GROUP BY, or an aggregate of its own."""
    own = (node.find_ancestor(exp.Query) is scope.node for node in scope.node.find_all(exp.AggFunc))
    return scope.node.args.get("group") is not None or any(own)


def grouped(scope: Scope, uses: Iterable[ColumnUse]) -> list[ColumnUse]:
    """Of the columns that the query names: those that it groups by as they are, by name, place or alias."""
    group = scope.node.args.get("group")
    terms = list(group.expressions) if group is not None else []
    nodes = {id(found) for term in terms if (found := _meant(term, scope)) is not None}
    return [use for use in uses if id(use.node) in nodes]


def loose(scope: Scope, uses: Iterable[ColumnUse]) -> list[ColumnUse]:
    """Of the columns that the query names: one use of each that is shown, neither aggregated nor grouped by."""
    named = list(uses)
    settled = {_key(use) for use in grouped(scope, named)}
    group = scope.node.args.get("group")
    terms = [term.sql() for term in group.expressions] if group is not None else []
    found = {
        _key(use): use
        for use in reversed(named)
        if use.clause in _SHOWN
        and use.meaning is Meaning.COLUMN
        and _key(use) not in settled
        and not _is_aggregated(use)
        and not _is_in(use, terms)
    }
    return list(reversed(found.values()))


def _meant(term: exp.Expr, scope: Scope) -> exp.Expr | None:
    """The column that a term of GROUP BY is: itself, or one of the select list by its place or alias."""
    if isinstance(term, exp.Literal) and term.is_int:
        chosen = scope.node.expressions[int(term.this) - 1 : int(term.this)]
        return chosen[0].unalias() if chosen else None
    if isinstance(term, exp.Column) and not term.table and term.name.lower() in scope.aliases:
        named = scope.aliases[term.name.lower()]
        return named if isinstance(named, exp.Column) else term
    return term if isinstance(term, exp.Column) else None


def _is_aggregated(use: ColumnUse) -> bool:
    """Whether an aggregate of its own query is around it."""
    around = use.node.find_ancestor(exp.AggFunc, exp.Query)
    return isinstance(around, exp.AggFunc)


def _is_in(use: ColumnUse, terms: list[str]) -> bool:
    """Whether an expression around it is grouped by as a whole, by itself, its place or its alias."""
    node: exp.Expr | None = use.node
    while node is not None and not isinstance(node, exp.Query):
        if node.sql() in terms or (isinstance(node, exp.Alias) and node.alias in terms):
            return True
        if isinstance(node.parent, exp.Select) and node.arg_key == "expressions":
            place = next(at for at, each in enumerate(node.parent.expressions, 1) if each is node)
            return str(place) in terms
        node = node.parent
    return False


def _key(use: ColumnUse) -> object:
    source = None if use.source is None else id(use.source)
    return (source, use.ref if use.ref is not None else str(use.node.name).lower())
