"""The default ledger: one SQLite file that its owner alone can read, and that survives a killed process.

`sqlite:////absolute/path.sqlite`, and `?durability=full` to survive a power cut as well.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from rejoinder.errors import LedgerConflict, RunNotFound
from rejoinder.ledgers import _sqlite_file
from rejoinder.ledgers._sealed import Sealed, opened, redacted, sealed_behind, verify
from rejoinder.ledgers._sqlite_leases import give_back, take
from rejoinder.ledgers._sqlite_runs import listed, summary_of, write_summary
from rejoinder.ledgers._summaries import summed
from rejoinder.loop.events import Event
from rejoinder.ports import Envelope, Recorded, RunQuery, RunSummary, Verified
from rejoinder.terms.ids import RunId

T = TypeVar("T")

_COLUMNS = "sequence, envelope, payload, salt, digest, chain"


def open(url: str) -> SqliteLedger:
    """The ledger in the file of the URL, made when it is first used. Raises `UsageError` for a bad URL."""
    return SqliteLedger(_sqlite_file.place_of(url))


class SqliteLedger:
    """One connection on a thread of its own; any number of processes may share the file."""

    def __init__(self, place: _sqlite_file.Place) -> None:
        self._place = place
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="rejoinder-ledger")
        self._database: sqlite3.Connection | None = None

    async def append(self, run_id: RunId, after: int, envelope: Envelope, events: Sequence[Event]) -> None:
        """See `Ledger.append`."""

        def write(database: sqlite3.Connection) -> None:
            last = _chain(database, run_id, "ORDER BY sequence DESC LIMIT 1")
            known = last[0].sequence if last else 0
            if known != after:
                raise LedgerConflict(f"Run `{run_id}` has {known} events, not {after}: read it again.")
            write_summary(database, summed(summary_of(database, run_id), envelope, events))
            _insert(database, run_id, sealed_behind(last, envelope, events))

        await self._written(write)

    async def events(self, run_id: RunId) -> Sequence[Recorded]:
        """See `Ledger.events`."""
        return [opened(sealed) for sealed in await self._read(lambda database: _whole(database, run_id))]

    async def lease(self, run_id: RunId, owner: str, seconds: float) -> bool:
        """See `Ledger.lease`."""
        return await self._written(lambda database: take(database, run_id, owner, seconds))

    async def release(self, run_id: RunId, owner: str) -> None:
        """See `Ledger.release`."""
        await self._written(lambda database: give_back(database, run_id, owner))

    async def runs(self, query: RunQuery) -> Sequence[RunSummary]:
        """See `Ledger.runs`."""
        return await self._read(lambda database: listed(database, query))

    async def verify(self, run_id: RunId) -> Verified:
        """See `Ledger.verify`."""
        return verify(await self._read(lambda database: _whole(database, run_id)))

    async def redact(self, run_id: RunId) -> None:
        """See `Ledger.redact`."""

        def drop(database: sqlite3.Connection) -> None:
            chain = [redacted(sealed) for sealed in _whole(database, run_id)]
            database.execute("DELETE FROM events WHERE run = ?", (run_id,))
            _insert(database, run_id, chain)
            database.execute("UPDATE runs SET question = '' WHERE run = ?", (run_id,))

        await self._written(drop)

    async def close(self) -> None:
        """Close the file."""

        def close() -> None:
            if self._database is not None:
                self._database.close()

        await asyncio.get_running_loop().run_in_executor(self._thread, close)
        self._thread.shutdown()

    async def _read(self, work: Callable[[sqlite3.Connection], T]) -> T:
        return await self._carried_out(work)

    async def _written(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """In a transaction that has the file's one lock for writing from its start."""

        def transact(database: sqlite3.Connection) -> T:
            database.execute("BEGIN IMMEDIATE")
            try:
                done = work(database)
            except BaseException:
                database.execute("ROLLBACK")
                raise
            database.execute("COMMIT")
            return done

        return await self._carried_out(transact)

    async def _carried_out(self, work: Callable[[sqlite3.Connection], T]) -> T:
        def carry_out() -> T:
            with _sqlite_file.troubles(self._place):
                if self._database is None:
                    self._database = _sqlite_file.open(self._place)
                return work(self._database)

        # A record that was begun is finished: whoever is cancelled meanwhile must not leave it half known.
        running = asyncio.get_running_loop().run_in_executor(self._thread, carry_out)
        try:
            return await asyncio.shield(running)
        except asyncio.CancelledError:
            await asyncio.wait({running})
            raise


def _whole(database: sqlite3.Connection, run_id: RunId) -> list[Sealed]:
    chain = _chain(database, run_id, "ORDER BY sequence")
    if not chain:
        raise RunNotFound(f"The ledger holds no run `{run_id}`; `rejoinder runs` lists those it holds.")
    return chain


def _chain(database: sqlite3.Connection, run_id: RunId, order: str) -> list[Sealed]:
    rows = database.execute(f"SELECT {_COLUMNS} FROM events WHERE run = ? {order}", (run_id,))
    names = _COLUMNS.split(", ")
    return [Sealed(**dict(zip(names, row, strict=True))) for row in rows]


def _insert(database: sqlite3.Connection, run_id: RunId, chain: Sequence[Sealed]) -> None:
    database.executemany(
        f"INSERT INTO events (run, {_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?)",
        [
            (run_id, each.sequence, each.envelope, each.payload, each.salt, each.digest, each.chain)
            for each in chain
        ],
    )
