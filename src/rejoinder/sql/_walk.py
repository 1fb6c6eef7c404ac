"""The walk over expressions: iterative, so that a chain of a thousand conditions needs no stack."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum, auto
from typing import Any

from sqlglot import exp

from rejoinder.sql._ctes import Ctes
from rejoinder.sql._lookup import LookUp
from rejoinder.sql.scopes import Clause, ColumnUse, CteUse, Scope, StarUse, TableUse


class _Shape(Enum):
    """What the walk does with a class of node."""

    NOTHING = auto()
    """No node: text, a number, None."""
    LIST = auto()
    LEAF = auto()
    COLUMN = auto()
    STAR = auto()
    LOOP = auto()
    WORD = auto()
    """A value without brackets, unless a column is called so."""
    QUERY = auto()
    PLAIN = auto()


# As names of their own: to look a member up in its class for every node would cost more than the walk.
_NOTHING, _LIST, _LEAF, _COLUMN, _STAR, _LOOP, _WORD, _QUERY, _PLAIN = _Shape

_WORDS = (
    *(exp.Boolean, exp.CurrentDate, exp.CurrentTime, exp.CurrentTimestamp, exp.Localtime, exp.Localtimestamp),
    *(exp.CurrentUser, exp.SessionUser, exp.CurrentRole, exp.CurrentCatalog, exp.CurrentSchema),
)

_SHAPES: dict[type, _Shape] = {list: _LIST, exp.Literal: _LEAF, exp.Identifier: _LEAF}


def _shape(kind: type) -> _Shape:
    """Found out once for each class: asking every node again costs more than everything else here."""
    shape = _NOTHING
    if issubclass(kind, _WORDS):
        shape = _WORD
    elif issubclass(kind, exp.Column):
        shape = _COLUMN
    elif issubclass(kind, exp.Star | exp.Columns):
        shape = _STAR
    elif issubclass(kind, exp.Comprehension):
        shape = _LOOP
    elif issubclass(kind, exp.Query | exp.Table):  # a table in a place of its own is read as a whole
        shape = _QUERY
    elif issubclass(kind, exp.Expr):
        shape = _PLAIN
    _SHAPES[kind] = shape
    return shape


class Walk:
    """What was met on the way, and the way through one expression."""

    def __init__(self, look_up: LookUp) -> None:
        self.look_up = look_up
        self.names = look_up.names
        self.scopes: list[Scope] = []
        self.tables: list[TableUse] = []
        self.columns: list[ColumnUse] = []
        self.stars: list[StarUse] = []
        self.ctes: list[CteUse] = []
        self.kinds: set[type] = set()
        self.uses: dict[int, ColumnUse] = {}
        self._bound: frozenset[str] = frozenset()

    def query(self, node: exp.Expr, parent: Scope | None, place: Clause | None, ctes: Ctes | None) -> Scope:
        """The scope of a query inside an expression, or in a FROM."""
        raise NotImplementedError

    def named_table(self, node: exp.Column, scope: Scope, clause: Clause, ctes: Ctes | None) -> None:
        """A table in the place of a list: `x IN t`."""
        raise NotImplementedError

    def opened(self, node: exp.Expr, parent: Scope | None, place: Clause | None) -> Scope:
        """A new scope."""
        scope = Scope(node, parent, place)
        self.scopes.append(scope)
        self.kinds.add(type(node))
        return scope

    def walk(
        self, value: Any, scope: Scope, clause: Clause, ctes: Ctes | None, arms: Sequence[Scope] | None = None
    ) -> None:
        """Everything below `value`, a node or a list of nodes. `arms`: of the set operation that it orders."""
        stack: list[Any] = [value]
        kinds = self.kinds
        while stack:
            node = stack.pop()
            kind = node.__class__
            shape = _SHAPES.get(kind) or _shape(kind)
            if shape is _NOTHING:
                continue
            if shape is _LIST:
                stack.extend(node)
                continue
            kinds.add(kind)
            if shape is _PLAIN:
                stack.extend(node.args.values())
            elif shape is _COLUMN:
                self._column(node, scope, clause, ctes, arms)
            elif shape is _STAR:
                stack.extend(node.args.values())
                if not isinstance(node.parent, exp.Count):
                    self._bare_star(node, scope)
            elif shape is _LOOP:
                self._loop(node, scope, clause, ctes, arms)
            elif shape is _WORD:
                stack.extend(node.args.values())
                self._word(node, scope, clause, arms)
            elif shape is _QUERY:
                self.query(node, scope, clause, ctes)

    def _column(
        self,
        node: exp.Column,
        scope: Scope,
        clause: Clause,
        ctes: Ctes | None,
        arms: Sequence[Scope] | None,
    ) -> None:
        if isinstance(node.this, exp.Star):
            self._bare_star(node, scope)
        elif node.arg_key == "field" and isinstance(node.parent, exp.In):
            self.named_table(node, scope, clause, ctes)
        elif node.name in self._bound and "table" not in node.args:
            return
        else:
            use = self.look_up.column(node, scope, clause, arms)
            self.columns.append(use)
            self.uses[id(node)] = use

    def _word(self, node: exp.Expr, scope: Scope, clause: Clause, arms: Sequence[Scope] | None) -> None:
        use = self.look_up.word(node, scope, clause, arms)
        if use is not None:
            self.columns.append(use)

    def conditions(self, condition: exp.Expr, scope: Scope, clause: Clause, ctes: Ctes | None) -> None:
        """A WHERE or ON, one conjunct at a time, noting which sources each of them brings together."""
        if len(scope.sources) < 2:
            self.walk(condition, scope, clause, ctes)
            return
        stack = [condition]
        while stack:
            node = stack.pop()
            if isinstance(node, exp.And | exp.Paren):
                self.kinds.add(type(node))
                stack.extend(part for part in node.args.values() if isinstance(part, exp.Expr))
                continue
            before = len(self.columns)
            self.walk(node, scope, clause, ctes)
            self.link(scope, before)

    def join_conditions(self, scope: Scope, ctes: Ctes | None) -> None:
        """The ON of every join in one FROM, once all its sources are known."""
        for join, _ in scope.joins:
            if (on := join.args.get("on")) is not None:
                self.conditions(on, scope, Clause.FROM, ctes)

    def link(self, scope: Scope, before: int, also: int | None = None) -> None:
        """Note that the sources named since `before`, and the one at `also`, belong together."""
        touched = {
            id(use.source)
            for use in self.columns[before:]
            if use.source is not None and use.source.scope is scope
        }
        if touched:
            positions = {index for index, source in enumerate(scope.sources) if id(source) in touched}
            scope.links.append(frozenset(positions if also is None else positions | {also}))

    def _loop(
        self,
        node: exp.Comprehension,
        scope: Scope,
        clause: Clause,
        ctes: Ctes | None,
        arms: Sequence[Scope] | None,
    ) -> None:
        """`[x + 1 FOR x IN list IF x > 0]`, where `x` is no column."""
        around = self._bound
        self._bound = around | {node.expression.name}
        for name in ("this", "condition"):
            self.walk(node.args.get(name), scope, clause, ctes, arms)
        self._bound = around
        self.walk(node.args.get("iterator"), scope, clause, ctes, arms)

    def _bare_star(self, node: exp.Expr, scope: Scope) -> None:
        if isinstance(node, exp.Columns):
            scope.whole.append(False)
        self.stars.append(StarUse(node, scope, tuple(scope.sources)))
