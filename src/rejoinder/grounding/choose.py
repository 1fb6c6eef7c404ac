"""All of the catalog while it fits; beyond, the tables that fit the question best (G3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from rejoinder.grounding.cost import column_bytes, header_bytes, reference_bytes
from rejoinder.grounding.index import Entry, Index, index_of, words_of
from rejoinder.grounding.rank import Ranked, rank
from rejoinder.terms.catalog import Catalog, Column, ColumnRef, Table, TableRef
from rejoinder.terms.lookup import StoredValues
from rejoinder.terms.result import Stored

_BYTES_A_TOKEN = 3
_BREADTH = 0.85
"""The part of the budget that goes to as many tables as it holds, trimmed; the rest completes the best ones."""
_WIDE_MARK = "{} more columns aren't listed"
_FEWEST = 6
_SMALL_DOMAIN = 12
"""A column with more sampled values than these isn't one whose values all matter."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Grounding:
    """What a question is about: a part of the catalog, and the stored values worth sending."""

    catalog: Catalog
    whole: bool
    """Whether every table that the asker may read is listed with all its columns."""
    stored: StoredValues
    notes: tuple[str, ...] = ()
    stands_for: Mapping[TableRef, tuple[TableRef, ...]] = field(default_factory=dict)
    """Tables of one pattern, by the one that is listed for all of them."""


def ground(question: str, catalog: Catalog, *, stored: StoredValues, tokens: int) -> Grounding:
    """Choose what fits into `tokens` of a prompt, recall first: a gold table that is left out can't be found again.

    No model, no vectors: BM25 over names and comments, columns that say several words of the question,
    stored values that it mentions, and the tables that foreign keys lead to.
    """
    index = index_of(catalog)
    budget = tokens * _BYTES_A_TOKEN
    sent = _worth_sending(stored)
    if index.whole_bytes <= budget:
        return Grounding(catalog=index.marked or catalog, whole=True, stored=sent)
    ranked = rank(index, words_of(question), stored)
    chosen = _packed(index, ranked, budget)
    tables = tuple(chosen[at] for at in sorted(chosen))
    named = {entry.table.ref: entry.stands_for for at, entry in enumerate(index.entries) if at in chosen}
    listed = {(table.ref, column.name) for table in tables for column in table.columns}
    part = replace(catalog, tables=tables, functions=())
    return Grounding(
        catalog=part,
        whole=False,
        stored={each: values for each, values in sent.items() if (each.table, each.name) in listed},
        notes=(f"{len(tables)} of {len(index.entries)} tables fit the question and the prompt.",),
        stands_for={ref: members for ref, members in named.items() if len(members) > 1},
    )


def _worth_sending(stored: StoredValues) -> StoredValues:
    """Values that the question mentions; samples only of a small domain, for those of a large one say nothing."""
    sent: dict[ColumnRef, tuple[Stored, ...]] = {}
    for column, values in stored.items():
        matched = tuple(value for value in values if value.matched)
        kept = values if len(values) <= _SMALL_DOMAIN else matched
        if kept:
            sent[column] = kept
    return sent


def _packed(index: Index, ranked: Ranked, budget: int) -> dict[int, Table]:
    """First as many tables as possible, trimmed to keys and matches; then the best of them in full."""
    chosen: dict[int, Table] = {}
    sizes: dict[int, int] = {}
    left = budget
    for at in ranked.order:
        if left <= budget * (1 - _BREADTH) and chosen:
            break
        narrow = _trimmed(index.entries[at], ranked.columns.get(at, {}), left)
        size = _size(narrow)
        if size <= left:
            chosen[at], sizes[at] = narrow, size
            left -= size
    for at in list(chosen):
        entry = index.entries[at]
        grown = entry.bytes - sizes[at]
        if 0 < grown <= left:
            chosen[at] = entry.table
            left -= grown
    return chosen


def _trimmed(entry: Entry, fitting: Mapping[str, float], left: int) -> Table:
    """The keys of a wide table, the columns that fit the question and its first few, in their own order."""
    table = entry.table
    keys = {
        name for key in (table.primary_key, *(each.columns for each in table.foreign_keys)) for name in key
    }
    best = sorted(fitting, key=lambda name: -fitting[name])
    first = [column.name for column in table.columns]
    wanted: dict[str, None] = dict.fromkeys([*sorted(keys), *best[:20], *first[:_FEWEST]])
    kept = [column for column in table.columns if column.name in wanted]
    if len(kept) == len(table.columns):
        return table
    mark = _WIDE_MARK.format(len(table.columns) - len(kept))
    comment = f"{mark}; {table.comment}" if table.comment else mark
    return replace(table, columns=_within(kept, left // 2), comment=comment)


def _within(columns: Sequence[Column], most: int) -> tuple[Column, ...]:
    kept: list[Column] = []
    size = 0
    for column in columns:
        size += column_bytes(column)
        if size > most and kept:
            break
        kept.append(column)
    return tuple(kept)


def _size(table: Table) -> int:
    return header_bytes(table) + reference_bytes(table) + sum(map(column_bytes, table.columns))
