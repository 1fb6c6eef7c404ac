"""Settles what the nouns of a question mean, against one another and along the joins of the catalog.

Each noun has a place; `choices` says which of its meanings, best first, is taken there. Places with several
meanings that are about as good are told by `open_places`, so that the other readings can be made as well.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import TypeVar

from rejoinder.drafting.english import MEASURES
from rejoinder.drafting.graph import Graph
from rejoinder.drafting.items import Noun
from rejoinder.drafting.query import Hop
from rejoinder.drafting.shape import Shapes
from rejoinder.terms.catalog import ColumnRef, TableRef

T = TypeVar("T")
_BY_DISTANCE = {0: 1.0, 1: 0.86, 2: 0.74, 3: 0.66}
_MENTIONED = 0.95
_BEFORE = 0.9
"""What is asked about, where another table was spoken of since."""
_APART = 0.3
_UNDECLARED = 0.9
_TO_MANY = 0.75
"""A way to several rows, where there is also one to the row that a row refers to."""
_ELSEWHERE = 0.85
"""A column of another table, where the table that is asked about has one that fits."""
_FITS = 0.9
_OPEN = 0.6
"""A meaning at least this good beside the best one makes a reading of its own."""


class Unsettled(Exception):
    """A noun, or a wish, that nothing in the catalog answers to.

    Its text is what was said; `sentence` says why, where it isn't that nothing is called so.
    """

    def __init__(self, text: str, sentence: str = "") -> None:
        super().__init__(text)
        self.sentence = sentence


class Settling:
    """One reading under way: what each noun was taken for, and how sure that is."""

    def __init__(self, shapes: Shapes, graph: Graph, choices: Mapping[str, int]) -> None:
        self.shapes = shapes
        self.graph = graph
        self.choices = choices
        self.score = 1.0
        """The product of how sure each part is: to tell readings of one question apart."""
        self.sure = 1.0
        """How sure the least sure part is."""
        self.entity: TableRef | None = None
        self.entity_said = False
        """Whether the question names that table, and not only columns of it."""
        self.mentioned: set[TableRef] = set()
        self.open_places: dict[str, int] = {}
        self._made: dict[str, object] = {}

    def choose(self, place: str, ranked: Iterable[tuple[T, float]]) -> T:
        """The meaning taken at `place`. Raises `Unsettled` where there is none."""
        if place in self._made:
            return self._made[place]  # type: ignore[return-value]
        found = sorted(ranked, key=lambda each: -each[1])
        if not found:
            raise Unsettled(place)
        best = found[0][1]
        equal = [each for each in found if each[1] >= best * _OPEN]
        self.open_places[place] = len(equal)
        value, score = equal[min(self.choices.get(place, 0), len(equal) - 1)]
        self.doubt(score)
        self._made[place] = value
        return value

    def table(self, noun: Noun) -> TableRef:
        """The table that a noun means."""
        if not noun.tables:
            raise Unsettled(noun.text)
        return self.choose(f"table {noun.text.lower()}", noun.tables)

    def column(
        self, noun: Noun, owner: Noun | None = None, *, near: Noun | None = None, number: bool = False
    ) -> ColumnRef:
        """The column that a noun means, of its owner, of what was spoken of last or of what is asked about."""
        of = self.table(owner) if owner is not None else self.entity
        last = self.table(near) if near is not None and owner is None else None
        named = noun.columns
        if noun.is_date and of is not None:
            named = (
                *((ref, _FITS * sure) for ref, sure in self.shapes.dates(of) if self.shapes.is_date(ref)),
                *named,
            )
        ranked = [(ref, score * self._nearness(ref.table, of, last)) for ref, score in named]
        if number:
            ranked = [(ref, score * (1.0 if self._reckons(ref) else 0.7)) for ref, score in ranked]
        if not ranked:
            raise Unsettled(noun.text)
        ranked = _own_first(ranked, last or of)
        place = f"column {noun.text.lower()}" + (f" of {owner.text.lower()}" if owner is not None else "")
        return self.choose(place, ranked)

    def nearest(
        self,
        place: str,
        refs: Iterable[tuple[ColumnRef, float]],
        near: Noun | None = None,
        likely: Collection[ColumnRef] = (),
    ) -> ColumnRef:
        """The best of some columns, the nearer to what was spoken of last or is asked about the better.

        Columns of `likely` are about as good as the best one, however far.
        """
        last = self.table(near) if near is not None else None
        ranked = [(ref, score * self._nearness(ref.table, self.entity, last)) for ref, score in refs]
        ranked = _own_first(ranked, last or self.entity)
        best = max((score for _, score in ranked), default=0.0)
        ranked = [(ref, max(score, best * _FITS) if ref in likely else score) for ref, score in ranked]
        return self.choose(place, ranked)

    def adjective(self, adjective: str, near: Noun | None = None) -> tuple[ColumnRef, bool]:
        """The column that holds what an adjective measures, and whether more of it is more."""
        if self.entity is None:
            raise Unsettled(adjective)
        last = [self.table(near)] if near is not None else []
        one = [hop.target for hop in self.graph.hops.get(self.entity, ()) if not hop.many]
        tables = [*last, self.entity, *sorted(self.mentioned - {self.entity}), *sorted(one)]
        for table in tables:
            dated = [((ref, True), sure) for ref, sure in self.shapes.dates(table)]
            if adjective == "time" and dated:
                return self.choose(f"measure {adjective}", dated)
            found = self.shapes.measures(table, MEASURES[adjective])
            if found:
                return self.choose(f"measure {adjective}", [(each, 1.0) for each in found])
        raise Unsettled(adjective)

    def path(self, source: TableRef, target: TableRef) -> tuple[Hop, ...]:
        """The way from one table to another. Raises `Unsettled` where nothing joins them."""
        paths = self.graph.paths(source, target)
        if not paths:
            raise Unsettled(target.name, f"Nothing joins `{source.name}` and `{target.name}`.")
        if len(paths) == 1:
            way = paths[0]
        else:
            one = any(not any(hop.many for hop in path) for path in paths)
            ranked = [(path, _TO_MANY if one and any(hop.many for hop in path) else 1.0) for path in paths]
            way = self.choose(f"join {source.name} {target.name}", ranked)
        for hop in way:
            if not hop.declared:
                self.doubt(_UNDECLARED)
        return way

    def doubt(self, sure: float) -> None:
        """A part of the reading that is only this sure."""
        self.score *= sure
        self.sure = min(self.sure, sure)

    def multiplies(self, source: TableRef, target: TableRef) -> bool:
        """Whether one row of the source may meet several of the target. Raises `Unsettled`."""
        return any(hop.many for hop in self.path(source, target))

    def _reckons(self, ref: ColumnRef) -> bool:
        return self.shapes.is_number(ref) and not self.shapes.is_key(ref)

    def _nearness(self, table: TableRef, of: TableRef | None, last: TableRef | None = None) -> float:
        if last is not None and last != of:
            return 1.0 if table == last else _BEFORE * self._nearness(table, of)
        if of is None or table == of:
            return 1.0
        if table in self.mentioned:
            return _MENTIONED if self.graph.paths(of, table) else _APART
        distance = self.graph.distance(of, table)
        return _APART if distance is None else _BY_DISTANCE.get(distance, _APART)


def _own_first(
    ranked: list[tuple[ColumnRef, float]], table: TableRef | None
) -> list[tuple[ColumnRef, float]]:
    """Where the table that is spoken of has a column that fits, those of others are less likely meant."""
    own = max((score for ref, score in ranked if ref.table == table), default=0.0)
    if own < _FITS:
        return ranked
    return [(ref, score if ref.table == table else score * _ELSEWHERE) for ref, score in ranked]
