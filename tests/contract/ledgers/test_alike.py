"""Whatever is asked of them in whatever order, memory and SQLite say the same."""

from __future__ import annotations

import asyncio
import datetime as dt
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, TypeAlias

from hypothesis import given
from hypothesis import strategies as st

from rejoinder.errors import RejoinderError
from rejoinder.ledgers.sqlite import SqliteLedger, place_of
from rejoinder.ports import Ledger, RunQuery
from rejoinder.terms.ids import RunId, ThreadId
from rejoinder.testing import FakeClock, MemoryLedger
from rejoinder.testing._ledger_room import (
    CLARIFIED,
    FAILED,
    asked,
    began,
    drafted,
    ended,
    envelope,
    replied,
)

Asking: TypeAlias = Callable[[Ledger, FakeClock], Awaitable[Any]]

_RUNS = st.sampled_from([RunId("a"), RunId("b"), RunId("c")])
_OWNERS = st.sampled_from(["one", "other"])
_HAPPENED = st.sampled_from(
    [asked(), asked("東京?"), began(), drafted(), ended(), ended(CLARIFIED), ended(FAILED), replied("x")]
)
_START = dt.datetime(2026, 3, 13, 22, tzinfo=dt.UTC)


def _append(run: RunId, behind: int, happened: list[Any]) -> Asking:
    """Behind the last event, or `behind` off it."""

    async def append(ledger: Ledger, clock: FakeClock) -> None:
        known = next((each.events for each in await ledger.runs(RunQuery()) if each.run == run), 0)
        said = envelope(run, time=clock.now(), thread=ThreadId("t" if run == "a" else run), asker=f"{run}?")
        await ledger.append(run, known + behind, said, happened)

    return append


def _advance(seconds: int) -> Asking:
    async def advance(_: Ledger, clock: FakeClock) -> None:
        clock.advance(seconds)

    return advance


def _lease(run: RunId, owner: str) -> Asking:
    return lambda ledger, _: ledger.lease(run, owner, 60)


def _release(run: RunId, owner: str) -> Asking:
    return lambda ledger, _: ledger.release(run, owner)


def _reading(name: str) -> Callable[[RunId], Asking]:
    return lambda run: lambda ledger, _: getattr(ledger, name)(run)


def _closing(_: None) -> Asking:
    return lambda ledger, _: ledger.close()


def _listing(end: str, asker: str, thread: ThreadId | None, day: dt.date | None, limit: int) -> Asking:
    query = RunQuery(end=end, asker=asker, thread=thread, day=day, limit=limit)
    return lambda ledger, _: ledger.runs(query)


_ADVANCES = st.builds(_advance, st.sampled_from([1, 59, 60, 7_199, 7_200]))
_STARTS = st.builds(_append, _RUNS, st.just(0), st.just([asked()]))
_LEASES = st.one_of(
    st.builds(_lease, st.just(RunId("a")), _OWNERS),
    st.builds(_release, st.just(RunId("a")), _OWNERS),
    st.builds(_advance, st.just(60)),
)
_ASKED = st.one_of(
    st.builds(_append, _RUNS, st.just(0), st.lists(_HAPPENED, min_size=1, max_size=3)),
    st.builds(_append, _RUNS, st.sampled_from([-1, 0, 1]), st.lists(_HAPPENED, max_size=2)),
    _ADVANCES,
    *(st.builds(_reading(name), _RUNS) for name in ("events", "verify", "redact")),
    st.builds(_closing, st.none()),
    st.builds(
        _listing,
        st.sampled_from(["", "", "open", "answered", "clarify"]),
        st.sampled_from(["", "", "a?"]),
        st.sampled_from([None, None, ThreadId("t")]),
        st.sampled_from([None, dt.date(2026, 3, 13), dt.date(2026, 3, 14)]),
        st.sampled_from([1, 50]),
    ),
)


async def _told(ledger: Ledger, clock: FakeClock, asking: list[Asking]) -> list[Any]:
    """What a ledger answers to each, or the error that it raises."""
    told: list[Any] = []
    for ask in asking:
        try:
            found = await ask(ledger, clock)
        except RejoinderError as error:
            told.append((type(error), str(error)))
        else:
            told.append(list(found) if isinstance(found, list) else found)
    told.append(await ledger.runs(RunQuery()))
    await ledger.close()
    return told


@given(
    starting=st.lists(st.one_of(_STARTS, _ADVANCES), min_size=3, max_size=8),
    leasing=st.lists(_LEASES, min_size=6, max_size=12),
    asked=st.lists(_ASKED, min_size=5, max_size=20),
)
def test_memory_and_sqlite_answer_alike(starting: list[Asking], leasing: list[Asking], asked: list[Asking]):
    asking = [*starting, *leasing, *asked]
    with tempfile.TemporaryDirectory() as folder:
        clocks = FakeClock(_START), FakeClock(_START)
        place = place_of(str(Path(folder, "ledger.sqlite")))
        memory = asyncio.run(_told(MemoryLedger(clocks[0]), clocks[0], asking))
        sqlite = asyncio.run(_told(SqliteLedger(place, clocks[1]), clocks[1], asking))
    assert sqlite == memory
