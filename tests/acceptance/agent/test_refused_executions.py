"""What follows a refused execution: never what is no defect of the SQL, never the same again, never without time.

The database is a real one; what an execution meets and how long it takes is the test's (L6, L7, L8).
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from rejoinder import Agent, Limits, events
from rejoinder.assembly import open_connector
from rejoinder.policies import PolicySource
from rejoinder.settings import Settings
from rejoinder.terms.classes import Defect
from rejoinder.terms.limits import CompletionLimits
from rejoinder.terms.provider import Completion, ModelCard, Prompt
from rejoinder.terms.refusal import Refusal
from rejoinder.testing import FakeClock, Meets, MemoryLedger, ScriptedConnector, ScriptedProvider
from rejoinder.worker import Edges

FIRST = "SELECT name FROM city WHERE population > 100"
OTHER = "SELECT name FROM city WHERE population >= 100"
NOBODY_FORESAW = Refusal(
    defect=Defect.UNKNOWN, code="X9001", message="computer says no: clearance level too low"
)
SYNTAX = Refusal(defect=Defect.SYNTAX, code="1", message="near something: syntax error")


class StillClock(FakeClock):
    """Time passes by model and statements alone; the heartbeat, which sleeps beside them, doesn't move it."""

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        await asyncio.Event().wait()


@dataclass
class Slow:
    """A model that takes its time over each answer."""

    model: ScriptedProvider
    clock: FakeClock
    seconds: float

    @property
    def card(self) -> ModelCard:
        return self.model.card

    async def complete(self, prompt: Prompt, limits: CompletionLimits) -> Completion:
        self.clock.advance(self.seconds)
        return await self.model.complete(prompt, limits)


@dataclass
class Bench:
    """An agent on the towns, with what its model and its database were asked."""

    towns: Path
    says: tuple[str, ...]
    meets: tuple[Meets, ...]
    model_seconds: float = 0.0
    limits: Limits = field(default_factory=Limits)

    def __post_init__(self) -> None:
        clock = StillClock()
        self.model = ScriptedProvider(self.says)
        self.connector = ScriptedConnector(open_connector(str(self.towns), 2), self.meets, clock=clock)
        edges = Edges(
            connector=lambda: self.connector,
            provider=lambda: Slow(self.model, clock, self.model_seconds),
            ledger=MemoryLedger(),
            policies=PolicySource(None),
            clock=clock,
            database_name="towns",
        )
        self.agent = Agent(edges, Settings(limits=self.limits))


# Never the same again, and no way round what nobody foresaw (R4, L6, L7)


@pytest.mark.parametrize(
    "back",
    [
        FIRST,
        f"{FIRST};",
        f"```sql\n{FIRST}\n```",
        f"-- it isn't the SQL's fault\n{FIRST}",
        "select name\n  from city\n where population > 100",
    ],
    ids=["as it was", "with a semicolon", "in a fence", "with a comment", "laid out otherwise"],
)
async def test_a_statement_that_comes_back_unchanged_is_not_run_again(towns: Path, back: str):
    bench = Bench(towns, (FIRST, back), (Meets(refusal=NOBODY_FORESAW),))
    async with bench.agent as agent:
        outcome = await agent.query("Which cities have more than 100 people?")

    correction = bench.model.prompts[1].messages[-1].text
    assert NOBODY_FORESAW.message in correction
    assert "give the statement back unchanged" in correction
    assert [text for text, _ in bench.connector.executed] == [FIRST]
    assert (outcome.end, outcome.reason, outcome.stopped_by) == ("clarify", "unresolved", "repeat")
    assert (outcome.sql, outcome.refusal, outcome.rows) == (FIRST, NOBODY_FORESAW, ())


async def test_what_nobody_foresaw_is_corrected_once_and_then_shown_as_the_database_said_it(towns: Path):
    again = Refusal(defect=Defect.UNKNOWN, code="X9001", message="computer still says no")
    script = (Meets(refusal=NOBODY_FORESAW), Meets(refusal=again))
    bench = Bench(towns, (FIRST, OTHER, FIRST), script, limits=Limits(corrections=3))
    async with bench.agent as agent:
        outcome = await agent.query("Which cities have more than 100 people?")

    assert len(bench.model.prompts) == 2
    assert [text for text, _ in bench.connector.executed] == [FIRST, OTHER]
    assert (outcome.end, outcome.stopped_by) == ("clarify", "corrected_once")
    assert (outcome.sql, outcome.refusal) == (OTHER, again)


NEVER = [
    (Defect.PERMISSION, "refused", "permission"),
    (Defect.READ_ONLY, "failed", "read_only"),
    (Defect.STATEMENT_TIMEOUT, "failed", "timeout"),
    (Defect.CANCELLED, "failed", "timeout"),
    (Defect.CONNECTION, "failed", "connection"),
    (Defect.AUTHENTICATION, "failed", "connection"),
    (Defect.SHUTDOWN, "failed", "connection"),
    (Defect.RESOURCES, "failed", "resources"),
]


@pytest.mark.parametrize(("defect", "end", "reason"), NEVER, ids=[str(row[0]) for row in NEVER])
async def test_what_is_no_defect_of_the_sql_is_never_corrected(
    towns: Path, defect: Defect, end: str, reason: str
):
    refusal = Refusal(defect=defect, message="no")
    bench = Bench(towns, (FIRST, OTHER), (Meets(refusal=refusal), Meets(refusal=refusal)))
    async with bench.agent as agent:
        outcome = await agent.query("Which cities have more than 100 people?")

    assert (outcome.end, outcome.reason, len(bench.model.prompts)) == (end, reason, 1)
    assert {text for text, _ in bench.connector.executed} == {FIRST}


# Time enough, or not at all (L8)


@dataclass(frozen=True, slots=True, kw_only=True)
class Timing:
    """How long model and statement take, what remains of the deadline then, and whether that is enough."""

    what: str
    turn: float
    model: float
    statement: float
    corrected: bool


TIMINGS = [
    Timing(what="exactly as much as both took", turn=22.0, model=8.0, statement=3.0, corrected=True),
    Timing(what="a moment less", turn=21.9, model=8.0, statement=3.0, corrected=False),
    Timing(what="enough for the model alone", turn=20.0, model=8.0, statement=3.0, corrected=False),
    Timing(what="enough for the statement alone", turn=15.0, model=8.0, statement=3.0, corrected=False),
    Timing(what="plenty", turn=120.0, model=8.0, statement=3.0, corrected=True),
    Timing(what="a slow statement", turn=120.0, model=40.0, statement=21.0, corrected=False),
]


@pytest.mark.parametrize("timing", TIMINGS, ids=lambda timing: timing.what)
async def test_a_correction_starts_only_where_the_callers_deadline_leaves_time_enough(
    towns: Path, timing: Timing
):
    meets = (Meets(refusal=SYNTAX, seconds=timing.statement),)
    bench = Bench(towns, (FIRST, OTHER), meets, model_seconds=timing.model)
    async with bench.agent as agent:
        outcome = await agent.query(
            "Which cities have more than 100 people?", limits=Limits(turn_seconds=timing.turn)
        )

    assert len(bench.model.prompts) == (2 if timing.corrected else 1)
    if timing.corrected:
        assert (outcome.end, outcome.rows) == ("answered", (("Cork",),))
    else:
        assert (outcome.end, outcome.reason, outcome.stopped_by) == ("clarify", "unresolved", "seconds")
        assert (outcome.sql, outcome.refusal) == (FIRST, SYNTAX), "the database's error is a good answer"


@pytest.mark.parametrize(
    ("turn", "statement", "left"),
    [(120.0, 30.0, 30.0), (20.0, 30.0, 12.0), (8.5, 30.0, 0.5), (20.0, 5.0, 5.0)],
    ids=["the statement's own", "what is left", "hardly anything", "the caller's, for a statement"],
)
async def test_a_statement_may_take_no_longer_than_what_is_left_of_the_callers_deadline(
    towns: Path, turn: float, statement: float, left: float
):
    bench = Bench(towns, (FIRST,), (), model_seconds=8.0)
    async with bench.agent as agent:
        outcome = await agent.query(
            "Which cities?", limits=Limits(turn_seconds=turn, statement_seconds=statement)
        )

    ((_, limits),) = bench.connector.executed
    assert outcome.end == "answered"
    assert limits.seconds == pytest.approx(left)


async def test_each_execution_and_each_call_gets_what_is_left_then(towns: Path):
    meets = (Meets(refusal=SYNTAX, seconds=3.0),)
    bench = Bench(towns, (FIRST, OTHER), meets, model_seconds=8.0)
    async with bench.agent as agent:
        await agent.query("Which cities?", limits=Limits(turn_seconds=25.0))

    assert [limits.seconds for _, limits in bench.connector.executed] == pytest.approx([17.0, 6.0])
    assert [limits.seconds for limits in bench.model.limits] == pytest.approx([25.0, 14.0])


async def test_a_caller_can_lower_the_deadline_and_never_raise_it(towns: Path):
    bench = Bench(towns, (FIRST,), (), model_seconds=8.0, limits=Limits(turn_seconds=10.0))
    async with bench.agent as agent:
        outcome = await agent.query("Which cities?", limits=Limits(turn_seconds=1_000.0))
        (asked, *_) = [recorded.event for recorded in await agent.show(outcome.run_id)]

    assert isinstance(asked, events.Asked)
    assert asked.limits.turn_seconds == 10.0
    assert [limits.seconds for _, limits in bench.connector.executed] == pytest.approx([2.0])


async def test_a_refusal_after_nine_tenths_of_a_shortened_timeout_is_a_timeout_whatever_it_says(towns: Path):
    bench = Bench(towns, (FIRST, OTHER), (Meets(refusal=SYNTAX, seconds=1.8),), model_seconds=8.0)
    async with bench.agent as agent:
        outcome = await agent.query("Which cities?", limits=Limits(turn_seconds=10.0))

    assert (outcome.end, outcome.reason, len(bench.model.prompts)) == ("failed", "timeout", 1)


async def test_a_model_that_uses_up_the_deadline_leaves_nothing_to_run_in(towns: Path):
    bench = Bench(towns, (FIRST, OTHER), (), model_seconds=10.0)
    async with bench.agent as agent:
        outcome = await agent.query("Which cities?", limits=Limits(turn_seconds=10.0))

    assert (outcome.end, outcome.stopped_by, bench.connector.executed) == ("clarify", "seconds", [])
    assert outcome.sql == FIRST
