"""Facts about real refused statements: how much of what the right answer needs they name"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from tests.benchmarks.bench_repair import SHARED
from tests.benchmarks.diagnosing import Clinic, Diagnosed
from tests.benchmarks.faults import SHOWN, faults
from tests.benchmarks.figures import Figure
from tests.benchmarks.places import opened

FEWEST = 20
"""A class or corpus with fewer statements says nothing by its share."""


def main() -> Sequence[Figure]:
    """Recall of all, by corpus and by class of finding."""
    corpora = SHARED / "corpora"
    if not corpora.is_dir():
        print(f"left out: there is no `{corpora}` (REJOINDER_SHARED may name another folder)")
        return []
    cases = [case for case in faults(corpora) if case.seen == SHOWN and case.gold]
    with opened() as places:
        clinics = {
            place: Clinic(connector=places.at(place).connector) for place in {case.place for case in cases}
        }
        made = [(case.corpus, clinics[case.place].diagnosed(case)) for case in cases]
    lacking = [(corpus, found) for corpus, found in made if found is not None and found.columns]
    figures = [*_recall("all", [found for _, found in lacking])]
    for corpus in sorted({corpus for corpus, _ in lacking}):
        figures += _recall(corpus, [found for each, found in lacking if each == corpus])
    for defect, _ in Counter(each for _, found in lacking for each in found.defects).most_common():
        figures += _recall(f"`{defect}`", [found for _, found in lacking if defect in found.defects])
    return figures


def _recall(what: str, found: Sequence[Diagnosed]) -> Iterator[Figure]:
    """Means over statements that lack something which the gold reads."""
    if len(found) < FEWEST:
        return
    note = f"{len(found)} statements"
    mean = sum(each.told / each.columns for each in found) / len(found)
    yield Figure(
        what=f"{what}: columns of the gold that the draft lacks, named", value=mean * 100, unit="%", note=note
    )
    whole = sum(each.whole for each in found) / len(found)
    yield Figure(what=f"{what}: all of them named", value=whole * 100, unit="%")
    sought = [each for each in found if each.sought]
    if len(sought) >= FEWEST:
        mean = sum(each.told_sought / each.sought for each in sought) / len(sought)
        yield Figure(
            what=f"{what}: owners in the gold of a name that the draft sought in vain, named",
            value=mean * 100,
            unit="%",
            note=f"{len(sought)} statements",
        )
    tables = [each for each in found if each.tables]
    if len(tables) >= FEWEST:
        mean = sum(each.told_tables / each.tables for each in tables) / len(tables)
        yield Figure(
            what=f"{what}: tables that the draft lacks, named",
            value=mean * 100,
            unit="%",
            note=f"{len(tables)} statements",
        )
