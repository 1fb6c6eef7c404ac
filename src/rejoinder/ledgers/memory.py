"""A ledger that ends with its process: for tests, evaluations, and questions that need no record."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace

from rejoinder.errors import LedgerConflict, RunNotFound
from rejoinder.ledgers._sealed import Sealed, opened, redacted, sealed_behind, verify
from rejoinder.ledgers._summaries import fits, summed
from rejoinder.loop.events import Event
from rejoinder.ports import Envelope, Recorded, RunQuery, RunSummary, Verified
from rejoinder.terms.ids import RunId


def open(url: str) -> MemoryLedger:
    """A new, empty ledger at `memory:`."""
    return MemoryLedger()


class MemoryLedger:
    """Events are written as JSON here too, so that what passes in memory passes on disk."""

    def __init__(self) -> None:
        self._runs: dict[RunId, list[Sealed]] = {}
        self._summaries: dict[RunId, RunSummary] = {}
        self._leases: dict[RunId, tuple[str, float]] = {}

    async def append(self, run_id: RunId, after: int, envelope: Envelope, events: Sequence[Event]) -> None:
        """See `Ledger.append`."""
        chain = self._runs.get(run_id, [])
        if len(chain) != after:
            raise LedgerConflict(f"Run `{run_id}` has {len(chain)} events, not {after}: read it again.")
        self._summaries[run_id] = summed(self._summaries.get(run_id), envelope, events)
        self._runs[run_id] = [*chain, *sealed_behind(chain[-1:], envelope, events)]

    async def events(self, run_id: RunId) -> Sequence[Recorded]:
        """See `Ledger.events`."""
        return [opened(sealed) for sealed in self._chain(run_id)]

    async def lease(self, run_id: RunId, owner: str, seconds: float) -> bool:
        """See `Ledger.lease`."""
        holder, expires = self._leases.get(run_id, (owner, 0.0))
        if holder != owner and expires > time.monotonic():
            return False
        self._leases[run_id] = (owner, time.monotonic() + seconds)
        return True

    async def release(self, run_id: RunId, owner: str) -> None:
        """See `Ledger.release`."""
        if self._leases.get(run_id, ("", 0.0))[0] == owner:
            del self._leases[run_id]

    async def runs(self, query: RunQuery) -> Sequence[RunSummary]:
        """See `Ledger.runs`."""
        found = [summary for summary in reversed(self._summaries.values()) if fits(summary, query)]
        return sorted(found, key=lambda summary: summary.started, reverse=True)[: query.limit]

    async def verify(self, run_id: RunId) -> Verified:
        """See `Ledger.verify`."""
        return verify(self._chain(run_id))

    async def redact(self, run_id: RunId) -> None:
        """See `Ledger.redact`."""
        self._runs[run_id] = [redacted(sealed) for sealed in self._chain(run_id)]
        self._summaries[run_id] = replace(self._summaries[run_id], question="")

    async def close(self) -> None:
        """Nothing to close: what was recorded stays while the object does."""

    def _chain(self, run_id: RunId) -> list[Sealed]:
        if run_id not in self._runs:
            raise RunNotFound(f"The ledger holds no run `{run_id}`; `rejoinder runs` lists those it holds.")
        return self._runs[run_id]
