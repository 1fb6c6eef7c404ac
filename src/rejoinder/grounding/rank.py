"""How well each table fits a question: its words, columns that say several of them, stored values, keys."""

from __future__ import annotations

import heapq
import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rejoinder.grounding.index import Index
from rejoinder.sql.words import name_words, singular
from rejoinder.terms.lookup import StoredValues

_LOOKED_AT = 400
_PHRASE = 0.7
_WHOLE_NAME = 0.5
_VALUE = 4.0
_NEIGHBOUR = 0.15
_BRIDGED = 12
"""So many of the best tables are joined up through the one that stands between two of them."""
_BRIDGE = 0.9
_UNUSED = 0.2


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranked:
    """Places in the index, best first, and how well each of their columns fits."""

    order: Sequence[int]
    scores: Sequence[float]
    columns: Mapping[int, Mapping[str, float]]
    """Of the best tables: the columns that say a word of the question, or hold a value of it."""


def rank(index: Index, words: Sequence[str], stored: StoredValues) -> Ranked:
    """Every entry, best first; those that look unused after all that don't."""
    scores = index.scores(words)
    held = _held(index, stored)
    for at, columns in held.items():
        scores[at] += _VALUE * len(columns)
    sure = _sureness(index, words)
    fitting: dict[int, dict[str, float]] = {}
    for at in heapq.nlargest(_LOOKED_AT, range(len(scores)), key=scores.__getitem__):
        if scores[at] <= 0:
            break
        bonus, fitting[at] = _columns(index, at, sure)
        scores[at] += bonus + _named(index, at, sure)
        for name in held.get(at, ()):
            fitting[at][name] = fitting[at].get(name, 0.0) + _VALUE
    for at, entry in enumerate(index.entries):
        if entry.unused:
            scores[at] *= _UNUSED
    scores = _with_bridges(index, _with_neighbours(index, scores))
    order = sorted(
        range(len(scores)),
        key=lambda at: (-scores[at], index.entries[at].unused, index.entries[at].table.ref),
    )
    return Ranked(order=order, scores=scores, columns=fitting)


def _sureness(index: Index, words: Sequence[str]) -> Mapping[str, Sequence[tuple[int, float]]]:
    """For each word of the catalog, the words of the question that it may be, by place, and their weight."""
    found: dict[str, list[tuple[int, float]]] = {}
    for at, word in enumerate(dict.fromkeys(words)):
        for known, sure in index.expand(word):
            found.setdefault(known, []).append((at, sure * index.idf(known)))
    return found


def _columns(
    index: Index, at: int, sure: Mapping[str, Sequence[tuple[int, float]]]
) -> tuple[float, dict[str, float]]:
    """What columns add that say several words of the question, and the score of each that says one."""
    best: dict[int, float] = {}
    fitting: dict[str, float] = {}
    for column, words in zip(index.entries[at].table.columns, index.columns[at], strict=True):
        said: dict[int, float] = {}
        matched = 0
        for word in words:
            if word in sure:
                matched += 1
                for place, weight in sure[word]:
                    said[place] = max(said.get(place, 0.0), weight)
        if not said:
            continue
        score = sum(said.values())
        fitting[column.name] = score * (1 + _WHOLE_NAME * (matched == len(words)))
        whole = _WHOLE_NAME * score if matched == len(words) else 0.0
        extra = (_PHRASE * (score - max(said.values())) if len(said) > 1 else 0.0) + whole
        for place in said:
            best[place] = max(best.get(place, 0.0), extra / len(said))
    return sum(best.values()), fitting


def _named(index: Index, at: int, sure: Mapping[str, Sequence[tuple[int, float]]]) -> float:
    """What it adds that a question says the whole name of a table, or most of it."""
    words = frozenset(map(singular, name_words(index.entries[at].table.ref.name)))
    said = [max(weight for _, weight in sure[word]) for word in words if word in sure]
    return sum(said) * (len(said) / len(words)) ** 2 if said else 0.0


def _held(index: Index, stored: StoredValues) -> Mapping[int, set[str]]:
    held: dict[int, set[str]] = {}
    for column, values in stored.items():
        at = index.place.get(column.table)
        if at is not None and any(value.matched for value in values):
            held.setdefault(at, set()).add(column.name)
    return held


def _with_neighbours(index: Index, scores: Sequence[float]) -> list[float]:
    if not index.links:
        return list(scores)
    return [
        score + _NEIGHBOUR * max((scores[other] for other in index.links.get(at, ())), default=0.0)
        for at, score in enumerate(scores)
    ]


def _with_bridges(index: Index, scores: list[float]) -> list[float]:
    """A table that joins two of the best ones is needed with them, whatever it is called (G3)."""
    best = [
        at for at in heapq.nlargest(_BRIDGED, range(len(scores)), key=scores.__getitem__) if scores[at] > 0
    ]
    bridged = list(scores)
    for first, second in itertools.combinations(best, 2):
        if second in index.links.get(first, ()):
            continue
        for between in index.links.get(first, frozenset()) & index.links.get(second, frozenset()):
            bridged[between] = max(bridged[between], _BRIDGE * min(scores[first], scores[second]))
    return bridged
