"""Mechanical repair of real refused statements, without a model"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from tests.benchmarks import mending
from tests.benchmarks.figures import Figure
from tests.benchmarks.mending import Bench, Fault, Mend

from rejoinder import repair

SHARED = Path(os.environ.get("REJOINDER_SHARED", Path(__file__).resolve().parents[3] / "shared"))
FEWEST = 20
"""A class or corpus with fewer statements says nothing by its share."""
_ENDS = (
    ("equal to gold", "equal", "≥ 35 %"),
    ("ran but differs", "differs", "≤ 15 %"),
    ("still refused", "refused", ""),
)


def main() -> Sequence[Figure]:
    """Shares of all, by corpus and by class; then what each rule does by itself."""
    corpora = SHARED / "corpora"
    if not corpora.is_dir():
        print(f"left out: there is no `{corpora}` (REJOINDER_SHARED may name another folder)")
        return []
    found = list(mending.faults(corpora))
    benches = {path: Bench(path=path) for path in {fault.database for fault in found}}
    made = mending.mends(found, benches)
    figures = [*_shares("all", made, told=True)]
    for corpus in sorted({fault.corpus for fault in found}):
        figures += _shares(corpus, _of(found, made, corpus=corpus))
    for kind, _ in Counter(fault.kind for fault in found).most_common():
        figures += _shares(kind, _of(found, made, kind=kind))
    for rule in repair.rules():
        figures += _alone(rule.name, mending.mends(found, benches, frozenset({rule.name})))
    for bench in benches.values():
        bench.connector.close()
    return figures


def _of(found: Sequence[Fault], made: Sequence[Mend], *, corpus: str = "", kind: str = "") -> list[Mend]:
    return [
        mend
        for fault, mend in zip(found, made, strict=True)
        if corpus in ("", fault.corpus) and kind in ("", fault.kind)
    ]


def _shares(what: str, made: Sequence[Mend], *, told: bool = False) -> Iterator[Figure]:
    if len(made) < FEWEST:
        return
    for words, end, goal in _ENDS:
        share = _count(made, end) / len(made) * 100
        yield Figure(
            what=f"{what}: {words}", value=share, unit="%", goal=goal, note=f"{len(made)} statements"
        )
    if told:
        wrong = [mend for mend in made if mend.end == "differs"]
        for words, silent in (
            ("ran, differs, and no signal asks for a correction", sum(not mend.doubted for mend in wrong)),
            ("ran, differs, and nothing warns the asker", sum(not mend.warned for mend in wrong)),
        ):
            yield Figure(what=f"{what}: {words}", value=silent / len(made) * 100, unit="%")
        alarms = sum(mend.doubted for mend in made if mend.end == "equal")
        yield Figure(
            what=f"{what}: equal, and a signal asks for a correction",
            value=alarms / len(made) * 100,
            unit="%",
        )


def _alone(rule: str, made: Sequence[Mend]) -> Iterator[Figure]:
    """Of the statements that the rule made run: how many are right."""
    ran = [mend for mend in made if mend.rules and mend.end != "refused"]
    equal = _count(ran, "equal")
    note = f"{equal} equal, {len(ran) - equal} differ"
    yield Figure(what=f"`{rule}` alone: made to run", value=len(ran), unit="", note=note)


def _count(made: Iterable[Mend], end: str) -> int:
    return sum(mend.end == end for mend in made)
