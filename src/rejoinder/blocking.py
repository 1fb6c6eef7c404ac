"""The same agent for programs that don't await: one background loop, the same names."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Coroutine, Iterator, Sequence
from pathlib import Path
from typing import TypeVar

from rejoinder import assembly
from rejoinder.agent import Agent
from rejoinder.check import Checking
from rejoinder.doctor import Examination
from rejoinder.outcome import Outcome
from rejoinder.ports import Ledger, Provider, Recorded, RunQuery, RunSummary
from rejoinder.recording import Subscriber
from rejoinder.settings import Settings
from rejoinder.terms.catalog import Catalog
from rejoinder.terms.estimate import Estimate, Unknown
from rejoinder.terms.ids import RunId, ThreadId
from rejoinder.terms.limits import Limits
from rejoinder.terms.policy import Policy
from rejoinder.terms.provider import Prompt
from rejoinder.terms.refusal import Refusal
from rejoinder.work import Brief

T = TypeVar("T")


def connect(
    database: str | None = None,
    *,
    model: str | None = None,
    model_url: str | None = None,
    ledger: str | Ledger | None = None,
    policy: str | Path | Policy | None = None,
    limits: Limits | None = None,
    settings: Settings | None = None,
    provider: Provider | None = None,
    subscribers: Sequence[Subscriber] = (),
) -> BlockingAgent:
    """As `rejoinder.connect`, with methods that block."""
    return BlockingAgent(
        assembly.connect(
            database,
            model=model,
            model_url=model_url,
            ledger=ledger,
            policy=policy,
            limits=limits,
            settings=settings,
            provider=provider,
            subscribers=subscribers,
        )
    )


class _Loop:
    """An event loop on a thread of its own."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="rejoinder", daemon=True)
        self._thread.start()

    def wait_for(self, work: Coroutine[object, object, T]) -> T:
        """Run it and wait. An interrupt of the waiting thread cancels it, and waits until it has ended."""
        future = asyncio.run_coroutine_threadsafe(work, self._loop)
        try:
            return future.result()
        except BaseException:
            if future.cancel():
                self._settle()
            raise

    def _settle(self) -> None:
        """Wait until what was cancelled has cancelled its statement and recorded its end."""
        asyncio.run_coroutine_threadsafe(_all_others_done(), self._loop).result()

    def stop(self) -> None:
        """End the loop and its thread."""
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()


async def _next(events: AsyncIterator[Recorded]) -> Recorded | None:
    return await anext(events, None)


async def _all_others_done() -> None:
    others = asyncio.all_tasks() - {asyncio.current_task()}
    await asyncio.gather(*others, return_exceptions=True)


class BlockingAgent:
    """An `Agent` whose methods block. Used as `with rejoinder.blocking.connect(...) as agent`."""

    def __init__(self, agent: Agent) -> None:
        self._agent = agent
        self._loop = _Loop()

    def __enter__(self) -> BlockingAgent:
        self._loop.wait_for(self._agent.__aenter__())
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the database's sessions, the ledger and the loop."""
        self._loop.wait_for(self._agent.close())
        self._loop.stop()

    def query(
        self,
        question: str,
        *,
        asker: str = "",
        thread: ThreadId | None = None,
        limits: Limits | None = None,
        on_event: Subscriber | None = None,
    ) -> Outcome:
        """See `Agent.query`."""
        work = self._agent.query(question, asker=asker, thread=thread, limits=limits, on_event=on_event)
        return self._loop.wait_for(work)

    def ask(
        self,
        question: str,
        *,
        asker: str = "",
        thread: ThreadId | None = None,
        limits: Limits | None = None,
        on_event: Subscriber | None = None,
    ) -> Outcome:
        """See `Agent.ask`."""
        work = self._agent.ask(question, asker=asker, thread=thread, limits=limits, on_event=on_event)
        return self._loop.wait_for(work)

    def run_sql(
        self,
        sql: str,
        *,
        asker: str = "",
        thread: ThreadId | None = None,
        limits: Limits | None = None,
        on_event: Subscriber | None = None,
    ) -> Outcome:
        """See `Agent.run_sql`."""
        work = self._agent.run_sql(sql, asker=asker, thread=thread, limits=limits, on_event=on_event)
        return self._loop.wait_for(work)

    def reply(
        self,
        run_id: RunId | str,
        *,
        choice: int | None = None,
        text: str | None = None,
        asker: str = "",
        on_event: Subscriber | None = None,
    ) -> Outcome:
        """See `Agent.reply`."""
        work = self._agent.reply(run_id, choice=choice, text=text, asker=asker, on_event=on_event)
        return self._loop.wait_for(work)

    def resume(self, run_id: RunId | str, *, on_event: Subscriber | None = None) -> Outcome:
        """See `Agent.resume`."""
        return self._loop.wait_for(self._agent.resume(run_id, on_event=on_event))

    def cancel(self, run_id: RunId | str, *, by: str = "") -> None:
        """See `Agent.cancel`."""
        self._loop.wait_for(self._agent.cancel(run_id, by=by))

    def runs(self, query: RunQuery | None = None) -> Sequence[RunSummary]:
        """See `Agent.runs`."""
        return self._loop.wait_for(self._agent.runs(query))

    def show(self, run_id: RunId | str) -> Sequence[Recorded]:
        """See `Agent.show`."""
        return self._loop.wait_for(self._agent.show(run_id))

    def watch(self, run_id: RunId | str) -> Iterator[Recorded]:
        """See `Agent.watch`."""
        events = self._agent.watch(run_id)
        while True:
            recorded = self._loop.wait_for(_next(events))
            if recorded is None:
                return
            yield recorded

    def catalog(self, *, asker: str = "") -> Catalog:
        """See `Agent.catalog`."""
        return self._loop.wait_for(self._agent.catalog(asker=asker))

    def check(self, sql: str, *, asker: str = "") -> Checking:
        """See `Agent.check`."""
        return self._loop.wait_for(self._agent.check(sql, asker=asker))

    def estimate(self, sql: str, *, asker: str = "") -> Checking | Estimate | Refusal | Unknown:
        """See `Agent.estimate`."""
        return self._loop.wait_for(self._agent.estimate(sql, asker=asker))

    def brief(self, question: str, *, asker: str = "") -> Brief:
        """See `Agent.brief`."""
        return self._loop.wait_for(self._agent.brief(question, asker=asker))

    def prompt(self, question: str, *, asker: str = "") -> Prompt:
        """See `Agent.prompt`."""
        return self._loop.wait_for(self._agent.prompt(question, asker=asker))

    def doctor(self, *, asker: str = "") -> Examination:
        """See `Agent.doctor`."""
        return self._loop.wait_for(self._agent.doctor(asker=asker))

    def limits(self, asker: str = "", limits: Limits | None = None) -> Limits:
        """See `Agent.limits`."""
        return self._agent.limits(asker, limits)

    @property
    def settings(self) -> Settings:
        """See `Agent.settings`."""
        return self._agent.settings

    @property
    def policy(self) -> Policy:
        """See `Agent.policy`."""
        return self._agent.policy
