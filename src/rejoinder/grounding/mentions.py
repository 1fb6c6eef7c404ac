"""Which stored values a question may mention (G4): which of its words to look up, and in which columns."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Literal

from rejoinder.grounding.index import STOP_WORDS, Index, index_of, words_of
from rejoinder.sql.words import fold, listed, name_words, singular
from rejoinder.terms.catalog import Catalog, Column, ColumnRef, TypeFamily
from rejoinder.terms.lookup import Lookup

_COLUMNS = 80
_LITERALS = 60
_SAMPLED = 20
_LONGEST = 4
"""Words in a row that are looked up together where nothing quotes them."""
_CHARACTERS = 80

_QUOTED = re.compile(
    r"\"([^\"]{1,80})\"|“([^”]{1,80})”|«([^»]{1,80})»|`([^`]{1,80})`"
    r"|(?<!\w)['‘]((?:[^'’]|['’](?=\w)){1,80})['’](?!\w)"
)
_WORD = re.compile(r"[^\s,;:?!()\[\]{}\"“”«»`]+")
_EDGES = ".'’‘-/&"
_TEXT = frozenset({TypeFamily.TEXT, TypeFamily.OTHER, TypeFamily.UUID})
_LONG_TEXT = listed(
    "description desc comment comments note notes remark remarks text body detail details url link path image "
    "photo hash password token content summary biography definition"
)


def ground_lookup(
    question: str,
    catalog: Catalog,
    *,
    values: Literal["match", "sample", "off"],
    sensitive: Callable[[ColumnRef], bool],
) -> Lookup:
    """What to look up before grounding: short text columns, of the best tables first, against words in a row.

    `sample` also asks for samples of columns that may have a small domain. A sensitive column is never read.
    """
    literals = tuple(mentioned(question)) if values != "off" else ()
    if values == "off" or (values == "match" and not literals):
        return Lookup()
    columns = [column for column in _text_columns(question, index_of(catalog)) if not sensitive(column)]
    samples = columns[:_SAMPLED] if values == "sample" else ()
    return Lookup(columns=tuple(columns[:_COLUMNS]), literals=literals, samples=tuple(samples))


def mentioned(question: str) -> list[str]:
    """What may be a stored value: what is quoted, then words in a row, the longest and the capitalised first."""
    quoted = [next(filter(None, found.groups())) for found in _QUOTED.finditer(question)]
    words = [_bare(found.group()) for found in _WORD.finditer(_QUOTED.sub(" ; ", question))]
    runs = sorted(_runs(words), key=lambda run: (-run[0], run[1] if run[0] else -run[1]))
    literals = dict.fromkeys(text for text in quoted if len(text) <= _CHARACTERS)
    literals.update(dict.fromkeys(text for _, _, text in runs if len(text) <= _CHARACTERS))
    return list(literals)[:_LITERALS]


def _runs(words: list[str]) -> Iterator[tuple[int, int, str]]:
    """Capitalised words in a run, its length, and its text: not starting or ending with a word that says nothing."""
    for start, first in enumerate(words):
        for end in range(start + 1, min(start + _LONGEST, len(words)) + 1):
            run = words[start:end]
            if not all(run):
                break
            if _says_nothing(first, start) or _says_nothing(run[-1], end - 1):
                continue
            capitals = sum(word[:1].isupper() for word in run) - (start == 0 and first[:1].isupper())
            yield capitals, len(run), " ".join(run)
            last = singular(fold(run[-1]))
            if last != fold(run[-1]):
                yield capitals, len(run), " ".join([*run[:-1], last])


def _bare(word: str) -> str:
    return word if word == "&" else word.strip(_EDGES)


def _says_nothing(word: str, at: int) -> bool:
    capital = at > 0 and word[:1].isupper()
    return word == "&" or (not capital and singular(fold(word)) in STOP_WORDS)


def _text_columns(question: str, index: Index) -> list[ColumnRef]:
    scores = index.scores(words_of(question))
    entries = index.entries
    order = sorted(
        range(len(entries)), key=lambda at: (entries[at].unused, -scores[at], entries[at].table.ref)
    )
    short: list[ColumnRef] = []
    long: list[ColumnRef] = []
    for at in order:
        table = entries[at].table
        for column in table.columns:
            if column.family in _TEXT:
                (long if _is_long(column) else short).append(ColumnRef(table.ref, column.name))
        if len(short) >= 2 * _COLUMNS:
            break
    return short + long


def _is_long(column: Column) -> bool:
    return not _LONG_TEXT.isdisjoint(name_words(column.name))
