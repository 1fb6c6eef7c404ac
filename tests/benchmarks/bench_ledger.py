"""Recording a run in the ledger"""

from __future__ import annotations

import asyncio
import json
import sqlite3
import statistics
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from tests.benchmarks.figures import Figure

from rejoinder.ledgers import sqlite
from rejoinder.ledgers.sqlite import SqliteLedger
from rejoinder.loop import events
from rejoinder.ports import RunQuery
from rejoinder.terms.ids import RunId
from rejoinder.testing import MemoryLedger
from rejoinder.testing._ledger_room import began, drafted, envelope, whole_run

ROUNDS = 7
RUNS = 20
EVENTS = 15
"""About what a question that is answered at once records."""
KEPT = 2_000


def main() -> Sequence[Figure]:
    """Appends one by one, as the driver makes them, beside a bare INSERT of the same bytes and as durable."""
    with tempfile.TemporaryDirectory() as folder:
        return list(asyncio.run(_figures(Path(folder))))


def happened() -> Sequence[events.Event]:
    """The events of one run."""
    first, *_, last = whole_run()
    return [first, *(began(), drafted()) * ((EVENTS - 2) // 2), began(), last][:EVENTS]


async def _figures(folder: Path) -> list[Figure]:
    plain, recorded, durable, reading = [], [], [], []
    memory = statistics.median([await _record(MemoryLedger(), f"m{number}") for number in range(ROUNDS)])
    for number in range(ROUNDS):
        plain.append(_insert(folder / f"{number}.db"))
        url = f"sqlite:///{folder / f'{number}.sqlite'}"
        ledger = sqlite.open(url)
        recorded.append(await _record(ledger, "run"))
        reading.append(await _read(ledger, "run"))
        await ledger.close()
        full = sqlite.open(f"sqlite:///{folder / f'full {number}.sqlite'}?durability=full")
        durable.append(await _record(full, "run"))
        await full.close()
    listing = await _list(sqlite.open(f"sqlite:///{folder / 'many.sqlite'}"))
    beside = {"peer": statistics.median(plain), "peer_name": "sqlite3, a bare INSERT in WAL:"}
    return [
        Figure(what="an event recorded", value=statistics.median(recorded), unit="µs", **beside),
        Figure(what="the same in a second", value=1e6 / statistics.median(recorded), unit="events"),
        Figure(what="an event that survives a power cut", value=statistics.median(durable), unit="µs"),
        Figure(what="an event recorded in memory", value=memory, unit="µs"),
        Figure(what=f"a run of {EVENTS} events read", value=statistics.median(reading), unit="µs"),
        Figure(what=f"the newest 50 of {KEPT:,} runs listed", value=listing, unit="µs"),
    ]


async def _record(ledger: SqliteLedger | MemoryLedger, name: str) -> float:
    """Microseconds for an event: the mean of some runs, after one that opens the file."""
    times = []
    for number in range(RUNS + 1):
        run = RunId(f"{name} {number}")
        said = envelope(run)
        events_of_run = happened()
        begun = time.perf_counter()
        for after, event in enumerate(events_of_run):
            await ledger.append(run, after, said, [event])
        times.append((time.perf_counter() - begun) / len(events_of_run) * 1e6)
    return statistics.fmean(times[1:])


async def _read(ledger: SqliteLedger, name: str) -> float:
    times = []
    for number in range(RUNS):
        begun = time.perf_counter()
        await ledger.events(RunId(f"{name} {number}"))
        times.append((time.perf_counter() - begun) * 1e6)
    return statistics.median(times)


async def _list(ledger: SqliteLedger) -> float:
    for number in range(KEPT):
        run = RunId(f"run {number}")
        await ledger.append(run, 0, envelope(run), whole_run())
    times = []
    for _ in range(RUNS):
        begun = time.perf_counter()
        await ledger.runs(RunQuery())
        times.append((time.perf_counter() - begun) * 1e6)
    await ledger.close()
    return statistics.median(times)


def _insert(path: Path) -> float:
    """The least that a durable record can cost here: the same bytes, a transaction each, no thread and no chain."""
    database = sqlite3.connect(path, isolation_level=None)
    database.execute("PRAGMA journal_mode = WAL")
    database.execute("PRAGMA synchronous = NORMAL")
    database.execute("CREATE TABLE events (run TEXT, sequence INTEGER, payload TEXT)")
    texts = list(_texts())
    begun = time.perf_counter()
    for sequence, text in enumerate(texts):
        database.execute("INSERT INTO events VALUES ('run', ?, ?)", (sequence, text))
    spent = time.perf_counter() - begun
    database.close()
    return spent / len(texts) * 1e6


def _texts() -> Iterator[str]:
    for _ in range(RUNS):
        for event in happened():
            yield json.dumps({"event": repr(event), "envelope": repr(envelope())})
