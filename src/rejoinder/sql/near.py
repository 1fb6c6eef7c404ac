"""Names that look like a name: misspelt, written in another style, in another number, or abbreviated."""

from __future__ import annotations

from collections.abc import Iterable

from rapidfuzz import fuzz, process

from rejoinder.sql.words import abbreviates, name_words, singular

_LEAST = 80
"""Of 100: below, a resemblance is chance. `pupils` and `people` score 67, `enrollment` and `enrolment` 95."""
_SURE = 84
_SAME = 95
"""What an abbreviation scores; another style or number of the same words scores 100."""
_LONG = 5
"""Characters from which on a slip still tells which word was meant."""
_SHORTEST = 3
"""Characters of an abbreviation that is a whole name: two letters are in half of all words."""
_AHEAD = 8
"""How far the only near name has to be ahead of the next one."""


def near_names(name: str, candidates: Iterable[str], most: int = 3) -> tuple[str, ...]:
    """Those of `candidates` that look like `name`, best first."""
    scored = _scored(name, candidates)
    return tuple(candidate for candidate, score in scored[:most] if score >= _LEAST)


def only_near(name: str, candidates: Iterable[str]) -> str | None:
    """The one candidate that `name` can be a spelling of, if no other comes close.

    Among short names a slip leads to another word as easily as to the same: there only another style,
    another number or an abbreviation counts.
    """
    scored = _scored(name, candidates)
    if not scored or scored[0][1] < _SURE:
        return None
    best, score = scored[0]
    if len(plain(name)) < _LONG and score < _SAME:
        return None
    others = [other for candidate, other in scored[1:] if candidate != best]
    return best if not others or others[0] <= score - _AHEAD else None


def plain(name: str) -> str:
    """A name without its style: no case, no separators, every word in the singular.

    >>> plain("pet_types") == plain("PetType")
    True
    """
    return "".join(singular(word) for word in name_words(name)) or name.casefold()


def _scored(name: str, candidates: Iterable[str]) -> list[tuple[str, float]]:
    """Candidates worth a look with their likeness to `name` from 0 to 100, best first."""
    listed = list(dict.fromkeys(candidates))
    found = process.extract(
        plain(name), listed, scorer=fuzz.ratio, processor=plain, score_cutoff=_LEAST - 20, limit=None
    )
    scores = {candidate: score for candidate, score, _ in found}
    for candidate in listed:
        if scores.get(candidate, 0) < 100 and _abbreviation(name, candidate):
            scores[candidate] = max(scores.get(candidate, 0), _SAME)
    return sorted(scores.items(), key=lambda scored: -scored[1])


def _abbreviation(first: str, second: str) -> bool:
    """Whether two names say the same words, some of them shortened in one of the two."""
    ones, others = name_words(first), name_words(second)
    if len(ones) != len(others) or not ones:
        return False
    pairs = [(singular(one), singular(other)) for one, other in zip(ones, others, strict=True)]
    if len(pairs) == 1 and min(map(len, pairs[0])) < _SHORTEST:
        return False
    return all(one == other or abbreviates(one, other) or abbreviates(other, one) for one, other in pairs)
