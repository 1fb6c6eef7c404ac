"""THE SEAMS: what a database, a way to reach a model, a ledger and a clock have to offer."""

from __future__ import annotations

import datetime as dt
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Protocol, runtime_checkable

from rejoinder.loop.events import Event
from rejoinder.terms.catalog import Catalog, ColumnRef
from rejoinder.terms.dialect import Dialect
from rejoinder.terms.estimate import Estimate, Unknown
from rejoinder.terms.ids import RunId, ThreadId
from rejoinder.terms.limits import CompletionLimits, ExecutionLimits, LookupLimits
from rejoinder.terms.privileges import Privileges
from rejoinder.terms.provider import Completion, ModelCard, Prompt
from rejoinder.terms.refusal import Refusal
from rejoinder.terms.result import Result, Stored
from rejoinder.terms.statement import Statement


class CancelHandle:
    """Names one running statement from another thread.

    The connector binds how to stop it while it runs; a cancel that came first stops it as it is bound.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._stop: Callable[[], None] | None = None
        self.requested = False

    def bind(self, stop: Callable[[], None] | None) -> None:
        """Say how the statement is stopped; None when it has ended."""
        with self._lock:
            self._stop = stop
            if stop is not None and self.requested:
                stop()

    def request(self) -> bool:
        """Ask for the stop. True if a statement was running."""
        with self._lock:
            self.requested = True
            if self._stop is None:
                return False
            self._stop()
            return True


class Connector(Protocol):
    """One database behind a pool of read-only sessions. Blocking; the agent moves it to a thread.

    What happens to a statement that was sent is a `Refusal`; what prevents sending raises `DatabaseUnavailable`.
    """

    @property
    def dialect(self) -> Dialect:
        """This instance's SQL."""
        ...

    @property
    def sessions(self) -> int:
        """How many statements may run at once."""
        ...

    def fingerprint(self) -> str:
        """Cheap; changes when the catalog or a grant does."""
        ...

    def catalog(self) -> Catalog:
        """Everything that a `SELECT` can name."""
        ...

    def values(
        self, columns: Sequence[ColumnRef], literals: Sequence[str], limits: LookupLimits
    ) -> Mapping[ColumnRef, Sequence[Stored]]:
        """Stored values that equal a literal up to case, accents and spaces, indexed columns first.

        Without literals: samples. A column that was searched has an entry, perhaps empty; one that time or
        limits left out has none. Raises `LookupUnavailable`.
        """
        ...

    def estimate(
        self, statement: Statement, limits: ExecutionLimits, handle: CancelHandle
    ) -> Estimate | Refusal | Unknown:
        """What running it would cost. Never runs it."""
        ...

    def execute(
        self, statement: Statement, limits: ExecutionLimits, handle: CancelHandle
    ) -> Result | Refusal:
        """Run it, read-only, within the limits; rows are capped as they stream."""
        ...

    def cancel(self, handle: CancelHandle) -> None:
        """Stop what the handle names, from another thread."""
        ...

    def privileges(self) -> Privileges:
        """What the role could do beyond reading."""
        ...

    def close(self) -> None:
        """Close every session."""
        ...


class Provider(Protocol):
    """A way to reach a language model."""

    @property
    def card(self) -> ModelCard:
        """What this model is."""
        ...

    async def complete(self, prompt: Prompt, limits: CompletionLimits) -> Completion:
        """One completion. Raises `ProviderError`; never retries by itself."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Envelope:
    """What every event of a run is recorded with."""

    run: RunId
    thread: ThreadId
    time: dt.datetime
    asker: str
    agent: str
    """Name and version of what drove the run."""
    database: str
    """The database's URL without its secrets."""
    fingerprint: str = ""
    policy_digest: str = ""
    prompt_version: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Recorded:
    """An event in its place: `sequence` counts from 1 within the run."""

    sequence: int
    envelope: Envelope
    event: Event


@dataclass(frozen=True, slots=True, kw_only=True)
class RunQuery:
    """Which runs to list. An empty field filters nothing. `day` is in UTC."""

    end: str = ""
    """answered, clarify, refused, failed or open."""
    asker: str = ""
    thread: ThreadId | None = None
    day: dt.date | None = None
    limit: int = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class RunSummary:
    """One line about a run."""

    run: RunId
    thread: ThreadId
    question: str
    asker: str
    database: str
    started: dt.datetime
    updated: dt.datetime
    end: str
    """answered, clarify, refused, failed; "open" where the turn hasn't ended."""
    reason: str = ""
    attempts: int = 0
    """The most that one of its turns has begun."""
    events: int = 0
    tokens: int = 0
    money: Decimal = Decimal(0)
    """US dollars, as far as prices are known."""
    redacted: bool = False
    """Whether what happened was dropped: the run is still listed and counted, but can't be read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Verified:
    """A run whose chain of hashes holds: how many events it has, and of how many the content was redacted."""

    events: int
    redacted: int = 0


@runtime_checkable
class Ledger(Protocol):
    """The append-only record. A corrupt or unreachable one raises `LedgerError`."""

    async def append(self, run_id: RunId, after: int, envelope: Envelope, events: Sequence[Event]) -> None:
        """Compare and set: `after` is the last sequence the caller knows (0 for a new run), else `LedgerConflict`.

        All of `events` are recorded or none. Raises `InvalidEvent` where a run doesn't start with `Asked`, or
        the envelope is another run's.
        """
        ...

    async def events(self, run_id: RunId) -> Sequence[Recorded]:
        """All of a run, in order. Raises `RunNotFound`, and `UsageError` for a run that was redacted."""
        ...

    async def lease(self, run_id: RunId, owner: str, seconds: float) -> bool:
        """Take or renew the right to drive a run. False if somebody else has it."""
        ...

    async def release(self, run_id: RunId, owner: str) -> None:
        """Give it back."""
        ...

    async def runs(self, query: RunQuery) -> Sequence[RunSummary]:
        """Newest first."""
        ...

    async def verify(self, run_id: RunId) -> Verified:
        """Follow the run's chain of hashes.

        Raises `RunNotFound`, and `LedgerCorrupt` at the first event that isn't what was recorded.
        """
        ...

    async def redact(self, run_id: RunId) -> None:
        """Drop what the run's events say. Their places and digests stay, so that the chain still holds.

        Raises `RunNotFound`, and `UsageError` while somebody drives the run.
        """
        ...

    async def close(self) -> None:
        """Give back files, threads and connections. The next use opens the store again."""
        ...


class Clock(Protocol):
    """Time as a port."""

    def now(self) -> dt.datetime:
        """The time of day, with its zone (UTC)."""
        ...

    def monotonic(self) -> float:
        """Seconds that never go back."""
        ...

    async def sleep(self, seconds: float) -> None:
        """Let time pass."""
        ...
