"""The agent: questions in, outcomes out. Everything that a front end may ask for is a method here."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Generator, Sequence
from typing import Any

from rejoinder import outcome, prompts
from rejoinder.asking import Asking, chosen, own_sql, question_of
from rejoinder.check import Checking
from rejoinder.doctor import Examination, examine
from rejoinder.errors import (
    InvalidEvent,
    LedgerConflict,
    PolicyError,
    ReplyConflict,
    UsageError,
)
from rejoinder.loop import events, steps
from rejoinder.loop.run import Run, next_step, replay
from rejoinder.outcome import Outcome
from rejoinder.ports import Envelope, Recorded, RunQuery, RunSummary
from rejoinder.recording import Overtaken, Recording, Subscriber
from rejoinder.rows import RowStore
from rejoinder.runids import new_run_id
from rejoinder.settings import Settings
from rejoinder.terms.catalog import Catalog
from rejoinder.terms.estimate import Estimate, Unknown
from rejoinder.terms.ids import RunId, ThreadId
from rejoinder.terms.limits import CompletionLimits, ExecutionLimits, Limits
from rejoinder.terms.policy import Policy
from rejoinder.terms.provider import Prompt
from rejoinder.terms.question import Mode
from rejoinder.terms.refusal import Refusal
from rejoinder.version import VERSION
from rejoinder.work import Brief, draft_prompt
from rejoinder.worker import Edges, Worker, open_worker

_POLL_SECONDS = 0.25
_CANCELLER = "cancel"
_CANCEL_LEASE_SECONDS = 5.0


class Agent:
    """One database, one model, one policy and one ledger. Made by `rejoinder.connect`; close it when done.

    Used as `async with rejoinder.connect(...) as agent`, or awaited to find out at once whether the
    database can be opened.
    """

    def __init__(self, edges: Edges, settings: Settings, subscribers: Sequence[Subscriber] = ()) -> None:
        self._edges = edges
        self._settings = settings
        self._subscribers = tuple(subscribers)
        self._asking = Asking(
            settings=settings, policies=edges.policies, ledger=edges.ledger, clock=edges.clock
        )
        self._rows = RowStore(keep_seconds=settings.results_keep_seconds)
        self._worker: Worker | None = None
        self._opening = asyncio.Lock()

    def __await__(self) -> Generator[Any, None, Agent]:
        return self.__aenter__().__await__()

    async def __aenter__(self) -> Agent:
        await self._opened()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Close the database's sessions and the ledger."""
        if self._worker is not None:
            await self._worker.database.close()
        await self._edges.ledger.close()

    async def _opened(self) -> Worker:
        async with self._opening:
            if self._worker is None:
                self._worker = await open_worker(
                    self._edges, self._rows, keep_prompts=self._settings.keep_prompts
                )
            return self._worker

    # Asking

    async def query(
        self,
        question: str,
        *,
        asker: str = "",
        thread: ThreadId | None = None,
        limits: Limits | None = None,
        on_event: Subscriber | None = None,
    ) -> Outcome:
        """Answer a question: ground, draft, check, price, run, judge, and correct within the limits.

        `thread` continues a conversation; `limits` can only lower those of settings and policy; `on_event`
        is called with each `Recorded` event. Raises `QuestionError`, `LedgerError`, `PolicyError`.
        """
        return await self._ask(Mode.QUERY, question_of(question), None, asker, thread, limits, on_event)

    async def ask(
        self,
        question: str,
        *,
        asker: str = "",
        thread: ThreadId | None = None,
        limits: Limits | None = None,
        on_event: Subscriber | None = None,
    ) -> Outcome:
        """Draft, check and price the SQL for a question without running it."""
        return await self._ask(Mode.ASK, question_of(question), None, asker, thread, limits, on_event)

    async def run_sql(
        self,
        sql: str,
        *,
        asker: str = "",
        thread: ThreadId | None = None,
        limits: Limits | None = None,
        on_event: Subscriber | None = None,
    ) -> Outcome:
        """Run a person's own SQL through the same door. It is never repaired or corrected unasked."""
        return await self._ask(Mode.SQL, "", own_sql(sql), asker, thread, limits, on_event)

    async def reply(
        self,
        run_id: RunId | str,
        *,
        choice: int | None = None,
        text: str | None = None,
        asker: str = "",
        on_event: Subscriber | None = None,
    ) -> Outcome:
        """Answer a clarifying question by the number of a choice (from 1) or in words, and go on.

        Raises `ReplyConflict` if the run doesn't wait for a reply or somebody else replied first.
        """
        await self._admitted()
        recording = await self._reread(run_id, on_event)
        waiting = recording.run.ended
        if not isinstance(waiting, steps.Clarify):
            raise ReplyConflict(f"Run `{run_id}` doesn't wait for a reply; see `rejoinder show {run_id}`.")
        replied = events.Replied(
            choice=chosen(waiting, choice, text),
            asker=asker or recording.run.asked.asker,
            today=self._asking.today(),
        )
        try:
            await recording.record(replied)
        except (Overtaken, LedgerConflict) as conflict:
            raise ReplyConflict(
                f"Somebody else replied to run `{run_id}` first; see `rejoinder show {run_id}`."
            ) from conflict
        return await self._drive(recording)

    async def resume(self, run_id: RunId | str, *, on_event: Subscriber | None = None) -> Outcome:
        """Go on with a run from its last recorded event; one that has ended gives its outcome again."""
        await self._admitted()
        return await self._drive(await self._reread(run_id, on_event))

    async def cancel(self, run_id: RunId | str, *, by: str = "") -> None:
        """End a run, wherever it is driven; a statement under way is stopped in the database."""
        recording = await self._reread(run_id, None)
        if recording.run.ended is not None:
            raise UsageError(f"Run `{run_id}` has already ended; see `rejoinder show {run_id}`.")
        await recording.record(events.Cancelled(by=by))
        if self._worker is not None and self._worker.driver.interrupt(recording.run_id):
            return
        ledger = self._edges.ledger
        if await ledger.lease(recording.run_id, _CANCELLER, _CANCEL_LEASE_SECONDS):
            await recording.record(events.Ended(ending=_cancelled(recording.run)))
            await ledger.release(recording.run_id, _CANCELLER)

    # Looking

    async def runs(self, query: RunQuery | None = None) -> Sequence[RunSummary]:
        """The runs in the ledger, newest first."""
        return await self._edges.ledger.runs(query or RunQuery())

    async def show(self, run_id: RunId | str) -> Sequence[Recorded]:
        """Everything that happened in a run, in order. Raises `RunNotFound`."""
        return await self._edges.ledger.events(RunId(run_id))

    async def watch(self, run_id: RunId | str) -> AsyncIterator[Recorded]:
        """The events of a run, those to come included, until its turn ends."""
        seen = 0
        while True:
            recorded = await self.show(run_id)
            for known in recorded[seen:]:
                yield known
            seen = len(recorded)
            if isinstance(recorded[-1].event, events.Ended):
                return
            await self._edges.clock.sleep(_POLL_SECONDS)

    async def catalog(self, *, asker: str = "") -> Catalog:
        """What of the database the asker may see, as of now."""
        worker = await self._opened()
        await worker.database.catalog()
        return await worker.performer.sight.visible(asker)

    async def check(self, sql: str, *, asker: str = "") -> Checking:
        """Check SQL against the live catalog and today's policy. Nothing is run."""
        worker = await self._opened()
        await worker.database.catalog()
        return await worker.performer.sight.checking(sql, asker)

    async def estimate(self, sql: str, *, asker: str = "") -> Checking | Estimate | Refusal | Unknown:
        """Price SQL without running it; what `check` found where it doesn't pass."""
        checking = await self.check(sql, asker=asker)
        if checking.statement is None:
            return checking
        worker = await self._opened()
        limits = self.limits(asker)
        within = ExecutionLimits(seconds=limits.statement_seconds, rows=limits.rows)
        return await worker.database.estimate(
            checking.statement, within, worker.performer.sight.access(asker)
        )

    async def brief(self, question: str, *, asker: str = "") -> Brief:
        """What a question would be grounded on, and the system prompt it would be asked under."""
        worker = await self._opened()
        return await worker.performer.sight.ground(question_of(question), asker)

    async def prompt(self, question: str, *, asker: str = "") -> Prompt:
        """The first prompt that a question would be asked with. Nothing is sent."""
        worker = await self._opened()
        brief = await self.brief(question, asker=asker)
        run = replay([await self._asking.asked(Mode.ASK, question, asker=asker)])
        step = steps.Draft(question=question, attempt=1, limits=CompletionLimits())
        sight, card = worker.performer.sight, worker.performer.model.card
        return draft_prompt(run, step, brief, card.structured, sight.dialect)

    async def doctor(self, *, asker: str = "") -> Examination:
        """What an operator should know: the role's powers beyond reading, limits that are off, prices."""
        worker = await self._opened()
        privileges = await worker.database.privileges()
        return examine(privileges, worker.performer.model.card, self.limits(asker), self.policy)

    def limits(self, asker: str = "", limits: Limits | None = None) -> Limits:
        """The limits of a run of this asker: the least of settings, policy and `limits`."""
        return self._asking.limits(asker, limits)

    @property
    def settings(self) -> Settings:
        """What each setting is, and where it is from."""
        return self._settings

    @property
    def policy(self) -> Policy:
        """Today's policy."""
        return self._edges.policies.current()

    # Within

    async def _admitted(self, asker: str = "") -> Worker:
        """What drives runs, where policy can be kept, and lets this database be asked. Raises `PolicyError`."""
        worker = await self._opened()
        await worker.performer.sight.admit(asker or self._settings.asker)
        if self.policy.require_replica and not (await worker.database.privileges()).replica:
            raise PolicyError(
                "The policy requires a replica, and this database doesn't say that it is one: connect to a "
                "replica, or set `require_replica = false` in the policy."
            )
        return worker

    async def _ask(
        self,
        mode: Mode,
        question: str,
        sql: str | None,
        asker: str,
        thread: ThreadId | None,
        limits: Limits | None,
        on_event: Subscriber | None,
    ) -> Outcome:
        worker = await self._admitted(asker)
        restates = worker.performer.model.card.restates
        asked = await self._asking.asked(
            mode, question, sql=sql, asker=asker, limits=limits, thread=thread if restates else None
        )
        run_id = new_run_id(self._edges.clock.now())
        recording = self._recording(run_id, thread or ThreadId(run_id), asked.asker, on_event)
        await recording.start(asked)
        return await self._drive(recording)

    async def _drive(self, recording: Recording) -> Outcome:
        worker = await self._opened()
        run = recording.run
        allowed = self.policy.limits_for(run.asked.asker, run.limits)
        ending = await worker.driver.drive(recording, allowed)
        worker.performer.forget(recording.run_id)
        sequence = ending.sequence if isinstance(ending, steps.Answer) else None
        rows = None if sequence is None else self._rows.get(recording.run_id, sequence)
        return outcome.build(
            run_id=recording.run_id,
            thread_id=recording.thread_id,
            run=recording.run,
            ending=ending,
            result=rows,
        )

    async def _reread(self, run_id: RunId | str, on_event: Subscriber | None) -> Recording:
        first = (await self.show(run_id))[0].envelope
        recording = self._recording(first.run, first.thread, first.asker, on_event)
        await recording.read()
        return recording

    def _recording(
        self, run_id: RunId, thread: ThreadId, asker: str, on_event: Subscriber | None
    ) -> Recording:
        def envelope() -> Envelope:
            return Envelope(
                run=run_id,
                thread=thread,
                time=self._edges.clock.now(),
                asker=asker,
                agent=f"rejoinder {VERSION}",
                database=self._edges.database_name,
                fingerprint="" if self._worker is None else self._worker.database.fingerprint,
                policy_digest=self.policy.digest,
                prompt_version=prompts.PROMPT_VERSION,
            )

        listeners = self._subscribers if on_event is None else (*self._subscribers, on_event)
        return Recording(self._edges.ledger, run_id, thread, envelope, listeners)


def _cancelled(run: Run) -> steps.Ending:
    ending = next_step(run)
    if not isinstance(ending, steps.Ending):
        raise InvalidEvent(f"A cancelled run goes on with `{type(ending).__name__}`.")
    return ending
