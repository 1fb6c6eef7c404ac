"""The readings of a question, best first: what it asks, settled in every way that is about as good as the best."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from rejoinder.drafting.asked import Asked
from rejoinder.drafting.compose import compose
from rejoinder.drafting.describe import describe
from rejoinder.drafting.graph import Graph
from rejoinder.drafting.query import Query
from rejoinder.drafting.settle import Settling, Unsettled
from rejoinder.drafting.shape import Shapes
from rejoinder.drafting.sql_text import write
from rejoinder.terms.dialect import Dialect

_MOST_PLACES = 8
_MOST_EACH = 4
_ROUNDS = 3


_SURE = 0.65
"""Below this a reading is offered, not taken."""
_CLEAR = 0.81
"""Another reading at least this good beside the best one makes the question ambiguous."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """One reading: its SQL, what it says in words, how good it is among others, how sure its least sure part is."""

    sql: str
    says: str
    score: float
    sure: float
    schema: str = ""
    """That of the table which is asked about: another schema may have one of the same name."""


Choices: TypeAlias = tuple[tuple[str, int], ...]
"""Which of its meanings is taken at some places; the best one elsewhere."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Tried:
    """What some choices came to: how good it was as far as it got, and the draft where it got to the end."""

    choices: Choices
    places: Mapping[str, int]
    score: float
    draft: Draft | None
    same: Hashable = None
    unsettled: Unsettled | None = None


class _Readings:
    """Looks for the readings of one question around the best ones, a few compositions in all."""

    def __init__(self, asked: Asked, shapes: Shapes, graph: Graph, dialect: Dialect) -> None:
        self._asked = asked
        self._shapes = shapes
        self._graph = graph
        self._dialect = dialect
        self.tried: dict[Choices, _Tried] = {}

    def search(self) -> None:
        """Try the best meaning everywhere; then, from the best reading so far, each place in its other ways."""
        self._try(())
        expanded: set[Choices] = set()
        for _ in range(_ROUNDS):
            best = max(self.tried.values(), key=lambda each: (each.draft is not None, each.score))
            if best.choices in expanded:
                return
            expanded.add(best.choices)
            for choices in _others(best):
                self._try(choices)

    def _try(self, choices: Choices) -> None:
        if choices in self.tried:
            return
        settling = Settling(self._shapes, self._graph, dict(choices))
        draft: Draft | None = None
        same: Hashable = None
        failed: Unsettled | None = None
        try:
            query = compose(self._asked, settling)
        except Unsettled as unsettled:
            failed = unsettled
        else:
            same = _key(query)
            draft = Draft(
                sql=write(query, self._dialect),
                says=describe(query),
                score=settling.score,
                sure=settling.sure,
                schema=query.root.schema,
            )
        self.tried[choices] = _Tried(
            choices=choices,
            places=settling.open_places,
            score=settling.score,
            draft=draft,
            same=same,
            unsettled=failed,
        )


def drafts(asked: Asked, shapes: Shapes, graph: Graph, dialect: Dialect) -> tuple[Draft, ...]:
    """The readings of a question, best first. Raises `Unsettled` where there is none at all."""
    readings = _Readings(asked, shapes, graph, dialect)
    readings.search()
    found: dict[Hashable, Draft] = {}
    for each in readings.tried.values():
        if each.draft is not None and (each.same not in found or found[each.same].score < each.draft.score):
            found[each.same] = each.draft
    first = readings.tried[()].unsettled
    if not found and first is not None:
        raise first
    return tuple(sorted(found.values(), key=lambda draft: -draft.score))


def _key(query: Query) -> Hashable:
    """The same for queries that say the same: an inner join is one from either end."""
    if not query.hops:
        return query
    joins = frozenset(
        frozenset(((hop.source, hop.columns), (hop.target, hop.target_columns))) for hop in query.hops
    )
    return joins, replace(query, root=min(min(hop.source, hop.target) for hop in query.hops), hops=())


def _others(tried: _Tried) -> Iterator[Choices]:
    """Each place taken in another of its ways, the rest as they were tried."""
    taken = dict(tried.choices)
    for place, ways in list(tried.places.items())[:_MOST_PLACES]:
        for way in range(min(ways, _MOST_EACH)):
            if way != taken.get(place, 0):
                yield tuple(sorted((taken | {place: way}).items()))


def is_clear(found: Sequence[Draft]) -> bool:
    """Whether the first of some readings, best first, can be taken without asking."""
    best = found[0]
    return best.sure >= _SURE and all(other.score < best.score * _CLEAR for other in found[1:])
