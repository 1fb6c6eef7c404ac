"""Columns that the joins of a query make equal, so that it doesn't matter which of them is read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from sqlglot import exp

from rejoinder.sql.scopes import Scope, Source

Place = tuple[int, str]
"""The position of a source in its FROM, and a column's name in lower case."""


class Equated:
    """The columns that the conditions of one SELECT equate. Sources are told apart by their place in FROM."""

    def __init__(self, scope: Scope) -> None:
        self._scope = scope
        self._leader: dict[Place, Place] = {}
        self._optional: set[int] = set()
        """Sources that an outer join may leave without a row."""
        for join, first in scope.joins:
            self._note_side(join, first)
        for condition in self._conditions():
            self._unite(condition)

    def one_of(self, candidates: Sequence[tuple[Source, str]], *, counted: bool) -> Source | None:
        """The first candidate, if all of them are equal in every row.

        An outer join leaves NULL on one side: then a candidate of the kept side stands for both, except where
        the column is counted, since a COUNT of the other side differs.
        """
        places = [(self._position(source), name.lower()) for source, name in candidates]
        if len({self._find(place) for place in places}) != 1 or any(position < 0 for position, _ in places):
            return None
        kept = [
            source
            for (source, _), (position, _) in zip(candidates, places, strict=True)
            if position not in self._optional
        ]
        if not kept or (counted and len(kept) != len(candidates)):
            return None
        return kept[0]

    def _note_side(self, join: exp.Join, first: int) -> None:
        side = str(join.args.get("side") or "").upper()
        if side in ("LEFT", "FULL"):
            self._optional.add(first)
        if side in ("RIGHT", "FULL"):
            self._optional.update(range(first))

    def _conditions(self) -> Iterator[exp.Expr]:
        for join, first in self._scope.joins:
            if (on := join.args.get("on")) is not None:
                yield from _conjuncts(on)
            for column in join.args.get("using") or ():
                self._merge(str(column.name).lower(), first)
        where = self._scope.node.args.get("where")
        if where is not None:
            yield from _conjuncts(where.this)

    def _merge(self, name: str, first: int) -> None:
        for position in range(first):
            if self._has(position, name):
                self._join((position, name), (first, name))

    def _unite(self, condition: exp.Expr) -> None:
        if not isinstance(condition, exp.EQ):
            return
        left, right = (self._place(side) for side in (condition.left, condition.right))
        if left is not None and right is not None:
            self._join(left, right)

    def _place(self, node: exp.Expr) -> Place | None:
        """Where a column belongs: by its qualifier, else to the one source that has it."""
        if not isinstance(node, exp.Column):
            return None
        name = node.name.lower()
        if node.table:
            source = self._scope.source(node.table)
            return (self._position(source), name) if source is not None else None
        owners = [position for position in range(len(self._scope.sources)) if self._has(position, name)]
        return (owners[0], name) if len(owners) == 1 else None

    def _has(self, position: int, name: str) -> bool:
        return any(output.name.lower() == name for output in self._scope.sources[position].columns())

    def _position(self, source: Source) -> int:
        return next((index for index, each in enumerate(self._scope.sources) if each is source), -1)

    def _find(self, place: Place) -> Place:
        while (leader := self._leader.get(place, place)) != place:
            place = leader
        return place

    def _join(self, first: Place, second: Place) -> None:
        self._leader[self._find(second)] = self._find(first)


def _conjuncts(condition: exp.Expr) -> Iterable[exp.Expr]:
    stack = [condition]
    while stack:
        node = stack.pop()
        if isinstance(node, exp.And):
            stack += [node.right, node.left]
        elif isinstance(node, exp.Paren):
            stack.append(node.this)
        else:
            yield node
