"""L1 to L13 hold in every reachable state, and a fault planted in the machine is found."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import pytest
from tests.unit.loop.exploring import Machine, explore
from tests.unit.loop.happenings import LIMITS
from tests.unit.loop.planted import FAULTS, Fault, machine_with
from tests.unit.loop.watching import Violation

from rejoinder.terms.question import Mode

_CRASHES = frozenset({"crash", "rows lost"})
_REPAIRS = frozenset({"mended", "mended back"})
_SHADES = frozenset({"a fact", "two signals", "changed"})
"""What only multiplies the states in which a crash is the same."""


def _corrections(number: int, **others: Any) -> Mapping[str, Any]:
    return {"limits": replace(LIMITS, corrections=number, **others)}


REGIONS: dict[str, tuple[frozenset[str], int, Mapping[str, Any]]] = {
    "four attempts": (_CRASHES | _REPAIRS, 1, _corrections(3)),
    "repairs": (_CRASHES, 1, _corrections(1)),
    "crashes and lost rows": (_REPAIRS | _SHADES, 1, _corrections(1)),
    "a reply": (_CRASHES | _REPAIRS, 2, _corrections(0, phrase=True)),
    "a follow-up": (_REPAIRS | _SHADES, 1, {**_corrections(0), "follow_up": True}),
    "mode ask": (_CRASHES, 1, {**_corrections(0), "mode": Mode.ASK}),
    "a person's SQL": (frozenset(), 1, {"mode": Mode.SQL}),
    "a person's SQL and a reply": (_CRASHES | _REPAIRS, 2, {**_corrections(0), "mode": Mode.SQL}),
}
"""What is left out, how many turns, and what was asked. Together they hold every word of the alphabet."""

DEEPER: dict[str, tuple[frozenset[str], int, Mapping[str, Any]]] = {
    "crashes and lost rows with everything": (_REPAIRS, 1, {**_corrections(1), "follow_up": True}),
    "corrections and a reply": (_CRASHES | _REPAIRS, 2, _corrections(2)),
    "mode ask with crashes": (_REPAIRS, 1, {**_corrections(1), "mode": Mode.ASK}),
    "a person's SQL, a reply, and everything": (frozenset(), 2, {"mode": Mode.SQL}),
}


@pytest.mark.parametrize("region", REGIONS)
def test_every_rule_holds_in_every_state(region: str, record_property: Callable[[str, object], None]):
    without, turns, given = REGIONS[region]
    explored = explore(Machine(), without=without, turns=turns, **given)
    record_property("visited", f"{explored.states:,} states of the loop: {region}")
    assert explored.states > 500


@pytest.mark.deep
@pytest.mark.parametrize("region", DEEPER)
def test_every_rule_holds_much_further(region: str, record_property: Callable[[str, object], None]):
    without, turns, given = DEEPER[region]
    explored = explore(Machine(), without=without, turns=turns, **given)
    record_property("visited", f"{explored.states:,} states of the loop: {region}")
    assert explored.states > 10_000


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: f"{fault.rule}: {fault.what}")
def test_a_planted_fault_is_found(fault: Fault):
    with pytest.raises(Violation) as found:
        explore(machine_with(fault), without=fault.without, turns=1, **(fault.given or {}))
    assert found.value.rule == fault.rule, str(found.value)


def test_every_rule_has_a_planted_fault():
    assert {f"L{number}" for number in range(1, 14)} <= {fault.rule for fault in FAULTS}
