"""What the ledger contract records: a run from its question to its answer, in texts that stores tend to spoil."""

from __future__ import annotations

import asyncio
import datetime as dt
from collections.abc import Callable, Iterator, Sequence
from decimal import Decimal

import pytest

from rejoinder.loop import events, steps
from rejoinder.ports import Envelope, Ledger
from rejoinder.terms.choice import Say
from rejoinder.terms.fact import Fact, FactKind
from rejoinder.terms.ids import RunId, ThreadId
from rejoinder.terms.limits import Limits, Reserved, Usage
from rejoinder.terms.question import Mode, Today
from rejoinder.terms.reading import Sql
from rejoinder.terms.result import ResultColumn
from rejoinder.testing.fake_clock import FakeClock

RUN = RunId("20260314-091500-abc123")
OTHER = RunId("20260314-091501-def456")
TODAY = Today(date=dt.date(2026, 3, 14), timezone="Asia/Kolkata", first_weekday=6, fiscal_year_start=4)
TEXTS = {
    "another script": "Welche Straße? 東京 और القاهرة",
    "beyond the first plane": "🍜 \U00020000",
    "marks of SQL and of JSON": """'; DROP TABLE events; -- " \\ \\u0041 %s ? :x {}""",
    "layout": "one\r\n\ttwo\u2028three\u0000four",
    "half of a character": "half \ud83d",
    "long": "x" * 300_000,
}
ANSWERED = steps.Answer(sql="SELECT COUNT(*) FROM orders", sequence=4)
CLARIFIED = steps.Clarify(reason=steps.ClarifyReason.UNRESOLVED)
REFUSED = steps.Refuse(reason=steps.RefuseReason.POLICY)
FAILED = steps.Fail(reason=steps.FailReason.TIMEOUT)
USAGE = Usage(input_tokens=1_200, output_tokens=80, cache_read_tokens=1_000)


def envelope(run: RunId = RUN, **said: object) -> Envelope:
    """What a run's events are recorded with."""
    given: dict[str, object] = {
        "run": run,
        "thread": ThreadId(f"thread of {run}"),
        "time": dt.datetime(2026, 3, 14, 9, 15, tzinfo=dt.UTC),
        "asker": "ada",
        "agent": "rejoinder 0.1.0",
        "database": "postgres://shop.example/orders",
        "fingerprint": "f1",
        "policy_digest": "p1",
        "prompt_version": 3,
    }
    return Envelope(**given | said)  # type: ignore[arg-type]  # the names above are its fields


def asked(question: str = "How many orders were there?") -> events.Asked:
    """The first event of a run."""
    limits = Limits(turn_money=Decimal("0.10"))
    return events.Asked(question=question, asker="ada", mode=Mode.QUERY, today=TODAY, limits=limits)


def drafted(text: str = "SELECT COUNT(*) FROM orders", cost: str = "0.0042") -> events.Drafted:
    """A paid completion."""
    return events.Drafted(
        reading=Sql(text),
        text=text,
        canonical=text.lower(),
        canonical_version=1,
        usage=USAGE,
        cost=Decimal(cost),
        model="some:model",
        seconds=1.25,
    )


def began(step: str = "Draft", attempt: int = 1) -> events.Began:
    """A step that costs something."""
    return events.Began(step=step, attempt=attempt, digest="d", reserved=Reserved(tokens=5_000, seconds=60.0))


def ended(ending: steps.Ending = ANSWERED) -> events.Ended:
    """The end of a turn."""
    return events.Ended(ending=ending)


def replied(text: str) -> events.Replied:
    """An answer to a clarifying question, in words."""
    return events.Replied(choice=Say(text=text), asker="ada", today=TODAY)


def whole_run() -> Sequence[events.Event]:
    """A run that answers."""
    fact = Fact(kind=FactKind.OWNER, sentence="`region` is a column of `site`.", names=("site",))
    column = ResultColumn(name="COUNT(*)", type="INTEGER")
    return [
        asked(),
        began(),
        drafted(),
        events.Diagnosed(facts=(fact,), seconds=0.01),
        events.Executed(columns=(column,), count=1, digest="r1", truncated=False, seconds=0.2),
        events.Judged(signals=(), same_question=None, seconds=0.0),
        ended(),
    ]


class LedgerRoom:
    """What the tests of every ledger work with. A ledger's own tests bring `opened`."""

    @pytest.fixture
    def clock(self) -> FakeClock:
        """Time, for leases."""
        return FakeClock(dt.datetime(2026, 3, 14, 9, 0, tzinfo=dt.UTC))

    @pytest.fixture
    def runner(self) -> Iterator[asyncio.Runner]:
        """One event loop a test."""
        with asyncio.Runner() as runner:
            yield runner

    @pytest.fixture
    def opened(self, clock: FakeClock) -> Callable[[], Ledger]:
        """Opens the same store anew, as another worker would; its leases go by `clock`."""
        raise NotImplementedError("a ledger's own tests bring the fixture `opened`")

    @pytest.fixture
    def another(self, opened: Callable[[], Ledger], runner: asyncio.Runner) -> Iterator[Callable[[], Ledger]]:
        """As `opened`; whatever it opened is closed at the end."""
        ledgers: list[Ledger] = []

        def open_one() -> Ledger:
            ledgers.append(opened())
            return ledgers[-1]

        yield open_one
        for ledger in ledgers:
            runner.run(ledger.close())

    @pytest.fixture
    def ledger(self, another: Callable[[], Ledger]) -> Ledger:
        """An empty ledger."""
        return another()
