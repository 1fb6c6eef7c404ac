"""A catalog as a search index: BM25 over the words of tables, columns and comments, in plain Python.

Built once a catalog object and forgotten with it, so that a warm question only reads posting lists.
"""

from __future__ import annotations

import math
import operator
import weakref
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from rejoinder.grounding.cost import function_bytes, table_bytes
from rejoinder.grounding.shards import families, family_note
from rejoinder.sql.unused import looks_unused
from rejoinder.sql.words import abbreviates, listed, name_words, root, singular, text_words
from rejoinder.terms.catalog import Catalog, ForeignKey, Table, TableRef

_K1 = 1.2
_B = 0.35
_IN_TABLE_NAME = 3.0
_IN_COMMENT = 0.5
_SAME_ROOT = 0.8
_PART_OF = 0.6
_ABBREVIATED = 0.55
_MOST_WORDS = 400
"""More different words than a question has; a pasted page is cut here."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A table in the index; it stands for a whole family where `stands_for` has several members."""

    table: Table
    """With its mark, if it looks unused, and the note of its family."""
    stands_for: tuple[TableRef, ...]
    unused: bool
    bytes: int


class Index:
    """The searchable form of one catalog. Tables that the role can't read aren't in it."""

    def __init__(self, catalog: Catalog) -> None:
        self.entries, self.marked = _entries(catalog)
        """`marked` is the catalog with its marks, None where nothing is marked: the index may not keep the catalog."""
        self.place: Mapping[TableRef, int] = {
            ref: at for at, entry in enumerate(self.entries) for ref in entry.stands_for
        }
        self.whole_bytes = sum(map(table_bytes, catalog.tables)) + sum(map(function_bytes, catalog.functions))
        self._postings, self._idf = _postings([entry.table for entry in self.entries])
        self._expanded: dict[str, tuple[tuple[str, float], ...]] = {}

    @cached_property
    def columns(self) -> Sequence[Sequence[frozenset[str]]]:
        """The words of each column of each entry."""
        return [
            [frozenset(map(singular, name_words(column.name))) for column in entry.table.columns]
            for entry in self.entries
        ]

    @cached_property
    def links(self) -> Mapping[int, frozenset[int]]:
        """Entries that a foreign key, in either direction, joins."""
        linked: dict[int, set[int]] = defaultdict(set)
        for at, entry in enumerate(self.entries):
            for key in entry.table.foreign_keys:
                other = self.place.get(key.target)
                if other is not None and other != at:
                    linked[at].add(other)
                    linked[other].add(at)
        return {at: frozenset(others) for at, others in linked.items()}

    def idf(self, word: str) -> float:
        """How rare a word of the catalog is."""
        return self._idf.get(word, 0.0)

    def expand(self, word: str) -> tuple[tuple[str, float], ...]:
        """The words of the catalog that a word of a question may mean, with how sure that is."""
        found = self._expanded.get(word)
        if found is None:
            if len(self._expanded) > 20_000:
                self._expanded.clear()
            likely = ((known, _likeness(word, known)) for known in self._idf)
            found = self._expanded[word] = tuple((known, sure) for known, sure in likely if sure)
        return found

    def scores(self, words: Iterable[str]) -> list[float]:
        """BM25 of each entry, a word counted once however many of its forms a table has."""
        total = [0.0] * len(self.entries)
        for word in dict.fromkeys(words):
            best: dict[int, float] = {}
            for known, sure in self.expand(word):
                weight = sure * self._idf[known]
                for at, part in self._postings[known]:
                    score = weight * part
                    if score > best.get(at, 0.0):
                        best[at] = score
            for at, score in best.items():
                total[at] += score
        return total


_kept: dict[int, tuple[weakref.ref[Catalog], Index]] = {}


def index_of(catalog: Catalog) -> Index:
    """The index of this very catalog object, built at its first use."""
    key = id(catalog)
    kept = _kept.get(key)
    if kept is None or kept[0]() is not catalog:
        gone = weakref.ref(catalog, lambda _: _kept.pop(key, None))
        kept = _kept[key] = (gone, Index(catalog))
    return kept[1]


def _entries(catalog: Catalog) -> tuple[tuple[Entry, ...], Catalog | None]:
    readable = [_readable(table) for table in catalog.tables if table.readable]
    rows = any(table.row_estimate for table in readable)
    why = {table.ref: looks_unused(table, others_have_rows=rows) for table in readable}
    marked = tuple(_said(table, why[table.ref]) for table in readable)
    entries = []
    for members in families(marked):
        table = _said(members[-1], family_note(members) if len(members) > 1 else "")
        refs = tuple(member.ref for member in members)
        unused = bool(why[table.ref])
        entries.append(Entry(table=table, stands_for=refs, unused=unused, bytes=table_bytes(table)))
    same = len(marked) == len(catalog.tables) and all(map(operator.is_, marked, catalog.tables))
    return tuple(entries), None if same else replace(catalog, tables=marked)


def _said(table: Table, note: str) -> Table:
    if not note:
        return table
    return replace(table, comment=f"{note}; {table.comment}" if table.comment else note)


def _readable(table: Table) -> Table:
    if all(column.readable for column in table.columns):
        return table
    columns = tuple(column for column in table.columns if column.readable)
    left = {column.name for column in columns}
    keys: tuple[ForeignKey, ...] = tuple(key for key in table.foreign_keys if left.issuperset(key.columns))
    return replace(table, columns=columns, foreign_keys=keys)


def _postings(tables: Sequence[Table]) -> tuple[dict[str, list[tuple[int, float]]], dict[str, float]]:
    counted = [_counts(table) for table in tables]
    mean = sum(sum(counts.values()) for counts in counted) / max(len(counted), 1) or 1.0
    postings: dict[str, list[tuple[int, float]]] = defaultdict(list)
    for at, counts in enumerate(counted):
        norm = _K1 * (1 - _B + _B * sum(counts.values()) / mean)
        for word, count in counts.items():
            postings[word].append((at, count * (_K1 + 1) / (count + norm)))
    n = len(tables)
    idf = {word: math.log(1 + (n - len(at) + 0.5) / (len(at) + 0.5)) for word, at in postings.items()}
    return dict(postings), idf


def _counts(table: Table) -> dict[str, float]:
    counts: dict[str, float] = defaultdict(float)
    for word in (*name_words(table.ref.name), *name_words(table.ref.schema)):
        counts[singular(word)] += _IN_TABLE_NAME
    for word in text_words(table.comment):
        counts[singular(word)] += _IN_COMMENT
    for column in table.columns:
        for word in name_words(column.name):
            counts[singular(word)] += 1.0
        for word in text_words(column.comment):
            counts[singular(word)] += _IN_COMMENT
    return counts


def _likeness(word: str, known: str) -> float:
    if word == known:
        return 1.0
    if len(known) < 2 or known.isdigit() or word.isdigit():
        return 0.0
    if word[0] == known[0]:
        if root(word) == root(known):
            return _SAME_ROOT
        if abbreviates(known, word) or (len(word) >= 4 and known.startswith(word)):
            return _ABBREVIATED
    return _PART_OF if len(word) >= 4 and len(known) > len(word) and known.endswith(word) else 0.0


def words_of(question: str) -> tuple[str, ...]:
    """The words of a question that may name something, each once, the first few hundred."""
    words = (word for word in map(singular, text_words(question)) if word not in STOP_WORDS)
    return tuple(dict.fromkeys(words))[:_MOST_WORDS]


STOP_WORDS = listed(
    "a an and any are as at be been being both but by can could did do does doing each every find for "
    "from give had has have having he her him his how i if in into is it its itself just let list many "
    "me more most much my no nor not of off on one only or other our out over please provide return "
    "same she should show so some such tell than that the their them then there these they this those "
    "through to too under until up upon us using very was we were what when where which while who whom "
    "whose why will with within would you your also among between based calculate compute determine "
    "display get identify include including given whether per all"
)
"""Words that name nothing, in the form that `singular` leaves them in."""
