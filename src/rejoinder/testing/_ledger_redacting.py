"""K4: what happened can be dropped, and the chain of hashes still says that nothing else was changed."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace

import pytest

from rejoinder.errors import UsageError
from rejoinder.ports import Ledger, RunQuery, Verified
from rejoinder.testing._ledger_room import OTHER, RUN, LedgerRoom, asked, began, envelope, whole_run
from rejoinder.testing.fake_clock import FakeClock


class RedactingRules(LedgerRoom):
    """Verifying and redacting."""

    @pytest.fixture
    def recorded(self, ledger: Ledger, runner: asyncio.Runner) -> int:
        """Two runs are in the ledger; how many events the first has."""
        happened = whole_run()
        for after, event in enumerate(happened):
            runner.run(ledger.append(RUN, after, envelope(), [event]))
        runner.run(ledger.append(OTHER, 0, envelope(OTHER), [asked(), began()]))
        return len(happened)

    def test_what_was_recorded_is_verified(
        self, ledger: Ledger, runner: asyncio.Runner, recorded: int
    ) -> None:
        assert runner.run(ledger.verify(RUN)) == Verified(events=recorded)

    def test_a_redacted_run_is_verified_but_cant_be_read(
        self, ledger: Ledger, another: Callable[[], Ledger], runner: asyncio.Runner, recorded: int
    ) -> None:
        runner.run(ledger.redact(RUN))
        for each in (ledger, another()):
            assert runner.run(each.verify(RUN)) == Verified(events=recorded, redacted=recorded)
            with pytest.raises(UsageError, match="redacted"):
                runner.run(each.events(RUN))

    def test_redacting_twice_changes_nothing(
        self, ledger: Ledger, runner: asyncio.Runner, recorded: int
    ) -> None:
        runner.run(ledger.redact(RUN))
        runner.run(ledger.redact(RUN))
        assert runner.run(ledger.verify(RUN)) == Verified(events=recorded, redacted=recorded)

    def test_other_runs_stay_as_they_were(
        self, ledger: Ledger, runner: asyncio.Runner, recorded: int
    ) -> None:
        runner.run(ledger.redact(RUN))
        assert [each.event for each in runner.run(ledger.events(OTHER))] == [asked(), began()]
        assert runner.run(ledger.verify(OTHER)) == Verified(events=2)

    def test_a_redacted_run_is_still_listed_and_counted_without_its_question(
        self, ledger: Ledger, runner: asyncio.Runner, recorded: int
    ) -> None:
        before = {summary.run: summary for summary in runner.run(ledger.runs(RunQuery()))}
        runner.run(ledger.redact(RUN))
        after = {summary.run: summary for summary in runner.run(ledger.runs(RunQuery()))}
        assert after[RUN] == replace(before[RUN], question="", redacted=True)
        assert after[OTHER] == before[OTHER]
        assert after[RUN].tokens > 0

    def test_a_run_that_is_driven_isnt_redacted(
        self, ledger: Ledger, runner: asyncio.Runner, recorded: int, clock: FakeClock
    ) -> None:
        runner.run(ledger.lease(RUN, "one", 30))
        with pytest.raises(UsageError, match="driven"):
            runner.run(ledger.redact(RUN))
        assert len(runner.run(ledger.events(RUN))) == recorded
        clock.advance(30)
        runner.run(ledger.redact(RUN))
        assert runner.run(ledger.verify(RUN)).redacted == recorded

    def test_what_comes_after_a_redaction_is_a_link_of_the_same_chain(
        self, ledger: Ledger, runner: asyncio.Runner, recorded: int
    ) -> None:
        runner.run(ledger.redact(RUN))
        runner.run(ledger.append(RUN, recorded, envelope(), [began()]))
        assert runner.run(ledger.verify(RUN)) == Verified(events=recorded + 1, redacted=recorded)
