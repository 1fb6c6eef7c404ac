"""Resolve every table and column of a draft against a catalog, scope by scope, by the dialect's own rules.

One walk over the tree, which the rules of `check` share. Unlike `sqlglot.optimizer.qualify` it changes nothing,
reports all problems at once, and knows what an engine sees that the asker must not (`hidden`).
"""

from __future__ import annotations

from collections.abc import Collection

from sqlglot import exp

from rejoinder.sql._ctes import Ctes
from rejoinder.sql._lookup import LookUp
from rejoinder.sql._sources import Sources
from rejoinder.sql._walk import Walk
from rejoinder.sql.parse import Parsed
from rejoinder.sql.scopes import Clause, Output, Resolution, Scope, Source, StarUse
from rejoinder.terms.catalog import Catalog, ColumnRef, TableRef
from rejoinder.terms.classes import Defect
from rejoinder.terms.dialect import Dialect
from rejoinder.terms.finding import Finding

_FIRST = ("kind", "with_", "from_", "joins", "laterals", "expressions", "distinct")
_CLAUSES = {
    "where": Clause.WHERE,
    "prewhere": Clause.WHERE,
    "group": Clause.GROUP,
    "having": Clause.HAVING,
    "qualify": Clause.HAVING,
    "windows": Clause.WINDOW,
    "order": Clause.ORDER,
    "limit": Clause.LIMIT,
    "offset": Clause.LIMIT,
}


def resolve(
    parsed: Parsed,
    catalog: Catalog,
    dialect: Dialect,
    *,
    hidden: Collection[TableRef | ColumnRef] = frozenset(),
    visible: Catalog | None = None,
) -> Resolution:
    """The draft with its names resolved.

    `catalog` is what the engine sees. A name that leads to something `hidden` is reported in the words of one
    that doesn't exist. Candidates come from `visible` alone (by default, from `catalog`).
    """
    queries = Queries(parsed.text, catalog, dialect, hidden, visible or catalog)
    try:
        root = queries.query(parsed.tree, None, None, None)
    except RecursionError:
        return _too_deep(parsed)
    problems = sorted(queries.look_up.problems, key=lambda finding: finding.span.start if finding.span else 0)
    return Resolution(
        parsed=parsed,
        root=root,
        scopes=tuple(queries.scopes),
        tables=tuple(queries.tables),
        columns=tuple(queries.columns),
        stars=tuple(queries.stars),
        ctes=tuple(queries.ctes),
        kinds=frozenset(queries.kinds),
        problems=tuple(problems),
    )


def _too_deep(parsed: Parsed) -> Resolution:
    """Expressions that lead to one another in a chain of hundreds: nothing but that is said of such a draft."""
    problem = Finding(
        defect=Defect.TOO_COMPLEX, message="The queries in this statement lead too deep.", rule="names"
    )
    return Resolution(
        parsed=parsed,
        root=Scope(parsed.tree, None),
        scopes=(),
        tables=(),
        columns=(),
        stars=(),
        ctes=(),
        kinds=frozenset(),
        problems=(problem,),
    )


class Queries(Walk):
    """Goes through queries clause by clause; `Walk` goes through the expressions in them."""

    def __init__(
        self,
        text: str,
        catalog: Catalog,
        dialect: Dialect,
        hidden: Collection[TableRef | ColumnRef],
        visible: Catalog,
    ) -> None:
        super().__init__(LookUp(text, dialect, hidden, visible))
        self.sources = Sources(self, catalog, dialect)

    def query(self, node: exp.Expr, parent: Scope | None, place: Clause | None, ctes: Ctes | None) -> Scope:
        """The scope of a query of any shape, everything below it resolved."""
        if isinstance(node, exp.Select):
            return self._select(node, parent, place, ctes)
        if isinstance(node, exp.SetOperation):
            return self._set_operation(node, parent, place, ctes)
        if isinstance(node, exp.Subquery | exp.Paren):
            return self._wrapped(node, parent, place, ctes)
        scope = self.opened(node, parent, place)
        if isinstance(node, exp.Table):
            self.sources.add(node, scope, ctes)
            self._expand(node, scope, tuple(scope.sources), free=False)
        elif isinstance(node, exp.Pivot):
            self._pivot(node, scope, ctes)
        else:
            self._other(node, scope, ctes)
        return scope

    def _select(
        self, node: exp.Select, parent: Scope | None, place: Clause | None, ctes: Ctes | None
    ) -> Scope:
        scope = self.opened(node, parent, place)
        args = node.args
        ctes = self._with(args.get("with_"), scope, ctes)
        self.sources.add_all(node, scope, ctes)
        self._projections(node, scope, ctes)
        self.join_conditions(scope, ctes)
        for name, value in args.items():
            if name in _FIRST or not value:
                continue
            if name == "hint":
                self.kinds.add(type(value))  # names in it are no names of this query
                continue
            clause = _CLAUSES.get(name, Clause.WHERE)
            if clause is Clause.WHERE and isinstance(value, exp.Where | exp.PreWhere):
                self.kinds.add(type(value))
                self.conditions(value.this, scope, clause, ctes)
            else:
                self.walk(value, scope, clause, ctes)
        return scope

    def _projections(self, node: exp.Select, scope: Scope, ctes: Ctes | None) -> None:
        if (distinct := node.args.get("distinct")) is not None:
            self.walk(distinct, scope, Clause.SELECT, ctes)
        free = isinstance(node.parent, exp.Exists)
        for projection in node.expressions:
            star = _star(projection)
            if star is None:
                self.walk(projection, scope, Clause.SELECT, ctes)
                self._alias(projection, scope)
                continue
            self.kinds.update((type(projection), type(star)))
            sources = self._starred(projection, scope)
            self._expand(projection, scope, sources, free=free)
            for value in star.args.values():  # EXCEPT, REPLACE, RENAME of other dialects
                self.walk(value, scope, Clause.SELECT, ctes)
        for projection in node.expressions:
            if _star(projection) is None:
                scope.outputs.append(self._output(projection, scope))

    def _output(self, projection: exp.Expr, scope: Scope) -> Output:
        inner = projection.this if isinstance(projection, exp.Alias) else projection
        use = self.uses.get(id(inner))
        called = projection.args.get("alias") if isinstance(projection, exp.Alias) else inner
        called = called.this if isinstance(called, exp.Column) else called
        name = ""
        if isinstance(called, exp.Identifier | exp.Literal) and called is not projection:
            name = self.names.given(called.name, bool(called.args.get("quoted")))
        return Output(name, use.ref if use else None, projection)

    def _alias(self, projection: exp.Expr, scope: Scope) -> None:
        """A name that the select list gives; which clauses see it is the dialect's affair."""
        if isinstance(projection, exp.Alias):
            alias = projection.args["alias"]
            quoted = isinstance(alias, exp.Identifier) and bool(alias.args.get("quoted"))
            scope.aliases.setdefault(self.names.column_key(projection.alias, quoted), projection.this)
        elif isinstance(projection, exp.Column):
            quoted = bool(projection.this.args.get("quoted"))
            scope.selected.add(self.names.column_key(projection.name, quoted))

    def _starred(self, projection: exp.Expr, scope: Scope) -> tuple[Source, ...]:
        if not isinstance(projection, exp.Column) or "table" not in projection.args:
            return tuple(scope.sources)
        qualifier = projection.args["table"]
        if qualifier is None:
            return tuple(scope.sources)
        key = self.names.table_key(qualifier.name, bool(qualifier.args.get("quoted")))
        found = tuple(source for source in scope.sources if source.key == key)
        if not found:
            self.look_up.unknown_source(qualifier)
        return found[:1]

    def _expand(self, node: exp.Expr, scope: Scope, sources: tuple[Source, ...], *, free: bool) -> None:
        if not free:
            self.stars.append(StarUse(node, scope, sources))
        for source in sources:
            if source.opaque:
                scope.whole.append(False)
            for output in source.columns():
                if self.names.column_key(output.name, True) not in source.merged:
                    scope.outputs.append(output)

    def _set_operation(
        self, node: exp.SetOperation, parent: Scope | None, place: Clause | None, ctes: Ctes | None
    ) -> Scope:
        scope = self.opened(node, parent, place)
        ctes = self._with(node.args.get("with_"), scope, ctes)
        for arm in self._arms(node):
            # An arm stands where the whole does: a correlated name is looked for in the same place.
            scope.arms.append(self.query(arm, parent, place, ctes))
            if not scope.outputs:
                scope.outputs.extend(scope.arms[0].outputs)
                scope.whole.extend(scope.arms[0].whole)
                self.sources.first_arm(scope)
        self._modifiers(node, scope, ctes)
        return scope

    def _arms(self, node: exp.SetOperation) -> list[exp.Expr]:
        """The operands of a chain of set operations, left to right, without recursing over it."""
        right: list[exp.Expr] = []
        current: exp.Expr = node
        plain = {"this", "expression", "distinct", "by_name", "side", "kind", "on"}
        while isinstance(current, exp.SetOperation):
            if current is not node and any(v for name, v in current.args.items() if name not in plain):
                break
            self.kinds.add(type(current))
            right.append(current.expression)
            current = current.this
            if type(current) is exp.Subquery and all(
                v is None or n == "this" for n, v in current.args.items()
            ):
                self.kinds.add(exp.Subquery)
                current = current.this if isinstance(current.this, exp.SetOperation) else current
        return [current, *reversed(right)]

    def _wrapped(
        self, node: exp.Expr, parent: Scope | None, place: Clause | None, ctes: Ctes | None
    ) -> Scope:
        self.kinds.add(type(node))
        own = node.args.get("with_")
        extra = {
            name for name, value in node.args.items() if value and name not in ("this", "alias", "with_")
        }
        if own is None and not extra:
            return self.query(node.this, parent, place, ctes)
        scope = self.opened(node, parent, place)
        ctes = self._with(own, scope, ctes)
        inner = self.query(node.this, parent, place, ctes)
        scope.arms.append(inner)
        scope.outputs.extend(inner.outputs)
        scope.whole.extend(inner.whole)
        self._modifiers(node, scope, ctes)
        return scope

    def _modifiers(self, node: exp.Expr, scope: Scope, ctes: Ctes | None) -> None:
        """ORDER BY, LIMIT and the like of a query that has arms: names are those that an arm returns."""
        arms = list(_leaves(scope))
        for name, value in node.args.items():
            if name in ("this", "expression", "with_", "alias") or not value:
                continue
            clause = _CLAUSES.get(name, Clause.ORDER)
            self.walk(value, scope, clause, ctes, arms)

    def _pivot(self, node: exp.Pivot, scope: Scope, ctes: Ctes | None) -> None:
        """A statement of its own in DuckDB; what it returns depends on the rows."""
        self.sources.add(node.this, scope, ctes)
        self._expand(node, scope, tuple(scope.sources), free=False)
        scope.whole.append(False)
        for name, value in node.args.items():
            if name not in ("this", "into"):  # INTO gives new names
                self.walk(value, scope, Clause.SELECT, ctes)

    def _other(self, node: exp.Expr, scope: Scope, ctes: Ctes | None) -> None:
        if isinstance(node, exp.Values):
            first = node.expressions[0] if node.expressions else None
            width = len(first.expressions) if isinstance(first, exp.Tuple) else 1
            names = (self.names.given(f"column{position}", False) for position in range(1, width + 1))
            scope.outputs.extend(map(Output, names))
        for value in node.args.values():
            self.walk(value, scope, Clause.SELECT, ctes)

    def named_table(self, node: exp.Column, scope: Scope, clause: Clause, ctes: Ctes | None) -> None:
        """`x IN t`, which reads the whole of `t`."""
        qualifier = node.args.get("table")
        table = exp.Table(this=node.this.copy(), db=qualifier.copy() if qualifier is not None else None)
        # In no list of the tree's own, but it knows where it stands, for whoever puts something in its place.
        table.parent, table.arg_key = node.parent, node.arg_key
        self.query(table, scope, clause, ctes)

    def _with(self, node: exp.Expr | None, scope: Scope, ctes: Ctes | None) -> Ctes | None:
        if node is None:
            return ctes
        self.kinds.add(type(node))
        return self.sources.common(node, scope, ctes)


def _star(projection: exp.Expr) -> exp.Star | None:
    if isinstance(projection, exp.Star):
        return projection
    inner = projection.this if isinstance(projection, exp.Column) else None
    return inner if isinstance(inner, exp.Star) else None


def _leaves(scope: Scope) -> list[Scope]:
    if not scope.arms:
        return [scope]
    return [leaf for arm in scope.arms for leaf in _leaves(arm)]
