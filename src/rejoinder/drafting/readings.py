"""The readings of a question, best first: what it asks, settled in every way that is about as good as the best."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

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


def drafts(asked: Asked, shapes: Shapes, graph: Graph, dialect: Dialect) -> tuple[Draft, ...]:
    """The readings of a question, best first. Raises `Unsettled` where there is none at all."""
    found: dict[Hashable, Draft] = {}
    settling = Settling(shapes, graph, {})
    _keep(found, asked, settling, dialect)
    for choices in _others(settling.open_places):
        try:
            _keep(found, asked, Settling(shapes, graph, choices), dialect)
        except Unsettled:
            continue  # this way of taking a noun leads nowhere; the best one did
    return tuple(sorted(found.values(), key=lambda draft: -draft.score))


def _keep(found: dict[Hashable, Draft], asked: Asked, settling: Settling, dialect: Dialect) -> None:
    query = compose(asked, settling)
    same = _key(query)
    if same not in found or found[same].score < settling.score:
        found[same] = Draft(
            sql=write(query, dialect), says=describe(query), score=settling.score, sure=settling.sure
        )


def _key(query: Query) -> Hashable:
    """The same for queries that say the same: an inner join is one from either end."""
    if not query.hops:
        return query
    joins = frozenset(
        frozenset(((hop.source, hop.columns), (hop.target, hop.target_columns))) for hop in query.hops
    )
    return joins, replace(query, root=min(min(hop.source, hop.target) for hop in query.hops), hops=())


def _others(open_places: Mapping[str, int]) -> Iterator[Mapping[str, int]]:
    """Each place taken in another of its ways, the rest as in the best reading."""
    for place, ways in list(open_places.items())[:_MOST_PLACES]:
        for way in range(1, min(ways, _MOST_EACH)):
            yield {place: way}


def is_clear(found: Sequence[Draft]) -> bool:
    """Whether the first of some readings, best first, can be taken without asking."""
    best = found[0]
    return best.sure >= _SURE and all(other.score < best.score * _CLEAR for other in found[1:])
