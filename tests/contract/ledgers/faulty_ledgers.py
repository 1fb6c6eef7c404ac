"""Ledgers with one fault each. `test_faults.py` runs the contract on them: each must fail where it is wrong."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest

from rejoinder.errors import RunNotFound
from rejoinder.loop.events import Event
from rejoinder.ports import Envelope, Ledger, Recorded, RunQuery, RunSummary, Verified
from rejoinder.terms.ids import RunId
from rejoinder.testing import FakeClock, MemoryLedger
from rejoinder.testing.ledger_contract import LedgerContract


class Overwrites(MemoryLedger):
    """Appends behind whatever is last, whoever knows it."""

    async def append(self, run_id: RunId, after: int, envelope: Envelope, happened: Sequence[Event]) -> None:
        await super().append(run_id, len(self._runs.get(run_id, [])), envelope, happened)


class OneByOne(MemoryLedger):
    """Keeps the events before one that can't be written."""

    async def append(self, run_id: RunId, after: int, envelope: Envelope, happened: Sequence[Event]) -> None:
        for place, event in enumerate(happened):
            await super().append(run_id, after + place, envelope, [event])


class ForgetsAfterwards(MemoryLedger):
    """Is empty once it was closed."""

    async def close(self) -> None:
        self._runs.clear()


class FindsAnything(MemoryLedger):
    """Gives an empty run for one that isn't there."""

    async def events(self, run_id: RunId) -> Sequence[Recorded]:
        try:
            return await super().events(run_id)
        except RunNotFound:
            return []


class SwapsEnvelopes(MemoryLedger):
    """Gives every event the envelope of the first."""

    async def events(self, run_id: RunId) -> Sequence[Recorded]:
        found = await super().events(run_id)
        return [replace(each, envelope=found[0].envelope) for each in found]


class OldestFirst(MemoryLedger):
    """Lists the other way round."""

    async def runs(self, query: RunQuery) -> Sequence[RunSummary]:
        return list(reversed(await super().runs(query)))


class LocalDays(MemoryLedger):
    """Takes the day for that of the zone in which it was recorded."""

    async def runs(self, query: RunQuery) -> Sequence[RunSummary]:
        found = await super().runs(replace(query, day=None))
        return [each for each in found if query.day in (None, each.started.date())]


class IgnoresTheLimit(MemoryLedger):
    """Lists all."""

    async def runs(self, query: RunQuery) -> Sequence[RunSummary]:
        return await super().runs(replace(query, limit=1_000))


class CountsTurns(MemoryLedger):
    """Forgets what was spent before."""

    async def runs(self, query: RunQuery) -> Sequence[RunSummary]:
        return [replace(each, tokens=0) for each in await super().runs(query)]


class LeasesToAll(MemoryLedger):
    """Lets everybody drive."""

    async def lease(self, run_id: RunId, owner: str, seconds: float) -> bool:
        return True


class NeverExpires(MemoryLedger):
    """A dead worker keeps its lease."""

    async def lease(self, run_id: RunId, owner: str, seconds: float) -> bool:
        return await super().lease(run_id, owner, 1e9)


class ReleasesForAll(MemoryLedger):
    """Lets anybody give a lease back."""

    async def release(self, run_id: RunId, owner: str) -> None:
        self._leases.pop(run_id, None)


class KeepsWhatIsRedacted(MemoryLedger):
    """Says that it dropped what it still holds."""

    async def redact(self, run_id: RunId) -> None:
        await super().verify(run_id)


class RedactsUnderWay(MemoryLedger):
    """Drops what somebody is working on."""

    async def redact(self, run_id: RunId) -> None:
        self._leases.clear()
        await super().redact(run_id)


class BreaksItsChain(MemoryLedger):
    """Drops the place of an event with its content."""

    async def redact(self, run_id: RunId) -> None:
        await super().redact(run_id)
        self._runs[run_id] = self._runs[run_id][1:]


class VerifiesAnything(MemoryLedger):
    """Never looks."""

    async def verify(self, run_id: RunId) -> Verified:
        return Verified(events=0)


class LosesHalves(MemoryLedger):
    """Replaces what UTF-8 can't hold."""

    async def append(self, run_id: RunId, after: int, envelope: Envelope, happened: Sequence[Event]) -> None:
        asker = envelope.asker.encode(errors="replace").decode()
        await super().append(run_id, after, replace(envelope, asker=asker), happened)


class RoundsTime(MemoryLedger):
    """Keeps whole seconds."""

    async def append(self, run_id: RunId, after: int, envelope: Envelope, happened: Sequence[Event]) -> None:
        time = envelope.time.replace(microsecond=0).astimezone(dt.UTC)
        await super().append(run_id, after, replace(envelope, time=time), happened)


FAULTS: dict[type[MemoryLedger], str] = {
    Overwrites: "test_whoever_doesnt_know_the_last_event_appends_nothing",
    OneByOne: "test_all_events_of_an_append_are_recorded_or_none",
    ForgetsAfterwards: "test_a_ledger_that_was_closed_opens_again",
    FindsAnything: "test_a_run_that_isnt_there_is_told",
    SwapsEnvelopes: "test_events_come_back_in_order_with_what_they_were_recorded_with",
    OldestFirst: "test_runs_are_listed_newest_first_and_filtered",
    LocalDays: "test_runs_are_listed_newest_first_and_filtered",
    IgnoresTheLimit: "test_runs_are_listed_newest_first_and_filtered",
    CountsTurns: "test_a_line_adds_up_what_every_event_has_used",
    LeasesToAll: "test_one_worker_has_the_lease",
    NeverExpires: "test_it_expires",
    ReleasesForAll: "test_nobody_gives_back_what_another_has",
    KeepsWhatIsRedacted: "test_a_redacted_run_is_verified_but_cant_be_read",
    RedactsUnderWay: "test_a_run_that_is_driven_isnt_redacted",
    BreaksItsChain: "test_a_redacted_run_is_verified_but_cant_be_read",
    VerifiesAnything: "test_what_was_recorded_is_verified",
    LosesHalves: "test_a_text_comes_back_to_the_last_character",
    RoundsTime: "test_a_line_says_who_asked_what_when",
}


def _tested(kind: type[MemoryLedger]) -> type[LedgerContract]:
    def opened(self: Any, clock: FakeClock) -> Callable[[], Ledger]:
        ledger = kind(clock)
        return lambda: ledger

    return type(f"Test{kind.__name__}", (LedgerContract,), {"opened": pytest.fixture(opened)})


globals().update({f"Test{kind.__name__}": _tested(kind) for kind in FAULTS})
