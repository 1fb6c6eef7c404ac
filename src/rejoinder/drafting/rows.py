"""Which table's rows a question is about."""

from __future__ import annotations

from collections.abc import Iterator

from rejoinder.drafting.asked import Asked, Compares, Falls, Has, Holds, Measure, Spells
from rejoinder.drafting.items import Noun
from rejoinder.drafting.settle import Settling, Unsettled
from rejoinder.terms.catalog import TableRef

_ELSEWHERE = 0.3
"""How much of a table's fitness is left where one of the nouns isn't one of its columns."""


def rows_asked_for(asked: Asked, settling: Settling) -> TableRef:
    """Settle the table that is asked about, and those that are mentioned beside it. Raises `Unsettled`."""
    noun = _grouped(asked) or asked.entity or next(_owners(asked), None)
    root = settling.table(noun) if noun is not None else settling.choose("the table", _by_columns(asked))
    settling.entity = root
    settling.entity_said = noun is not None
    for each in _said_tables(asked):
        settling.mentioned.add(settling.table(each))
    settling.mentioned.discard(root)
    return root


def _grouped(asked: Asked) -> Noun | None:
    """In "the name of each site and how many orders", the name is of what there is one row for each of."""
    said = [each for each in asked.groups if isinstance(each, Noun) and each.is_table]
    plain = any(
        isinstance(each, Measure) and not each.function and not each.is_table for each in asked.selected
    )
    return said[0] if said and plain else None


def _measures(asked: Asked) -> Iterator[Measure]:
    yield from (each for each in asked.selected if isinstance(each, Measure))
    yield from (measure for measure, _ in asked.order)
    yield from (each.measure for each in asked.conditions if isinstance(each, Compares))


def _owners(asked: Asked) -> Iterator[Noun]:
    return (measure.owner for measure in _measures(asked) if measure.owner is not None)


def _said_tables(asked: Asked) -> Iterator[Noun]:
    nouns = [*_owners(asked)]
    nouns += [each for each in asked.groups if isinstance(each, Noun)]
    nouns += [each.noun for each in asked.conditions if isinstance(each, Has)]
    nouns += [each.noun for each in _measures(asked) if each.noun is not None and each.owner is None]
    return (noun for noun in nouns if noun.is_table)


def _by_columns(asked: Asked) -> list[tuple[TableRef, float]]:
    """The tables, by how well their columns are what was said."""
    nouns = [noun for noun in _nouns(asked) if not noun.is_table] or [*_nouns(asked)]
    held = [
        {ref.table for value in each.values for ref, _ in value.stored}
        for each in asked.conditions
        if isinstance(each, Holds) and each.noun is None
    ]
    tables = {ref.table for noun in nouns for ref, _ in noun.columns} | {
        t for n in nouns for t, _ in n.tables
    }
    tables = tables or {table for each in held for table in each}
    if not tables:
        raise Unsettled("")
    ranked = []
    for table in tables:
        score = 1.0
        for noun in nouns:
            said = [s for ref, s in noun.columns if ref.table == table] + [
                s for t, s in noun.tables if t == table
            ]
            score *= max(said, default=_ELSEWHERE)
        for each in held:
            score *= 1.0 if table in each else _ELSEWHERE
        ranked.append((table, score))
    best = max(score for _, score in ranked)
    return sorted((table, score / best) for table, score in ranked)


def _nouns(asked: Asked) -> Iterator[Noun]:
    yield from (measure.noun for measure in _measures(asked) if measure.noun is not None)
    yield from (each for each in asked.groups if isinstance(each, Noun) and not each.unit)
    for each in asked.conditions:
        if isinstance(each, Holds | Falls | Spells) and each.noun is not None:
            yield each.noun
