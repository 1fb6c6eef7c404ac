"""The driver: the only thing that awaits, and the only place where a turn's events are recorded."""

from __future__ import annotations

import asyncio
import logging

from rejoinder.errors import InvalidEvent, LedgerConflict
from rejoinder.loop import events, steps
from rejoinder.loop.run import next_step, overdrawn
from rejoinder.perform import Performed, Performer
from rejoinder.ports import Ledger
from rejoinder.recording import Overtaken, Recording
from rejoinder.terms.ids import RunId
from rejoinder.terms.limits import Limits
from rejoinder.work import Work, prepare, written_out

_log = logging.getLogger("rejoinder")

_LEASE_SECONDS = 30.0
_HEARTBEAT_SECONDS = 5.0


class Driver:
    """Drives runs to the end of their turn, each under a lease, any number at a time."""

    def __init__(
        self, *, performer: Performer, ledger: Ledger, owner: str, keep_prompts: bool = False
    ) -> None:
        self._performer = performer
        self._ledger = ledger
        self._owner = owner
        self._keep_prompts = keep_prompts
        self._under_way: dict[RunId, asyncio.Task[Performed]] = {}

    async def drive(self, recording: Recording, allowed: Limits) -> steps.Ending:
        """Go on until the turn ends; `allowed` is what today's policy leaves of the run's limits.

        A cancelled task cancels the run, records its end, and stays cancelled.
        Raises `LedgerConflict` where another worker drives the run.
        """
        run_id = recording.run_id
        if not await self._ledger.lease(run_id, self._owner, _LEASE_SECONDS):
            raise LedgerConflict(
                f"Another worker is driving run `{run_id}`; wait for it, or follow it with `rejoinder show`."
            )
        try:
            await self._reopen(recording, allowed)
            return await self._to_the_end(recording)
        except asyncio.CancelledError:
            await asyncio.shield(self._cancel(recording))
            raise
        finally:
            await asyncio.shield(self._ledger.release(run_id, self._owner))

    def interrupt(self, run_id: RunId) -> bool:
        """Stop the step under way, its run's cancellation being recorded. False if it isn't driven here."""
        task = self._under_way.get(run_id)
        return task is not None and task.cancel()

    async def _to_the_end(self, recording: Recording) -> steps.Ending:
        while True:
            run = recording.run
            if run.ended is not None:
                return run.ended
            step = next_step(run)
            if isinstance(step, steps.Ending):
                event = self._before_the_end(recording.run_id, step)
                await self._record(recording, event)
                continue
            work = prepare(
                run,
                step,
                brief=self._performer.brief(recording.run_id),
                card=self._performer.model.card,
                dialect=self._performer.sight.dialect,
                errors=self._performer.sight.errors(run.asked.asker),
            )
            if await self._begin(recording, work):
                await self._carry_out(recording, work)

    async def _reopen(self, recording: Recording, allowed: Limits) -> None:
        """Say what a crash left behind and what today's policy took away, and ground again what was grounded."""
        run = recording.run
        if run.ended is not None:
            return
        lowered = None if allowed == run.limits else allowed
        if run.open_began is not None or lowered is not None:
            await self._record(recording, events.Interrupted(limits=lowered))
        if run.grounded is not None and self._performer.brief(recording.run_id) is None:
            await self._performer.restore_brief(recording.run_id, run.question, run.asked.asker)

    def _before_the_end(self, run_id: RunId, ending: steps.Ending) -> events.Event:
        sequence = ending.sequence if isinstance(ending, steps.Answer) else None
        if sequence is not None and self._performer.rows.get(run_id, sequence) is None:
            return events.RowsLost(sequence=sequence)
        return events.Ended(ending=ending)

    async def _begin(self, recording: Recording, work: Work) -> bool:
        """Record what a step that costs is about to use. False where it doesn't fit, or the run moved on."""
        step = work.step
        if not step.costs:
            return True
        unit = overdrawn(recording.run, work.reserved)
        if unit is not None:
            await self._record(recording, events.Overdrawn(unit=unit))
            return False
        began = events.Began(
            step=type(step).__name__,
            attempt=getattr(step, "attempt", recording.run.attempts),
            digest=work.digest,
            reserved=work.reserved,
            sent=written_out(work.prompt) if self._keep_prompts and work.prompt else "",
            prefix_digest=work.prefix_digest,
        )
        return await self._record(recording, began)

    async def _carry_out(self, recording: Recording, work: Work) -> None:
        run_id = recording.run_id
        task = asyncio.create_task(self._performer.perform(run_id, recording.run, work))
        self._under_way[run_id] = task
        try:
            await self._wait(recording, task)
        except BaseException:
            task.cancel()
            await asyncio.wait({task})
            raise
        finally:
            del self._under_way[run_id]
        if task.cancelled():
            await recording.catch_up()
            return
        performed = task.result()
        recorded = await self._record_outcome(recording, work.step, performed)
        if recorded and performed.result is not None:
            self._performer.rows.put(
                run_id, recording.run.sequence, performed.result, self._performer.clock.monotonic()
            )

    async def _wait(self, recording: Recording, task: asyncio.Task[Performed]) -> None:
        """Wait for a step; on each heartbeat renew the lease and look for a cancellation from elsewhere."""
        while not task.done():
            beat = asyncio.ensure_future(self._performer.clock.sleep(_HEARTBEAT_SECONDS))
            try:
                await asyncio.wait({task, beat}, return_when=asyncio.FIRST_COMPLETED)
            finally:
                beat.cancel()
            if task.done():
                return
            held = await self._ledger.lease(recording.run_id, self._owner, _LEASE_SECONDS)
            await recording.catch_up()
            if recording.run.cancelled or not held:
                task.cancel()

    async def _record_outcome(self, recording: Recording, step: steps.Step, performed: Performed) -> bool:
        """Record what a step led to; where that can't be, it is our own bug, and the run still ends (L12)."""
        try:
            return await self._record(recording, performed.event)
        except InvalidEvent:
            name = type(step).__name__
            _log.exception("run %s: %s led to what it can't lead to", recording.run_id, name)
            failed = events.Failed(
                kind=events.FailureKind.INTERNAL,
                message=f"rejoinder itself failed at {name}: it led to `{type(performed.event).__name__}`",
                seconds=getattr(performed.event, "seconds", 0.0),
            )
            await self._record(recording, failed)
            return False

    async def _record(self, recording: Recording, event: events.Event) -> bool:
        """Record an event. False where the run was cancelled meanwhile: then only its spend still counts."""
        if recording.run.cancelled and not isinstance(event, events.Late | events.Ended):
            await self._record_late(recording, event)
            return False
        try:
            await recording.record(event)
        except Overtaken:
            await self._record_late(recording, event)
            return False
        return True

    async def _record_late(self, recording: Recording, event: events.Event) -> None:
        late = _late(event)
        if late is not None and recording.run.settled is not None:
            await recording.record(late)

    async def _cancel(self, recording: Recording) -> None:
        if recording.run.ended is None:
            if not recording.run.cancelled:
                await self._record(recording, events.Cancelled(by=recording.run.asked.asker))
            ending = next_step(recording.run)
            if isinstance(ending, steps.Ending):
                await self._record(recording, events.Ended(ending=ending))


def _late(event: events.Event) -> events.Late | None:
    match event:
        case events.Drafted() | events.Restated() | events.Phrased() | events.Failed():
            return events.Late(usage=event.usage, cost=event.cost, seconds=event.seconds)
        case _:
            return None
