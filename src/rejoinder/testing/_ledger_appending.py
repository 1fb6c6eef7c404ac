"""K1: events are appended in order, compared and set, all or none, and come back as they were."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from rejoinder.errors import InvalidEvent, LedgerConflict, RunNotFound
from rejoinder.loop import events
from rejoinder.ports import Ledger
from rejoinder.testing._ledger_room import (
    OTHER,
    RUN,
    TEXTS,
    LedgerRoom,
    asked,
    began,
    drafted,
    envelope,
    whole_run,
)


class AppendingRules(LedgerRoom):
    """What is recorded, and what isn't."""

    def test_events_come_back_in_order_with_what_they_were_recorded_with(
        self, ledger: Ledger, runner: asyncio.Runner
    ) -> None:
        happened = whole_run()
        for after, event in enumerate(happened):
            runner.run(ledger.append(RUN, after, envelope(fingerprint=f"f{after}"), [event]))
        recorded = runner.run(ledger.events(RUN))
        assert [each.event for each in recorded] == happened
        assert [each.sequence for each in recorded] == list(range(1, len(happened) + 1))
        assert [each.envelope for each in recorded] == [
            envelope(fingerprint=f"f{after}") for after in range(len(happened))
        ]

    def test_several_events_are_appended_at_once(self, ledger: Ledger, runner: asyncio.Runner) -> None:
        happened = whole_run()
        runner.run(ledger.append(RUN, 0, envelope(), happened))
        assert [each.event for each in runner.run(ledger.events(RUN))] == happened

    @pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS.keys())
    def test_a_text_comes_back_to_the_last_character(
        self, ledger: Ledger, runner: asyncio.Runner, text: str
    ) -> None:
        said = envelope(asker=text)
        runner.run(ledger.append(RUN, 0, said, [asked(text), began(), drafted(text)]))
        recorded = runner.run(ledger.events(RUN))
        assert [each.event for each in recorded] == [asked(text), began(), drafted(text)]
        assert {each.envelope for each in recorded} == {said}

    def test_another_worker_reads_what_one_recorded(
        self, another: Callable[[], Ledger], runner: asyncio.Runner
    ) -> None:
        runner.run(another().append(RUN, 0, envelope(), whole_run()))
        assert [each.event for each in runner.run(another().events(RUN))] == whole_run()

    @pytest.mark.parametrize("after", [0, 1, 3], ids=["as a new run", "behind the last", "ahead of it"])
    def test_whoever_doesnt_know_the_last_event_appends_nothing(
        self, ledger: Ledger, runner: asyncio.Runner, after: int
    ) -> None:
        runner.run(ledger.append(RUN, 0, envelope(), [asked(), began()]))
        with pytest.raises(LedgerConflict, match=RUN):
            runner.run(ledger.append(RUN, after, envelope(), [asked()]))
        assert len(runner.run(ledger.events(RUN))) == 2

    def test_of_many_who_append_at_once_exactly_one_wins(
        self, another: Callable[[], Ledger], runner: asyncio.Runner
    ) -> None:
        ledgers = [another() for _ in range(4)]
        runner.run(ledgers[0].append(RUN, 0, envelope(), [asked()]))

        async def race() -> list[BaseException | None]:
            appended = [
                ledgers[number % 4].append(RUN, 1, envelope(), [began(attempt=number)])
                for number in range(12)
            ]
            return await asyncio.gather(*appended, return_exceptions=True)

        told = runner.run(race())
        assert [type(each) for each in told].count(LedgerConflict) == len(told) - 1
        (winner,) = [number for number, each in enumerate(told) if each is None]
        assert runner.run(ledgers[0].events(RUN))[-1].event == began(attempt=winner)

    def test_all_events_of_an_append_are_recorded_or_none(
        self, ledger: Ledger, runner: asyncio.Runner
    ) -> None:
        runner.run(ledger.append(RUN, 0, envelope(), [asked()]))
        unwritable = events.Cancelled(by=object())  # type: ignore[arg-type]  # the fault
        with pytest.raises(TypeError):
            runner.run(ledger.append(RUN, 1, envelope(), [began(), unwritable]))
        assert [each.event for each in runner.run(ledger.events(RUN))] == [asked()]
        runner.run(ledger.append(RUN, 1, envelope(), [began()]))
        assert [each.event for each in runner.run(ledger.events(RUN))] == [asked(), began()]

    def test_an_append_that_is_cancelled_is_recorded_whole_or_not_at_all(
        self, ledger: Ledger, runner: asyncio.Runner
    ) -> None:
        runner.run(ledger.append(RUN, 0, envelope(), [asked()]))

        async def cancelled(turns: int) -> None:
            """After so many turns of the loop."""
            known = len(await ledger.events(RUN))
            appending = asyncio.ensure_future(ledger.append(RUN, known, envelope(), [began(), drafted()]))
            for _ in range(turns):
                await asyncio.sleep(0)
            appending.cancel()
            await asyncio.wait({appending})
            found = len(await ledger.events(RUN))
            assert found in (known, known + 2)
            await ledger.append(RUN, found, envelope(), [began()])

        for turns in range(4):
            runner.run(cancelled(turns))

    def test_a_run_starts_with_its_question(self, ledger: Ledger, runner: asyncio.Runner) -> None:
        with pytest.raises(InvalidEvent, match="Asked"):
            runner.run(ledger.append(RUN, 0, envelope(), [began()]))
        with pytest.raises(RunNotFound):
            runner.run(ledger.events(RUN))

    def test_an_event_is_recorded_for_its_own_run_alone(self, ledger: Ledger, runner: asyncio.Runner) -> None:
        with pytest.raises(InvalidEvent, match=OTHER):
            runner.run(ledger.append(RUN, 0, envelope(OTHER), [asked()]))

    def test_runs_dont_mix(self, ledger: Ledger, runner: asyncio.Runner) -> None:
        runner.run(ledger.append(RUN, 0, envelope(), [asked("one")]))
        runner.run(ledger.append(OTHER, 0, envelope(OTHER), [asked("other")]))
        runner.run(ledger.append(RUN, 1, envelope(), [began()]))
        assert [each.event for each in runner.run(ledger.events(RUN))] == [asked("one"), began()]
        assert [each.event for each in runner.run(ledger.events(OTHER))] == [asked("other")]

    def test_a_run_that_isnt_there_is_told(self, ledger: Ledger, runner: asyncio.Runner) -> None:
        for asking in (ledger.events, ledger.verify, ledger.redact):
            with pytest.raises(RunNotFound, match=RUN):
                runner.run(asking(RUN))

    def test_a_ledger_that_was_closed_opens_again(self, ledger: Ledger, runner: asyncio.Runner) -> None:
        runner.run(ledger.append(RUN, 0, envelope(), [asked()]))
        runner.run(ledger.close())
        runner.run(ledger.close())
        runner.run(ledger.append(RUN, 1, envelope(), [began()]))
        assert len(runner.run(ledger.events(RUN))) == 2
