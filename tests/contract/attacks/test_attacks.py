"""Every attack reaches the real engine, with no check before it: which layer stops it is on record."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from tests.contract.attacks.attacks import ENGINES, Attack, attacks
from tests.contract.attacks.layers import Verdict, found
from tests.contract.attacks.targets import TARGETS, making, verdicts

SHARED = Path(os.environ.get("REJOINDER_SHARED", Path(__file__).resolve().parents[4] / "shared")) / "cases"
BOUNDS = frozenset({"time", "memory", "rows", "ended"})
"""Which of them comes first depends on the machine."""
READING = [target for target in TARGETS if "its" not in target]
"""The targets as they should be set up."""


@pytest.mark.parametrize("target", TARGETS)
def test_the_layer_that_stops_an_attack_without_the_check_is_the_one_on_record(target: str, tmp_path: Path):
    with making(target, tmp_path) as make:
        tried = verdicts(make, attacks())
    assert {name: _comparable(verdict) for name, verdict in tried.items()} == {
        name: _comparable(verdict) for name, verdict in found()[target].items()
    }, "if this is right, write it down: `python -m tests.contract.attacks && make docs`"


@pytest.mark.parametrize("target", READING)
def test_what_changes_something_is_stopped_without_the_check_where_the_role_may_only_read(target: str):
    harms = {attack.id: attack.harm for attack in attacks()}
    alone = {name for name, verdict in found()[target].items() if verdict.stopped_by == "CHECK ALONE"}
    assert {harms[name] for name in alone} <= {"answer", "act"}


@pytest.mark.parametrize("target", READING)
def test_the_check_stops_every_attack_but_what_only_takes_time_or_memory(target: str):
    harms = {attack.id: attack.harm for attack in attacks()}
    passed = {name for name, verdict in found()[target].items() if not verdict.check_refuses}
    assert {harms[name] for name in passed} <= {"time"}


@pytest.mark.parametrize("target", READING)
def test_the_attacks_of_the_shared_collection_change_nothing_either(target: str, tmp_path: Path):
    if not SHARED.is_dir():
        pytest.skip(f"there is no `{SHARED}`: its attacks.jsonl is left out")
    engine = target.partition(",")[0].lower().replace("postgresql", "postgres")
    spelt = "mysql" if engine == "mariadb" else engine
    schema = (SHARED / f"schema_{spelt}.sql").read_text(encoding="utf-8")
    rows = [json.loads(line) for line in (SHARED / "attacks.jsonl").read_text(encoding="utf-8").splitlines()]
    loose = [
        Attack(kind=row["kind"], name=row["id"], harm="effect", sql={engine: row["sql"]})
        for row in rows
        if row["dialect"] == spelt
    ]
    assert loose
    with making(target, tmp_path, schema) as make:
        tried = verdicts(make, loose)
    assert len(tried) == len(loose)
    assert [name for name, verdict in tried.items() if verdict.stopped_by == "CHECK ALONE"] == []


def test_every_attack_is_known_to_an_engine_and_has_a_name_of_its_own():
    assert len({attack.id for attack in attacks()}) == len(attacks())
    assert all(attack.sql for attack in attacks())
    assert {attack.harm for attack in attacks()} == {"effect", "answer", "act", "time"}
    for engine in ENGINES:
        assert sum(engine in attack.sql for attack in attacks()) > 30


def _comparable(verdict: Verdict) -> tuple[str, bool]:
    return "bounds" if verdict.stopped_by in BOUNDS else verdict.stopped_by, verdict.check_refuses
