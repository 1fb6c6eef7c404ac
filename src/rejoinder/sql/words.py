"""Words: how names and sentences are taken apart, so that `orderLines`, `order_line` and "order lines" meet."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection
from functools import lru_cache

_SMALL = r"[^\W\d_A-Z]"
"""A letter that isn't a Latin capital: other scripts are not taken apart by case."""
_PARTS = re.compile(rf"[A-Z]+s(?!{_SMALL})|[A-Z]+(?!{_SMALL})|[A-Z]?{_SMALL}+|\d+")
_WORDS = re.compile(r"[^\W_]+")
_UNSPACED = re.compile(r"[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\u0e00-\u0e7f]")
_IRREGULAR = {
    "ids": "id",
    "people": "person",
    "children": "child",
    "men": "man",
    "women": "woman",
    "feet": "foot",
    "teeth": "tooth",
    "mice": "mouse",
    "geese": "goose",
    "criteria": "criterion",
    "indices": "index",
    "matrices": "matrix",
    "vertices": "vertex",
    "analyses": "analysis",
    "bases": "base",
    "crises": "crisis",
    "leaves": "leaf",
    "lives": "life",
    "wives": "wife",
    "knives": "knife",
    "halves": "half",
    "shelves": "shelf",
    "movies": "movie",
    "cookies": "cookie",
    "series": "series",
    "species": "species",
    "status": "status",
    "news": "news",
    "does": "does",
    "always": "always",
}
_KEEP_S = ("ss", "us", "is")
_WITH_ES = ("sses", "shes", "ches", "xes", "zzes")
_ENDINGS = ("ations", "ation", "ings", "ing", "ers", "er", "ors", "or", "ed", "es", "e", "s", "y", "al", "ly")


def listed(text: str) -> frozenset[str]:
    """The words of `text`, as a set: for lists of words in code."""
    return frozenset(text.split())


@lru_cache(maxsize=65_536)
def fold(text: str) -> str:
    """`text` in the form in which words are compared: no case, no accents."""
    return _unaccented(text).casefold()


def _unaccented(text: str) -> str:
    if text.isascii():
        return text
    decomposed = unicodedata.normalize("NFKD", text)
    bare = "".join(each for each in decomposed if not unicodedata.combining(each))
    return unicodedata.normalize("NFC", bare)


@lru_cache(maxsize=131_072)
def name_words(name: str) -> tuple[str, ...]:
    """The words of a name, folded: snake and camel case, digits apart, a leading acronym apart.

    >>> name_words("tblOrderLines_2024"), name_words("HTTPStatus"), name_words("customerIDs")
    (('tbl', 'order', 'lines', '2024'), ('http', 'status'), ('customer', 'ids'))
    """
    return tuple(fold(part) for part in _PARTS.findall(_unaccented(name)))


def text_words(text: str) -> tuple[str, ...]:
    """The words of a sentence, folded, names in it taken apart; scripts without spaces by pairs of characters."""
    found: list[str] = []
    for word in _WORDS.findall(text):
        if _UNSPACED.search(word):
            whole = fold(word)
            found += [whole[at : at + 2] for at in range(max(len(whole) - 1, 1))]
            continue
        parts = name_words(word)
        whole = fold(word)
        found += parts if len(parts) > 1 else (whole,)
        if len(parts) > 1 and not whole.isdigit():
            found.append(whole)
    return tuple(found)


@lru_cache(maxsize=65_536)
def singular(word: str) -> str:
    """The singular of an English noun, by rule; any other word is mostly left as it is.

    >>> [singular(word) for word in ("countries", "boxes", "addresses", "people", "status", "prices")]
    ['country', 'box', 'address', 'person', 'status', 'price']
    """
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if len(word) < 4 or not word.endswith("s") or word.endswith(_KEEP_S):
        return word
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(_WITH_ES):
        return word[:-2]
    return word[:-1]


@lru_cache(maxsize=65_536)
def root(word: str) -> str:
    """What is left of an English word without its endings: made to be compared, not to be read.

    >>> root("ordered") == root("orders") == root("order"), root("shipping") == root("shipped")
    (True, True)
    """
    stem = singular(word)
    while ending := next(
        (each for each in _ENDINGS if stem.endswith(each) and len(stem) - len(each) >= 3), ""
    ):
        stem = stem.removesuffix(ending)
        if len(stem) > 3 and stem[-1] == stem[-2] and stem[-1] not in "lsz":
            stem = stem[:-1]
    return stem


def abbreviates(short: str, word: str) -> bool:
    """Whether a name may say `short` for `word`: its beginning, or its consonants in order.

    >>> abbreviates("desc", "description"), abbreviates("qty", "quantity"), abbreviates("age", "average")
    (True, True, False)
    """
    if len(short) < 2 or len(short) >= len(word) or short[0] != word[0]:
        return False
    if len(short) >= 3 and word.startswith(short):
        return True
    if len(short) > len(word) * 0.7 or any(each in "aeiou" for each in short[1:]):
        return False
    at = 0
    for each in short:
        at = word.find(each, at) + 1
        if at == 0:
            return False
    return True


def segments(word: str, known: Collection[str]) -> tuple[str, ...]:
    """A word written together taken apart into `known` words, the fewest; as it is where that doesn't work out.

    >>> segments("countrycode", {"country", "code", "count"})
    ('country', 'code')
    """
    best: list[tuple[str, ...] | None] = [()] + [None] * len(word)
    for end in range(2, len(word) + 1):
        for start in range(end - 1):
            before = best[start]
            part = word[start:end]
            if before is None or (part not in known and singular(part) not in known):
                continue
            now = best[end]
            if now is None or len(before) + 1 < len(now):
                best[end] = (*before, part)
    return best[-1] or (word,)
