"""Names that look like a name."""

from __future__ import annotations

from collections.abc import Iterable

from rapidfuzz import fuzz, process

_LEAST = 80


def near_names(name: str, candidates: Iterable[str], most: int = 3) -> tuple[str, ...]:
    """Those of `candidates` that look like `name`, best first."""
    found = process.extract(
        name, list(candidates), scorer=fuzz.ratio, processor=str.lower, score_cutoff=_LEAST, limit=most
    )
    return tuple(match for match, _, _ in found)
