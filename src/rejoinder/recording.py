"""A run as this worker knows it: what is in the ledger, folded into its state, and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rejoinder.errors import LedgerConflict
from rejoinder.loop import events
from rejoinder.loop.run import Run, advance, replay
from rejoinder.ports import Envelope, Ledger, Recorded
from rejoinder.terms.ids import RunId, ThreadId

Subscriber = Callable[[Recorded], None]


class Overtaken(Exception):
    """Somebody else appended first; the run has been read again, and the event was not recorded."""


class Recording:
    """Records first, then advances (L9). The only place where events of a run are appended."""

    def __init__(
        self,
        ledger: Ledger,
        run_id: RunId,
        thread_id: ThreadId,
        envelope: Callable[[], Envelope],
        subscribers: Sequence[Subscriber],
    ) -> None:
        self._ledger = ledger
        self._envelope = envelope
        self._subscribers = tuple(subscribers)
        self._run: Run | None = None
        self.run_id = run_id
        self.thread_id = thread_id

    @property
    def run(self) -> Run:
        """The run as recorded so far."""
        if self._run is None:
            raise ValueError(f"run {self.run_id} has neither been started nor read")
        return self._run

    async def start(self, asked: events.Asked) -> None:
        """Record the first event of a new run."""
        run = replay([asked])
        await self._append(0, asked)
        self._run = run

    async def read(self) -> None:
        """Take the run from the ledger. Raises `RunNotFound`."""
        recorded = await self._ledger.events(self.run_id)
        self._run = replay([known.event for known in recorded])

    async def record(self, event: events.Event) -> Run:
        """Append an event and advance. Raises `Overtaken` where the run had moved on without this worker."""
        run = advance(self.run, event)
        try:
            await self._append(self.run.sequence, event)
        except LedgerConflict as conflict:
            await self.catch_up()
            raise Overtaken from conflict
        self._run = run
        return run

    async def catch_up(self) -> None:
        """Fold in what others appended. Only a cancellation may come from outside a lease."""
        recorded = await self._ledger.events(self.run_id)
        for known in recorded[self.run.sequence :]:
            if not isinstance(known.event, events.Cancelled):
                raise LedgerConflict(
                    f"Another worker has taken over run `{self.run_id}`; follow it with `rejoinder show`."
                )
            self._run = advance(self.run, known.event)
            self._publish(known)

    async def _append(self, after: int, event: events.Event) -> None:
        envelope = self._envelope()
        await self._ledger.append(self.run_id, after, envelope, [event])
        self._publish(Recorded(sequence=after + 1, envelope=envelope, event=event))

    def _publish(self, recorded: Recorded) -> None:
        for subscriber in self._subscribers:
            subscriber(recorded)
