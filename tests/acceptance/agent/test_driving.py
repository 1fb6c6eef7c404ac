"""Who drives a run, who may stop it, and what is left of it whatever happens."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path

import pytest
from tests.acceptance.agent.conftest import Asking

from rejoinder import (
    Agent,
    LedgerConflict,
    LedgerError,
    Recorded,
    ReplyConflict,
    RunNotFound,
    Settings,
    UsageError,
    connect,
    events,
)
from rejoinder.asking import Asking as Questions
from rejoinder.assembly import open_connector
from rejoinder.clock import SystemClock
from rejoinder.driver import Driver
from rejoinder.ledgers.sqlite import open as open_ledger
from rejoinder.live import Database
from rejoinder.loop import steps
from rejoinder.loop.state import Run
from rejoinder.perform import Performed, Performer
from rejoinder.policies import PolicySource
from rejoinder.ports import Envelope
from rejoinder.recording import Recording
from rejoinder.rows import RowStore
from rejoinder.terms.ids import RunId, ThreadId
from rejoinder.terms.limits import CompletionLimits, Limits, Usage
from rejoinder.terms.provider import Completion, ModelCard, Prompt
from rejoinder.terms.question import Mode
from rejoinder.terms.reading import Ask, Option
from rejoinder.testing import FakeClock, MemoryLedger, ScriptedProvider
from rejoinder.work import Work
from rejoinder.worker import Edges

ENDLESS = (
    "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 100000000000) "
    "SELECT count(*) FROM n"
)
GOOD = "SELECT name FROM city WHERE population > 100"


def impatient(towns: Path, ledger: Path, *script: object) -> Agent:
    """An agent whose heartbeats don't wait."""
    edges = Edges(
        connector=lambda: open_connector(str(towns), 2),
        provider=lambda: ScriptedProvider(script),
        ledger=open_ledger(f"sqlite:///{ledger}"),
        policies=PolicySource(None),
        clock=FakeClock(),
        database_name="towns",
    )
    return Agent(edges, Settings())


async def test_a_run_is_cancelled_from_elsewhere_and_its_statement_stops(towns: Path, tmp_path: Path):
    ledger = tmp_path / "ledger.sqlite"
    driving, elsewhere = impatient(towns, ledger, ENDLESS), connect(ledger=f"sqlite:///{ledger}")
    cancelling: list[asyncio.Task[None]] = []

    def on_event(recorded: Recorded) -> None:
        if isinstance(recorded.event, events.Began) and recorded.event.step == "Execute":
            cancelling.append(asyncio.create_task(elsewhere.cancel(recorded.envelope.run, by="ann")))

    async with driving:
        outcome = await driving.query("How many?", on_event=on_event)
        again = await driving.run_sql(GOOD)
    await asyncio.gather(*cancelling)

    assert (outcome.end, outcome.reason, outcome.exit_code) == ("failed", "cancelled", 130)
    assert again.end == "answered", "the session is free again"
    await elsewhere.close()


async def test_a_cancelled_task_cancels_its_run_and_the_ledger_says_so(towns: Path, tmp_path: Path):
    agent = connect(
        str(towns), ledger=f"sqlite:///{tmp_path / 'l.sqlite'}", provider=ScriptedProvider([ENDLESS])
    )
    begun = asyncio.Event()

    def on_event(recorded: Recorded) -> None:
        if isinstance(recorded.event, events.Began) and recorded.event.step == "Execute":
            begun.set()

    async with agent:
        asking = asyncio.create_task(agent.query("How many?", on_event=on_event))
        await begun.wait()
        asking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asking
        (summary,) = await agent.runs()
    assert (summary.end, summary.reason) == ("failed", "cancelled")


async def test_a_run_that_somebody_drives_is_not_driven_twice(towns: Path, tmp_path: Path):
    url = f"sqlite:///{tmp_path / 'l.sqlite'}"
    first = connect(str(towns), ledger=url, provider=ScriptedProvider([ENDLESS]))
    second = connect(str(towns), ledger=url, provider=ScriptedProvider([GOOD]))
    refused: list[BaseException] = []
    tries: list[asyncio.Task[None]] = []

    async with first, second:

        async def resume(run_id: str) -> None:
            try:
                await second.resume(run_id)
            except LedgerConflict as conflict:
                refused.append(conflict)
            await first.cancel(run_id)

        def on_event(recorded: Recorded) -> None:
            if isinstance(recorded.event, events.Began) and recorded.event.step == "Execute":
                tries.append(asyncio.create_task(resume(recorded.envelope.run)))

        await first.query("How many?", on_event=on_event)
        await asyncio.gather(*tries)
    assert "Another worker is driving" in str(refused[0])


async def test_the_second_of_two_replies_gets_a_conflict(asking: Asking):
    agent, _ = asking(Ask("Which?", (Option("a", "SELECT 1"), Option("b", "SELECT 2"))))
    async with agent:
        asked = await agent.query("Which one?")
        outcomes = await asyncio.gather(
            agent.reply(asked.run_id, choice=1), agent.reply(asked.run_id, choice=2), return_exceptions=True
        )
    conflicts = [each for each in outcomes if isinstance(each, ReplyConflict)]
    assert len(conflicts) == 1
    assert "first" in str(conflicts[0]) or "doesn't wait" in str(conflicts[0])


async def test_a_run_that_has_ended_gives_its_outcome_again(asking: Asking):
    agent, model = asking(GOOD)
    async with agent:
        first = await agent.query("Which cities have more than 100 people?")
        again = await agent.resume(first.run_id)
    assert (again.end, again.sql, again.rows) == ("answered", GOOD, first.rows)
    assert len(model.prompts) == 1


async def test_rows_that_are_no_longer_kept_are_not_called_none(towns: Path, tmp_path: Path):
    url = f"sqlite:///{tmp_path / 'l.sqlite'}"
    async with connect(str(towns), ledger=url, provider=ScriptedProvider([GOOD])) as agent:
        first = await agent.query("Which cities have more than 100 people?")
    async with connect(str(towns), ledger=url, provider=ScriptedProvider([])) as agent:
        again = await agent.resume(first.run_id)
    assert (again.end, again.reason, again.executed) == ("answered", "rows_not_kept", False)
    assert "no longer kept" in again.sentence


@pytest.mark.parametrize("do", ["resume", "cancel", "show", "reply"])
async def test_a_run_that_is_not_there_is_a_sentence(asking: Asking, do: str):
    agent, _ = asking()
    async with agent:
        with pytest.raises(RunNotFound, match="no run `nonesuch`"):
            await (agent.reply("nonesuch", choice=1) if do == "reply" else getattr(agent, do)("nonesuch"))


async def test_a_run_that_has_ended_is_not_cancelled(asking: Asking):
    agent, _ = asking(GOOD)
    async with agent:
        outcome = await agent.query("Which cities?")
        with pytest.raises(UsageError, match="already ended"):
            await agent.cancel(outcome.run_id)


async def test_a_column_that_is_renamed_between_draft_and_correction_is_known(asking: Asking, towns: Path):
    agent, model = asking("SELECT nosuch FROM city", "SELECT label FROM city WHERE population > 100")

    def on_event(recorded: Recorded) -> None:
        if isinstance(recorded.event, events.Drafted) and len(model.prompts) == 1:
            with sqlite3.connect(towns) as database:
                database.execute("ALTER TABLE city RENAME COLUMN name TO label")
            database.close()

    async with agent:
        outcome = await agent.query("Which cities have more than 100 people?", on_event=on_event)
    assert outcome.end == "answered", outcome
    assert outcome.rows == (("Cork",),)
    told = "\n".join(message.text for message in model.prompts[1].messages)
    assert "`label`" in told, "the change is in the correction"
    assert model.prompts[1].system == model.prompts[0].system


async def test_an_outcome_that_a_step_cannot_have_is_our_own_bug_and_the_run_still_ends(
    towns: Path, caplog: pytest.LogCaptureFixture
):
    class Confused(Performer):
        async def perform(self, run_id: RunId, run: Run, work: Work) -> Performed:
            if isinstance(work.step, steps.Check):
                return Performed(event=events.Diagnosed(facts=(), seconds=0.0))
            return await super().perform(run_id, run, work)

    ledger, clock = MemoryLedger(), SystemClock()
    performer = Confused(
        database=Database(open_connector(str(towns), 1)),
        provider=ScriptedProvider([GOOD]),
        policies=PolicySource(None),
        rows=RowStore(),
        clock=clock,
    )
    questions = Questions(settings=Settings(), policies=PolicySource(None), ledger=ledger, clock=clock)
    run_id, thread = RunId("run"), ThreadId("thread")
    envelope = Envelope(run=run_id, thread=thread, time=clock.now(), asker="", agent="", database="towns")
    recording = Recording(ledger, run_id, thread, lambda: envelope, ())
    await recording.start(await questions.asked(Mode.QUERY, "Which cities?"))

    ending = await Driver(performer=performer, ledger=ledger, owner="test").drive(recording, Limits())
    await performer.database.close()

    assert isinstance(ending, steps.Fail)
    assert ending.reason is steps.FailReason.INTERNAL
    assert "Diagnosed" in ending.message
    assert "can't lead to" in caplog.text


class Counted:
    """Says GOOD, and counts how often it was asked."""

    card = ModelCard(name="counted:model")

    def __init__(self) -> None:
        self.calls = 0

    async def complete(self, prompt: Prompt, limits: CompletionLimits) -> Completion:
        self.calls += 1
        return Completion(text=GOOD, usage=Usage(input_tokens=1))


async def test_many_questions_at_once_each_have_their_own_run(towns: Path):
    provider, ledger = Counted(), MemoryLedger()
    async with connect(str(towns), provider=provider, ledger=ledger) as agent:
        outcomes = await asyncio.gather(*(agent.query(f"Question {number}?") for number in range(20)))
        assert len(await agent.runs()) == 20
    assert {outcome.end for outcome in outcomes} == {"answered"}
    assert len({outcome.run_id for outcome in outcomes}) == 20
    assert provider.calls == 20


class Breaking(MemoryLedger):
    """Takes no more once a correction would begin, until it is mended."""

    broken = True

    async def append(self, run_id, after, envelope, events_):  # type: ignore[no-untyped-def]
        correcting = isinstance(events_[0], events.Began) and events_[0].step == "Correct"
        if self.broken and correcting:
            raise LedgerError("The disk is full.")
        await super().append(run_id, after, envelope, events_)


async def test_a_run_resumed_on_another_catalog_says_that_its_prompt_begins_anew(towns: Path):
    ledger = Breaking()
    async with connect(
        str(towns), provider=ScriptedProvider(["SELECT nosuch FROM city"]), ledger=ledger
    ) as agent:
        with pytest.raises(LedgerError):
            await agent.query("Which cities have more than 100 people?")
        (summary,) = await agent.runs()
    ledger.broken = False
    with sqlite3.connect(towns) as database:
        database.execute("ALTER TABLE city ADD COLUMN mayor TEXT")
    database.close()

    async with connect(str(towns), provider=ScriptedProvider([GOOD]), ledger=ledger) as agent:
        outcome = await agent.resume(summary.run)
        story = [recorded.event for recorded in await agent.show(summary.run)]

    assert outcome.end == "answered"
    (grounded,) = [event for event in story if isinstance(event, events.Grounded)]
    draft, correction, _ = [event for event in story if isinstance(event, events.Began)]
    assert draft.prefix_digest == grounded.prompt_digest
    assert correction.prefix_digest not in ("", grounded.prompt_digest)


async def test_a_ledger_that_breaks_stops_the_run_before_anything_more_is_spent(towns: Path):
    class Full(MemoryLedger):
        async def append(self, run_id, after, envelope, events):  # type: ignore[no-untyped-def]
            if after == 2:
                raise LedgerError("The disk is full.")
            await super().append(run_id, after, envelope, events)

    provider = Counted()
    async with connect(str(towns), provider=provider, ledger=Full()) as agent:
        with pytest.raises(LedgerError, match="disk is full"):
            await agent.query("Which cities?")
    assert provider.calls == 0
