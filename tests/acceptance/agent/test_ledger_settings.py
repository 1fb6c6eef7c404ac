"""What the settings say of the ledger is carried out, and what was redacted stands in nobody's way."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import pytest

from rejoinder import RunNotFound, Settings, connect
from rejoinder.ledgers import sqlite
from rejoinder.terms.ids import RunId, ThreadId
from rejoinder.terms.provider import ModelCard
from rejoinder.testing import MemoryLedger, ScriptedProvider
from rejoinder.testing._ledger_room import asked, envelope

SQL = "SELECT name FROM city"


async def test_the_retention_of_the_settings_is_carried_out(towns: Path, tmp_path: Path):
    path = tmp_path / "ledger.sqlite"
    old, run = dt.datetime.now(dt.UTC) - dt.timedelta(days=40), RunId("old")
    ledger = sqlite.open(str(path))
    await ledger.append(run, 0, envelope(run, time=old), [asked()])
    await ledger.close()

    for days, kept in ((None, True), (41.0, True), (39.0, False)):
        settings = Settings(db=str(towns), ledger=str(path), retention_days=days)
        agent = connect(settings=settings, provider=ScriptedProvider())
        assert [summary.run for summary in await agent.runs()] == ([run] if kept else [])
        await agent.close()


async def test_a_follow_up_of_a_redacted_question_is_answered(towns: Path):
    ledger = MemoryLedger()
    provider = ScriptedProvider([SQL, SQL], card=ModelCard(name="scripted:test", local=True))
    async with connect(str(towns), provider=provider, ledger=ledger) as agent:
        first = await agent.query("Which cities?")
        await ledger.redact(first.run_id)
        second = await agent.query("And their names?", thread=ThreadId(first.thread_id))
    assert (first.end, second.end) == ("answered", "answered")
    assert second.thread_id == first.thread_id


async def test_a_run_that_is_forgotten_is_told(towns: Path):
    async with connect(str(towns), provider=ScriptedProvider(), ledger="memory:") as agent:
        with pytest.raises(RunNotFound, match="gone"):
            await agent.show("gone")
