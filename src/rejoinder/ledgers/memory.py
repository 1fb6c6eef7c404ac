"""A ledger that ends with its process: for tests, evaluations, and questions that need no record."""

from __future__ import annotations

from collections.abc import Sequence

from rejoinder.clock import SystemClock
from rejoinder.errors import UsageError
from rejoinder.ledgers._sealed import Link, Sealed, opened, redacted, sealed_behind, verify
from rejoinder.ledgers._summaries import blank, fits, summed
from rejoinder.ledgers._troubles import driven, moved_on, not_found
from rejoinder.loop.events import Event
from rejoinder.ports import Clock, Envelope, Recorded, RunQuery, RunSummary, Verified
from rejoinder.terms.ids import RunId


def open(url: str) -> MemoryLedger:
    """A new, empty ledger at `memory:`. Raises `UsageError` for a URL that says more: it would be ignored."""
    if url.rstrip("/").lower() != "memory:":
        raise UsageError(
            f"The ledger `{url}` can't be understood: one in memory is `memory:` and nothing else."
        )
    return MemoryLedger()


class MemoryLedger:
    """Events are written as JSON here too, so that what passes in memory passes on disk."""

    def __init__(self, clock: Clock | None = None) -> None:
        self._clock = clock or SystemClock()
        self._runs: dict[RunId, list[Sealed]] = {}
        self._summaries: dict[RunId, RunSummary] = {}
        self._leases: dict[RunId, tuple[str, float]] = {}

    async def append(self, run_id: RunId, after: int, envelope: Envelope, events: Sequence[Event]) -> None:
        """See `Ledger.append`."""
        chain = self._runs.get(run_id, [])
        if len(chain) != after:
            raise moved_on(run_id, len(chain), after)
        summary = summed(self._summaries.get(run_id), run_id, envelope, events)
        last = Link(sequence=after, chain=chain[-1].chain) if chain else Link()
        self._runs[run_id] = [*chain, *sealed_behind(last, envelope, events)]
        self._summaries[run_id] = summary

    async def events(self, run_id: RunId) -> Sequence[Recorded]:
        """See `Ledger.events`."""
        return [opened(sealed) for sealed in self._chain(run_id)]

    async def lease(self, run_id: RunId, owner: str, seconds: float) -> bool:
        """See `Ledger.lease`."""
        if self._holder(run_id) not in (None, owner):
            return False
        self._leases[run_id] = (owner, self._clock.monotonic() + seconds)
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
        chain = self._chain(run_id)
        if self._holder(run_id) is not None:
            raise driven(run_id)
        self._runs[run_id] = [redacted(sealed) for sealed in chain]
        self._summaries[run_id] = blank(self._summaries[run_id])

    async def close(self) -> None:
        """See `Ledger.close`. What was recorded stays while the object does."""

    def _chain(self, run_id: RunId) -> list[Sealed]:
        if run_id not in self._runs:
            raise not_found(run_id)
        return self._runs[run_id]

    def _holder(self, run_id: RunId) -> str | None:
        """Who may drive the run now; None where anybody may."""
        owner, expires = self._leases.get(run_id, ("", 0.0))
        return owner if expires > self._clock.monotonic() else None
