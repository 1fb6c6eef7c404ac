"""The names of a catalog as words: which tables and columns some words of a question may mean."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from rejoinder.drafting.english import (
    ABBREVIATIONS,
    GENERIC_NAME_WORDS,
    SYNONYMS,
    TABLE_AFFIXES,
    TABLE_PARTS,
    Words,
)
from rejoinder.drafting.items import Noun
from rejoinder.sql.unused import looks_unused
from rejoinder.sql.words import abbreviates, name_words, root, segments, singular
from rejoinder.terms.catalog import Catalog, ColumnRef, Table, TableKind, TableRef, TypeFamily

_LEAST = 0.55
_NEAR = 0.04
"""Columns of one table whose scores are this close are told apart by what else is asked."""
_UNUSED = 0.7
_VIEW = 0.8
_AFFIX = 0.97
_PART = 0.78
_OWN_PREFIX = 0.98
_SPELLED_OUT = 0.97
_SYNONYM = 0.78
_OTHER_WORD = 0.6
_EXTRA_KIND = 0.93
_KIND_WORDS = frozenset({"type", "kind", "value", "amount", "name", "number", "level", "figure"})


@dataclass(frozen=True, slots=True)
class _Name:
    ref: TableRef | ColumnRef
    words: Words
    weight: float
    whole: bool = False
    """Whether all of it has to be said, in its order: a table's name before a column's."""


class Lexicon:
    """The names of one catalog."""

    def __init__(self, catalog: Catalog) -> None:
        self._catalog = catalog
        self._known = _known_words(catalog)
        self._by_root: dict[str, list[_Name]] = defaultdict(list)
        self._short: list[_Name] = []
        rows = any(table.row_estimate for table in catalog.tables)
        for table in catalog.tables:
            if table.readable:
                self._add_table(table, _weight(table, others_have_rows=rows))

    def noun(self, words: Sequence[str], text: str) -> Noun | None:
        """What `words`, folded, may name; None where nothing of it is sure enough."""
        wanted = tuple(singular(word) for word in words)
        names = {id(name): name for word in wanted for name in self._candidates(word)}
        tables: dict[TableRef, float] = {}
        columns: dict[ColumnRef, float] = {}
        for name in names.values():
            # "the item cost" is the column; "items cost" may well be a table and its verb.
            whole = wanted == name.words and words[0] == wanted[0]
            alike = float(whole) if name.whole else _match(wanted, name.words)
            score = alike * name.weight
            if score < _LEAST:
                continue
            if isinstance(name.ref, TableRef):
                tables[name.ref] = max(score, tables.get(name.ref, 0.0))
            else:
                columns[name.ref] = max(score, columns.get(name.ref, 0.0))
        if not tables and not columns:
            return None
        best = _best_of_each(columns)
        return Noun(
            text=text,
            tables=tuple(sorted(tables.items(), key=lambda each: (-each[1], each[0]))),
            columns=best,
            plural=singular(words[-1]) != words[-1],
            flag=not tables and self._is_flag(best[0][0]),
        )

    def _is_flag(self, ref: ColumnRef) -> bool:
        return self._catalog.by_ref[ref.table].by_name[ref.name].family is TypeFamily.BOOLEAN

    def words_of(self, name: str) -> Words:
        """The words of a name, in the singular, those written together taken apart."""
        parts = (part for word in name_words(name) for part in self._apart(word))
        return tuple(singular(part) for part in parts)

    def _apart(self, word: str) -> Words:
        if word in ABBREVIATIONS or len(word) < 5:
            return (word,)
        parts = segments(word, self._known)
        return parts if all(len(part) > 2 or part == "id" for part in parts) else (word,)

    def _add_table(self, table: Table, weight: float) -> None:
        words = self.words_of(table.ref.name)
        self._add(table.ref, words, weight)
        bare = tuple(word for word in words if word not in TABLE_AFFIXES and not word.isdigit())
        if bare and bare != words:
            part = not TABLE_PARTS.isdisjoint(words)
            self._add(table.ref, bare, weight * (_PART if part else _AFFIX))
        for column in table.columns:
            if not column.readable:
                continue
            ref = ColumnRef(table.ref, column.name)
            own = self.words_of(column.name)
            self._add(ref, own, weight)
            if bare and own[: len(bare)] != bare:
                self._add(ref, bare + own, weight * _OWN_PREFIX, whole=True)
            for prefix in {words, bare, *((word,) for word in bare)}:
                same = prefix and len(own) > len(prefix) and own[: len(prefix)] == prefix
                if same or (len(prefix) == 1 and len(own) > 1 and abbreviates(own[0], prefix[0])):
                    self._add(ref, own[len(prefix) :], weight * _OWN_PREFIX)

    def _add(self, ref: TableRef | ColumnRef, words: Words, weight: float, *, whole: bool = False) -> None:
        forms = {words: 1.0}
        for at, word in enumerate(words):
            for known, sure in ((SYNONYMS, _SYNONYM), (ABBREVIATIONS, _SPELLED_OUT)):
                for other in known.get(word, ()):
                    forms.setdefault(words[:at] + other + words[at + 1 :], sure)
        for form, sure in forms.items():
            name = _Name(ref, form, weight * sure, whole)
            for word in set(form):
                self._by_root[root(word)].append(name)
                if len(word) <= 4:
                    self._short.append(name)

    def _candidates(self, word: str) -> list[_Name]:
        found = list(self._by_root.get(root(word), ()))
        if len(word) > 4:
            found += [name for name in self._short if any(abbreviates(part, word) for part in name.words)]
        return found


def _weight(table: Table, *, others_have_rows: bool) -> float:
    """A view says again what tables say, so they come first; a table that looks dead is hardly meant."""
    if looks_unused(table, others_have_rows=others_have_rows):
        return _UNUSED
    return _VIEW if table.kind in (TableKind.VIEW, TableKind.MATERIALIZED_VIEW) else 1.0


def _known_words(catalog: Catalog) -> frozenset[str]:
    known = {word for word in GENERIC_NAME_WORDS if len(word) > 2} | {
        "id",
        "birth",
        "first",
        "last",
        "start",
        "end",
    }
    for table in catalog.tables:
        known.update(name_words(table.ref.name))
        for column in table.columns:
            words = name_words(column.name)
            if len(words) > 1:
                known.update(words)
    return frozenset(known)


def _match(wanted: Words, name: Words) -> float:
    """How surely the words of a question mean a name: all of them have to be in it, in whatever order."""
    score, left = 1.0, list(name)
    for word in wanted:
        best, at = 0.0, -1
        for place, other in enumerate(left):
            alike = _alike(word, other)
            if alike > best:
                best, at = alike, place
        if at < 0:
            if word in _KIND_WORDS and len(wanted) > 1 and word == wanted[-1]:
                score *= _EXTRA_KIND
                continue
            return 0.0
        score *= best
        del left[at]
    if len(left) == len(name):
        return 0.0
    for word in left:
        score *= GENERIC_NAME_WORDS.get(word, _OTHER_WORD)
    return score


def _alike(word: str, other: str) -> float:
    if word == other:
        return 1.0
    if len(word) > 3 and len(other) > 3 and root(word) == root(other):
        return 0.85
    return 0.8 if len(word) > 4 and abbreviates(other, word) else 0.0


def _best_of_each(columns: dict[ColumnRef, float]) -> tuple[tuple[ColumnRef, float], ...]:
    best: dict[TableRef, float] = defaultdict(float)
    for column, score in columns.items():
        best[column.table] = max(best[column.table], score)
    kept = [(column, score) for column, score in columns.items() if score >= best[column.table] - _NEAR]
    return tuple(sorted(kept, key=lambda each: (-each[1], each[0])))
