"""Mechanical repair of real refused statements, without a model"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tests.benchmarks.faults import SHOWN, Fault, faults
from tests.benchmarks.figures import Figure, Grid
from tests.benchmarks.mending import Bench, Ended, Mend
from tests.benchmarks.places import Places, opened

from rejoinder import repair

SHARED = Path(os.environ.get("REJOINDER_SHARED", Path(__file__).resolve().parents[3] / "shared"))
_GOALS = {Ended.EQUAL: "≥ 35 %", Ended.DIFFERS: "≤ 15 %"}
_COUNTS = (
    "errors",
    "made to run",
    "equal to gold",
    "ran but differs",
    "its answer is in it",
    "still refused",
)
_SEEN = "its author had seen"


@dataclass(frozen=True, slots=True)
class Case:
    """A fault with what became of it: by all rules, and by each that changes it when it is alone."""

    fault: Fault
    mend: Mend
    alone: dict[str, Mend] = field(default_factory=dict)


def main() -> Sequence[Figure | Grid]:
    """The shares that have a goal; then the counts per corpus, class and what the author had seen, and per rule."""
    corpora = SHARED / "corpora"
    if not corpora.is_dir():
        print(f"left out: there is no `{corpora}` (REJOINDER_SHARED may name another folder)")
        return []
    with opened() as places:
        cases = list(_measured(corpora, places))
    return [
        *_shares([case for case in cases if case.fault.seen == SHOWN and case.fault.compared]),
        *grids(cases),
    ]


def _measured(corpora: Path, places: Places) -> Iterator[Case]:
    benches: dict[object, Bench] = {}
    for fault in faults(corpora):
        bench = benches.setdefault(fault.place, Bench(opened=places.at(fault.place)))
        alone = {rule.name: bench.mended(fault, rule.name) for rule in repair.rules()}
        yield Case(fault, bench.mended(fault), {name: mend for name, mend in alone.items() if mend.rules})


def _shares(cases: Sequence[Case]) -> Iterator[Figure]:
    """Of statements whose author had seen the schema, on databases with rows."""
    for what, some in [("all", cases), *_groups(cases, lambda case: (case.fault.corpus,))]:
        name = what if isinstance(what, str) else what[0]
        for end in (Ended.EQUAL, Ended.DIFFERS, Ended.REFUSED):
            share = sum(case.mend.end is end for case in some) / len(some) * 100
            yield Figure(
                what=f"{name}: {end}",
                value=share,
                unit="%",
                goal=_GOALS.get(end, ""),
                note=f"{len(some)} statements",
            )
    wrong = [case.mend for case in cases if case.mend.end is Ended.DIFFERS]
    for words, some_of in (
        (
            "ran, differs, and holds the gold's answer: other order of columns, more of them, duplicates",
            [mend for mend in wrong if mend.within],
        ),
        ("ran, differs, and no signal asks for a correction", [mend for mend in wrong if not mend.doubted]),
        ("ran, differs, and nothing warns the asker", [mend for mend in wrong if not mend.warned]),
        (
            "equal, and a signal asks for a correction",
            [case.mend for case in cases if case.mend.end is Ended.EQUAL and case.mend.doubted],
        ),
    ):
        yield Figure(what=f"all: {words}", value=len(some_of) / len(cases) * 100, unit="%")


def grids(cases: Sequence[Case]) -> Iterator[Grid]:
    """All rules together, then each alone; a statement that a rule leaves as it was isn't counted under the rule."""
    yield Grid(
        title="All rules, by corpus",
        columns=("corpus", _SEEN, "rows", *_COUNTS),
        rows=[
            (*group, *_counted([case.mend for case in some]))
            for group, some in _groups(
                cases,
                lambda case: (case.fault.corpus, case.fault.seen, "yes" if case.fault.compared else "no"),
            )
        ],
    )
    yield Grid(
        title="All rules, by class of the engine's error",
        columns=("corpus", _SEEN, "class", *_COUNTS),
        rows=[
            (*group, *_counted([case.mend for case in some]))
            for group, some in _groups(
                cases, lambda case: (case.fault.corpus, case.fault.seen, case.fault.error)
            )
        ],
    )
    for title, name, of in (
        ("Each rule alone, by corpus", "corpus", lambda case: (case.fault.corpus, case.fault.seen)),
        (
            "Each rule alone, by class of the engine's error",
            "class",
            lambda case: (case.fault.error, case.fault.seen),
        ),
    ):
        yield Grid(
            title=title, columns=("rule", name, _SEEN, "changed", *_COUNTS[1:]), rows=list(_alone(cases, of))
        )


def _alone(cases: Sequence[Case], of: Callable[[Case], tuple[str, ...]]) -> Iterator[tuple[str | int, ...]]:
    for rule in repair.rules():
        own = [case for case in cases if rule.name in case.alone]
        for group, some in _groups(own, of):
            yield (f"`{rule.name}`", *group, *_counted([case.alone[rule.name] for case in some]))


def _groups(
    cases: Sequence[Case], of: Callable[[Case], tuple[str, ...]]
) -> Iterator[tuple[tuple[str, ...], list[Case]]]:
    for group in sorted({of(case) for case in cases}):
        yield group, [case for case in cases if of(case) == group]


def _counted(made: Sequence[Mend]) -> tuple[int, ...]:
    refused, equal, differs = (
        sum(mend.end is end for mend in made) for end in (Ended.REFUSED, Ended.EQUAL, Ended.DIFFERS)
    )
    within = sum(mend.within for mend in made if mend.end is Ended.DIFFERS)
    return (len(made), len(made) - refused, equal, differs, within, refused)
