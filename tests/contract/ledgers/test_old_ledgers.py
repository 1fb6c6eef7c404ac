"""What an older version recorded is read, verified, replayed and gone on with for ever (K2)."""

from __future__ import annotations

import contextlib
import json
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, get_args

import pytest

from rejoinder.ledgers import _codec, _formats, sqlite
from rejoinder.ledgers.sqlite import SqliteLedger
from rejoinder.loop import events
from rejoinder.loop.run import replay
from rejoinder.outcome import build
from rejoinder.ports import RunQuery
from rejoinder.terms.limits import Usage

FOLDER = Path(__file__).parent
FORMATS = range(1, _formats.newest() + 1)
RUNS = {
    1: [
        ("answered", "rows_not_kept", 1, "SELECT name FROM city WHERE people > 46"),
        ("answered", "rows_not_kept", 2, "SELECT sum(people) FROM city"),
        ("refused", "policy", 2, "DROP TABLE city"),
        ("answered", "rows_not_kept", 0, "SELECT count(*) FROM city WHERE country_id = 1"),
        ("clarify", "unresolved", 1, ""),
        ("answered", "rows_not_kept", 1, "SELECT name FROM city WHERE name = 'Ayr'"),
        ("clarify", "unresolved", 0, "SELECT nmae FROM city"),
        ("failed", "provider", 1, ""),
    ],
}


def _records(number: int) -> list[str]:
    return (FOLDER / f"format_{number}.jsonl").read_text(encoding="utf-8").splitlines()


def _holds(now: Any, then: Any) -> bool:
    """Whether everything that was said then is said now; what is said now may be more."""
    if isinstance(then, dict):
        return then.keys() <= now.keys() and all(_holds(now[key], then[key]) for key in then)
    if isinstance(then, list):
        return len(now) == len(then) and all(map(_holds, now, then))
    return bool(now == then)


@pytest.fixture(params=FORMATS)
def number(request: pytest.FixtureRequest) -> int:
    return request.param


@pytest.fixture
async def ledger(number: int, tmp_path: Path) -> AsyncIterator[SqliteLedger]:
    """The ledger that was written down, made again."""
    path = tmp_path / "ledger.sqlite"
    with contextlib.closing(sqlite3.connect(path)) as database:
        database.executescript((FOLDER / f"format_{number}.sql").read_text(encoding="utf-8"))
    found = sqlite.open(str(path))
    yield found
    await found.close()


def test_every_record_of_an_old_format_is_read_with_all_that_it_said(number: int):
    for text in _records(number):
        now = json.loads(_codec.write(_codec.read(text)))
        then = _formats.current(json.loads(text))
        assert now["class"] == then["class"]
        assert _holds(now["fields"], then["fields"]), text


def test_the_records_of_todays_format_are_of_every_event():
    kinds = {json.loads(text)["class"] for text in _records(_formats.newest())}
    assert kinds == {kind.__name__ for kind in get_args(events.Event)}


async def test_every_run_of_an_old_ledger_is_replayed_to_its_end(ledger: SqliteLedger, number: int):
    found = []
    for summary in reversed(await ledger.runs(RunQuery())):
        recorded = await ledger.events(summary.run)
        assert (await ledger.verify(summary.run)).events == len(recorded) == summary.events
        run = replay([each.event for each in recorded])
        assert run.ended is not None
        outcome = build(run_id=summary.run, thread_id=summary.thread, run=run, ending=run.ended, result=None)
        assert (summary.end, summary.tokens) == (outcome.end, outcome.spend.tokens)
        found.append((outcome.end, outcome.reason, outcome.attempts, outcome.sql))
    assert found == RUNS[number]


async def test_a_run_of_an_old_ledger_is_gone_on_with(ledger: SqliteLedger):
    (summary, *_) = await ledger.runs(RunQuery())
    *_, last = await ledger.events(summary.run)
    late = events.Late(usage=Usage(input_tokens=5), cost=None, seconds=1.0)
    await ledger.append(summary.run, last.sequence, last.envelope, [late])
    assert (await ledger.events(summary.run))[-1].event == late
    assert (await ledger.verify(summary.run)).events == last.sequence + 1
    (after, *_) = await ledger.runs(RunQuery())
    assert after.tokens == summary.tokens + 5
