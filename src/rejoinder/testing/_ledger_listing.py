"""Runs are listed newest first, each in a line that says how far it has come and what it has used."""

from __future__ import annotations

import asyncio
import datetime as dt
from decimal import Decimal

import pytest

from rejoinder.loop import events, steps
from rejoinder.ports import Ledger, RunQuery
from rejoinder.terms.ids import RunId, ThreadId
from rejoinder.terms.limits import Usage
from rejoinder.testing._ledger_room import (
    CLARIFIED,
    FAILED,
    REFUSED,
    RUN,
    USAGE,
    LedgerRoom,
    asked,
    began,
    drafted,
    ended,
    envelope,
    replied,
)

_TOKYO = dt.timezone(dt.timedelta(hours=9))
_RUNS = {
    "first": {"time": dt.datetime(2026, 3, 13, 23, 59, 59, 999_999, tzinfo=dt.UTC), "asker": "ada"},
    "second": {"time": dt.datetime(2026, 3, 14, tzinfo=dt.UTC), "asker": "bob", "thread": ThreadId("t")},
    "third": {
        "time": dt.datetime(2026, 3, 15, 8, 59, tzinfo=_TOKYO),
        "asker": "ada",
        "thread": ThreadId("t"),
    },
    "fourth": {"time": dt.datetime(2026, 3, 15, 9, 0, tzinfo=_TOKYO), "asker": "ada"},
}
_ENDINGS: dict[str, steps.Ending] = {"first": CLARIFIED, "second": REFUSED, "third": FAILED}
_QUERIES: dict[str, tuple[RunQuery, list[str]]] = {
    "all": (RunQuery(), ["fourth", "third", "second", "first"]),
    "the newest two": (RunQuery(limit=2), ["fourth", "third"]),
    "of an asker": (RunQuery(asker="ada"), ["fourth", "third", "first"]),
    "of a thread": (RunQuery(thread=ThreadId("t")), ["third", "second"]),
    "of a day in UTC": (RunQuery(day=dt.date(2026, 3, 14)), ["third", "second"]),
    "that clarify": (RunQuery(end="clarify"), ["first"]),
    "that were refused": (RunQuery(end="refused"), ["second"]),
    "that failed": (RunQuery(end="failed"), ["third"]),
    "that are open": (RunQuery(end="open"), ["fourth"]),
    "that answered": (RunQuery(end="answered"), []),
    "of an asker on a day": (RunQuery(asker="ada", day=dt.date(2026, 3, 14)), ["third"]),
    "of nobody": (RunQuery(asker="eve"), []),
    "of the last day there is": (RunQuery(day=dt.date.max), []),
}


class ListingRules(LedgerRoom):
    """Lines about runs."""

    @pytest.mark.parametrize(("query", "found"), _QUERIES.values(), ids=_QUERIES.keys())
    def test_runs_are_listed_newest_first_and_filtered(
        self, ledger: Ledger, runner: asyncio.Runner, query: RunQuery, found: list[str]
    ) -> None:
        for name, said in _RUNS.items():
            run = RunId(name)
            runner.run(ledger.append(run, 0, envelope(run, **said), [asked(name)]))
        for name, ending in _ENDINGS.items():
            run = RunId(name)
            runner.run(ledger.append(run, 1, envelope(run, **_RUNS[name]), [ended(ending)]))
        assert [summary.run for summary in runner.run(ledger.runs(query))] == found

    def test_of_runs_of_one_moment_the_one_begun_last_comes_first(
        self, ledger: Ledger, runner: asyncio.Runner
    ) -> None:
        for name in ("a", "b", "c"):
            run = RunId(name)
            runner.run(ledger.append(run, 0, envelope(run), [asked()]))
        run = RunId("a")
        runner.run(ledger.append(run, 1, envelope(run), [began()]))
        assert [summary.run for summary in runner.run(ledger.runs(RunQuery()))] == ["c", "b", "a"]

    def test_a_line_says_who_asked_what_when(self, ledger: Ledger, runner: asyncio.Runner) -> None:
        later = dt.datetime(2026, 3, 14, 9, 16, 30, 250_000, tzinfo=dt.UTC)
        runner.run(ledger.append(RUN, 0, envelope(), [asked("Who?")]))
        runner.run(ledger.append(RUN, 1, envelope(time=later), [began()]))
        (summary,) = runner.run(ledger.runs(RunQuery()))
        assert (summary.run, summary.thread) == (RUN, envelope().thread)
        assert (summary.question, summary.asker, summary.database) == ("Who?", "ada", envelope().database)
        assert (summary.started, summary.updated) == (envelope().time, later)
        assert not summary.redacted

    def test_a_persons_own_sql_stands_where_no_question_was_asked(
        self, ledger: Ledger, runner: asyncio.Runner
    ) -> None:
        said = asked("")
        own = events.Asked(
            question="", asker="ada", mode=said.mode, today=said.today, limits=said.limits, sql="SELECT 1"
        )
        runner.run(ledger.append(RUN, 0, envelope(), [own]))
        (summary,) = runner.run(ledger.runs(RunQuery()))
        assert summary.question == "SELECT 1"

    def test_a_line_adds_up_what_every_event_has_used(self, ledger: Ledger, runner: asyncio.Runner) -> None:
        small = Usage(input_tokens=10, output_tokens=1)
        failed = events.Failed(
            kind=events.FailureKind.PROVIDER,
            message="cut",
            seconds=1.0,
            usage=small,
            cost=Decimal("0.0000001"),
        )
        late = events.Late(usage=small, cost=None, seconds=1.0)
        happened: list[events.Event] = [
            asked(),
            began(),
            failed,
            began(),
            drafted(),
            began("Correct", 2),
            drafted(),
            late,
        ]
        for after, event in enumerate(happened):
            runner.run(ledger.append(RUN, after, envelope(), [event]))
        (summary,) = runner.run(ledger.runs(RunQuery()))
        assert summary.tokens == 2 * USAGE.tokens + 2 * small.tokens
        assert summary.money == Decimal("0.0084001")
        assert (summary.attempts, summary.events) == (2, len(happened))

    def test_a_line_follows_the_turns_of_its_run(self, ledger: Ledger, runner: asyncio.Runner) -> None:
        told = []
        turns: list[events.Event] = [asked(), ended(CLARIFIED), replied("of 2024"), ended()]
        for after, event in enumerate(turns):
            runner.run(ledger.append(RUN, after, envelope(), [event]))
            (summary,) = runner.run(ledger.runs(RunQuery()))
            told.append((summary.end, summary.reason))
        assert told == [("open", ""), ("clarify", "unresolved"), ("open", ""), ("answered", "")]
