"""What the loop wants done next, in the imperative; and the closed set of ends.

A step carries text and limits, never a statement, a tree or rows. `costs` steps are recorded as `Began` first.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar, TypeAlias

from rejoinder.terms.choice import Choice, UseSql
from rejoinder.terms.classes import Defect
from rejoinder.terms.estimate import Estimate as Price
from rejoinder.terms.estimate import Unknown
from rejoinder.terms.fact import Fact
from rejoinder.terms.finding import Finding
from rejoinder.terms.limits import CompletionLimits, ExecutionLimits
from rejoinder.terms.refusal import Refusal
from rejoinder.terms.signal import Caveat, Signal


@dataclass(frozen=True, slots=True, kw_only=True)
class Exchange:
    """An earlier question of the thread, restated, and the SQL that answered it ("" where none did)."""

    question: str
    sql: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class FailedDraft:
    """A draft of this turn that came to nothing, and why: so that it isn't proposed again."""

    text: str
    canonical: str
    defects: tuple[Defect, ...] = ()
    signals: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Restate:
    """Say a follow-up question so that it stands by itself."""

    costs: ClassVar[bool] = True
    question: str
    history: tuple[Exchange, ...]
    limits: CompletionLimits
    wait_seconds: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Ground:
    """Ask the database whether its catalog changed, and choose what the question is about."""

    costs: ClassVar[bool] = False
    question: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Reread:
    """Read the catalog again because of names that it doesn't know; once before they are diagnosed."""

    costs: ClassVar[bool] = False
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """Ask the provider for SQL. `fresh` sees the facts and the failed classes, not the failed SQL."""

    costs: ClassVar[bool] = True
    question: str
    attempt: int
    limits: CompletionLimits
    fresh: bool = False
    facts: tuple[Fact, ...] = ()
    said: tuple[str, ...] = ()
    failed: tuple[FailedDraft, ...] = ()
    retry: bool = False
    """The same attempt once more, after a transient failure."""
    wait_seconds: float = 0.0
    """What the provider asked to be waited first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Correct:
    """Ask the provider again, with what went wrong (findings, a refusal, or signals) and the facts."""

    costs: ClassVar[bool] = True
    question: str
    attempt: int
    limits: CompletionLimits
    text: str
    """The draft that failed ("" where a completion held no SQL)."""
    findings: tuple[Finding, ...] = ()
    refusal: Refusal | None = None
    signals: tuple[Signal, ...] = ()
    executed_sql: str | None = None
    facts: tuple[Fact, ...] = ()
    said: tuple[str, ...] = ()
    failed: tuple[FailedDraft, ...] = ()
    prose: str = ""
    """What the completion said, where it held no SQL."""
    retry: bool = False
    wait_seconds: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """Check a draft against today's catalog and policy."""

    costs: ClassVar[bool] = False
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Diagnose:
    """Turn findings, a refusal or signals into facts."""

    costs: ClassVar[bool] = False
    text: str
    findings: tuple[Finding, ...] = ()
    refusal: Refusal | None = None
    signals: tuple[Signal, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Repair:
    """Mend a draft by a mechanical rule. `findings` holds the refusal, seen as one, where the database spoke."""

    costs: ClassVar[bool] = False
    text: str
    findings: tuple[Finding, ...]
    facts: tuple[Fact, ...] = ()
    spent: tuple[str, ...] = ()
    """Rules that this draft has used up."""
    earlier: tuple[str, ...] = ()
    """Canonical forms of this turn: a repair that repeats one counts as none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimate:
    """Price a checked draft."""

    costs: ClassVar[bool] = False
    text: str
    limits: ExecutionLimits


@dataclass(frozen=True, slots=True, kw_only=True)
class Execute:
    """Run a checked and priced draft. `attempt` is the one it came from."""

    costs: ClassVar[bool] = True
    text: str
    attempt: int
    limits: ExecutionLimits
    again: bool = False
    """After a transient refusal, an interruption or lost rows."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Judge:
    """Look for signs of trouble in the result recorded at `sequence`.

    `earlier` is the statement whose result was kept when a signal led to this one, or None.
    """

    costs: ClassVar[bool] = False
    text: str
    sequence: int
    truncated: bool = False
    earlier: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Phrase:
    """Reword the facts of a clarifying question. Optional: the facts stand by themselves."""

    costs: ClassVar[bool] = True
    question: str
    facts: tuple[Fact, ...]
    labels: tuple[str, ...]
    limits: CompletionLimits


class StoppedBy(StrEnum):
    """Which bound ended a turn."""

    ATTEMPTS = "attempts"
    SECONDS = "seconds"
    TOKENS = "tokens"
    MONEY = "money"
    COST = "cost"
    REPEAT = "repeat"
    CORRECTED_ONCE = "corrected_once"
    TURNS = "turns"
    NOT_CORRECTABLE = "not_correctable"
    PROVIDER = "provider"
    INTERRUPTED = "interrupted"
    FAILED = "failed"
    """A step could not be carried out."""


class ClarifyReason(StrEnum):
    """Why the asker is asked."""

    UNRESOLVED = "unresolved"
    MEANING = "meaning"
    TOO_BROAD = "too_broad"


class RefuseReason(StrEnum):
    """Why the question is refused."""

    POLICY = "policy"
    PERMISSION = "permission"
    TOPIC = "topic"
    DAILY_BUDGET = "daily_budget"


class FailReason(StrEnum):
    """Why a run failed."""

    TIMEOUT = "timeout"
    CONNECTION = "connection"
    RESOURCES = "resources"
    READ_ONLY = "read_only"
    PROVIDER = "provider"
    LIMIT = "limit"
    INTERRUPTED = "interrupted"
    CANCELLED = "cancelled"
    INTERNAL = "internal"


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """`sequence` is that of the `Executed` whose rows these are; None: priced or checked, `not_executed`."""

    sql: str
    sequence: int | None
    caveats: tuple[Caveat, ...] = ()
    signals: tuple[Signal, ...] = ()
    estimate: Price | Unknown | None = None
    stopped_by: StoppedBy | None = None
    """Set where this is the best so far, not the end of the road."""
    different: UseSql | None = None
    """A correction that ran but answers a different question."""
    repaired_by: tuple[str, ...] = ()
    """The rules that mended the draft."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Clarify:
    """One good question. `sql` is the last refused statement, else the last draft."""

    reason: ClarifyReason
    facts: tuple[Fact, ...] = ()
    choices: tuple[Choice, ...] = ()
    sql: str = ""
    refusal: Refusal | None = None
    findings: tuple[Finding, ...] = ()
    estimate: Price | Unknown | None = None
    quoted: str = ""
    """The model's own sentence, where it asked or declined."""
    phrased: str = ""
    caveats: tuple[Caveat, ...] = ()
    stopped_by: StoppedBy | None = None
    repaired_by: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Refuse:
    """Refused by policy, by the database's permissions, by a topic of the policy or by a daily budget."""

    reason: RefuseReason
    sql: str = ""
    refusal: Refusal | None = None
    findings: tuple[Finding, ...] = ()
    sentence: str = ""
    """The policy's own answer, for a refused topic."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fail:
    """No answer, and no question that would help."""

    reason: FailReason
    sql: str = ""
    refusal: Refusal | None = None
    message: str = ""
    stopped_by: StoppedBy | None = None


Step: TypeAlias = (
    Restate
    | Ground
    | Reread
    | Draft
    | Check
    | Diagnose
    | Repair
    | Correct
    | Estimate
    | Execute
    | Judge
    | Phrase
)
Ending: TypeAlias = Answer | Clarify | Refuse | Fail
