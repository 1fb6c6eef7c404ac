"""The default ledger: one SQLite file that its owner alone can read, and that survives a killed process.

`sqlite:////absolute/path.sqlite`; with `?durability=full` it survives a power cut as well, and with
`?retention_days=30` it forgets, when it is opened, the runs whose last event is older than that.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from rejoinder.clock import SystemClock
from rejoinder.ledgers import _sqlite_file
from rejoinder.ledgers._sealed import Link, Sealed, opened, redacted, sealed_behind, verify
from rejoinder.ledgers._sqlite_leases import give_back, holder, take
from rejoinder.ledgers._sqlite_place import Place, place_of
from rejoinder.ledgers._sqlite_runs import drop_older, listed, summary_of, write_summary
from rejoinder.ledgers._summaries import blank, summed
from rejoinder.ledgers._troubles import driven, moved_on, not_found
from rejoinder.loop.events import Event
from rejoinder.ports import Clock, Envelope, Recorded, RunQuery, RunSummary, Verified
from rejoinder.terms.ids import RunId

T = TypeVar("T")

_COLUMNS = "sequence, envelope, payload, salt, digest, chain"
_INSERT = f"INSERT INTO events (run, {_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?)"


def open(url: str) -> SqliteLedger:
    """The ledger in the file of the URL, made when it is first used. Raises `UsageError` for a bad URL."""
    return SqliteLedger(place_of(url))


class SqliteLedger:
    """One connection on a thread of its own; any number of processes may share the file."""

    def __init__(self, place: Place, clock: Clock | None = None) -> None:
        self._place = place
        self._clock = clock or SystemClock()
        self._thread: ThreadPoolExecutor | None = None
        self._database: sqlite3.Connection | None = None

    async def append(self, run_id: RunId, after: int, envelope: Envelope, events: Sequence[Event]) -> None:
        """See `Ledger.append`."""

        def write(database: sqlite3.Connection) -> None:
            last = _last(database, run_id)
            if last.sequence != after:
                raise moved_on(run_id, last.sequence, after)
            write_summary(database, summed(summary_of(database, run_id), run_id, envelope, events))
            _insert(database, run_id, sealed_behind(last, envelope, events))

        await self._written(write)

    async def events(self, run_id: RunId) -> Sequence[Recorded]:
        """See `Ledger.events`."""
        return [opened(sealed) for sealed in await self._carried_out(lambda found: _chain(found, run_id))]

    async def lease(self, run_id: RunId, owner: str, seconds: float) -> bool:
        """See `Ledger.lease`."""
        return await self._written(lambda found: take(found, run_id, owner, seconds, self._now()))

    async def release(self, run_id: RunId, owner: str) -> None:
        """See `Ledger.release`."""
        await self._written(lambda found: give_back(found, run_id, owner))

    async def runs(self, query: RunQuery) -> Sequence[RunSummary]:
        """See `Ledger.runs`."""
        return await self._carried_out(lambda found: listed(found, query))

    async def verify(self, run_id: RunId) -> Verified:
        """See `Ledger.verify`."""
        return verify(await self._carried_out(lambda found: _chain(found, run_id)))

    async def redact(self, run_id: RunId) -> None:
        """See `Ledger.redact`."""

        def drop(database: sqlite3.Connection) -> None:
            chain = [redacted(sealed) for sealed in _chain(database, run_id)]
            if holder(database, run_id, self._now()) is not None:
                raise driven(run_id)
            database.execute("DELETE FROM events WHERE run = ?", (run_id,))
            _insert(database, run_id, chain)
            summary = summary_of(database, run_id)
            if summary is not None:
                write_summary(database, blank(summary))

        await self._written(drop)
        await self._carried_out(_empty_log)

    async def close(self) -> None:
        """See `Ledger.close`."""
        thread, self._thread = self._thread, None
        if thread is None:
            return

        def close() -> None:
            if self._database is not None:
                self._database.close()
                self._database = None

        await asyncio.get_running_loop().run_in_executor(thread, close)
        thread.shutdown()

    def _now(self) -> float:
        return self._clock.now().timestamp()

    async def _written(self, work: Callable[[sqlite3.Connection], T]) -> T:
        def transact(database: sqlite3.Connection) -> T:
            with _sqlite_file.transaction(database):
                return work(database)

        return await self._carried_out(transact)

    async def _carried_out(self, work: Callable[[sqlite3.Connection], T]) -> T:
        def carry_out() -> T:
            with _sqlite_file.troubles(self._place):
                if self._database is None:
                    self._database = self._opened()
                return work(self._database)

        if self._thread is None:
            self._thread = ThreadPoolExecutor(1, thread_name_prefix="rejoinder-ledger")
        # A record that was begun is finished: whoever is cancelled meanwhile must not leave it half known.
        running = asyncio.get_running_loop().run_in_executor(self._thread, carry_out)
        try:
            return await asyncio.shield(running)
        except asyncio.CancelledError:
            await asyncio.wait({running})
            raise

    def _opened(self) -> sqlite3.Connection:
        database = _sqlite_file.open(self._place)
        try:
            if self._place.retention_days is not None and drop_older(
                database, self._clock.now(), self._place.retention_days
            ):
                _empty_log(database)
        except BaseException:
            database.close()
            raise
        return database


def _last(database: sqlite3.Connection, run_id: RunId) -> Link:
    found = database.execute(
        "SELECT sequence, chain FROM events WHERE run = ? ORDER BY sequence DESC LIMIT 1", (run_id,)
    ).fetchone()
    return Link() if found is None else Link(sequence=found[0], chain=found[1])


def _chain(database: sqlite3.Connection, run_id: RunId) -> list[Sealed]:
    rows = database.execute(f"SELECT {_COLUMNS} FROM events WHERE run = ? ORDER BY sequence", (run_id,))
    names = _COLUMNS.split(", ")
    chain = [Sealed(**dict(zip(names, row, strict=True))) for row in rows]
    if not chain:
        raise not_found(run_id)
    return chain


def _insert(database: sqlite3.Connection, run_id: RunId, chain: Sequence[Sealed]) -> None:
    database.executemany(
        _INSERT,
        [
            (run_id, each.sequence, each.envelope, each.payload, each.salt, each.digest, each.chain)
            for each in chain
        ],
    )


def _empty_log(database: sqlite3.Connection) -> None:
    """Put what was overwritten into the file and empty the log, where the old text would still stand."""
    database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
