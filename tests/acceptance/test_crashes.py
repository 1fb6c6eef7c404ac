"""A process killed at any moment is resumed, ends, and pays for no recorded completion twice (L9)."""

from __future__ import annotations

import importlib.util
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from rejoinder import Outcome, Recorded, connect
from rejoinder.loop import events

_ASKING = Path(__file__).with_name("asking.py")
_RECORDED_AT_MOST = 18


def _module():
    spec = importlib.util.spec_from_file_location("asking", _ASKING)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def towns(tmp_path: Path) -> Path:
    with sqlite3.connect(tmp_path / "towns.db") as database:
        database.execute("CREATE TABLE city (id INTEGER PRIMARY KEY, name TEXT NOT NULL, population INTEGER)")
        database.executemany(
            "INSERT INTO city (name, population) VALUES (?, ?)", [("Ayr", 50), ("Bath", 150), ("Cork", 250)]
        )
    return tmp_path


def _ask_and_die(folder: Path, *, after: int = 0, in_call: int = 0) -> int:
    command = [sys.executable, str(_ASKING), str(folder), str(after), str(in_call)]
    return subprocess.run(command, check=False, capture_output=True, timeout=60).returncode


async def _resume(folder: Path) -> tuple[Outcome, list[Recorded]]:
    provider = _module().Paid(folder / "bill.txt", 0)
    ledger = f"sqlite:///{folder / 'ledger.sqlite'}"
    async with connect(str(folder / "towns.db"), ledger=ledger, provider=provider) as agent:
        (summary,) = await agent.runs()
        outcome = await agent.resume(summary.run)
        return outcome, list(await agent.show(summary.run))


def _count(story: list[Recorded], kind: type) -> int:
    return sum(isinstance(recorded.event, kind) for recorded in story)


@pytest.mark.parametrize("after", range(1, _RECORDED_AT_MOST))
async def test_a_run_killed_after_any_record_is_resumed_to_its_answer(towns: Path, after: int) -> None:
    status = _ask_and_die(towns, after=after)
    assert status in (-signal.SIGKILL, 0)

    outcome, story = await _resume(towns)

    assert outcome.end == "answered"
    assert outcome.sql == _module().RIGHT
    paid = (towns / "bill.txt").read_text().count("\n")
    assert paid == _count(story, events.Drafted), "a recorded completion is never paid for twice"
    assert isinstance(story[-1].event, events.Ended)


@pytest.mark.parametrize("call", [1, 2])
async def test_a_run_killed_while_the_model_was_working_spends_that_attempt(towns: Path, call: int) -> None:
    assert _ask_and_die(towns, in_call=call) == -signal.SIGKILL

    outcome, story = await _resume(towns)

    assert outcome.end == "answered"
    assert _count(story, events.Interrupted) == 1
    assert outcome.attempts == _count(story, events.Drafted) + 1


async def test_every_moment_of_the_run_was_tried(towns: Path) -> None:
    assert _ask_and_die(towns) == 0
    _, story = await _resume(towns)
    assert len(story) < _RECORDED_AT_MOST
