"""What happened, as past participles. The events of a run are its state; the ledger holds nothing else.

Every outcome carries `seconds`, the monotonic duration of its step.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from typing import Literal, TypeAlias

from rejoinder.loop.steps import Ending, Exchange
from rejoinder.terms.catalog import ColumnRef, TableRef
from rejoinder.terms.choice import Choice
from rejoinder.terms.estimate import Estimate, Unknown
from rejoinder.terms.fact import Fact
from rejoinder.terms.finding import Finding
from rejoinder.terms.limits import Limits, Reserved, Usage
from rejoinder.terms.question import Mode, Today
from rejoinder.terms.reading import Reading
from rejoinder.terms.refusal import Refusal as RefusalTerm
from rejoinder.terms.result import ResultColumn
from rejoinder.terms.signal import Caveat, Signal


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdicts:
    """What policy said of the question before anything else: a refused topic's answer, a spent daily budget."""

    topic: str | None = None
    daily_budget: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A question arrived. `sql` is a person's own statement, in mode `sql`."""

    question: str
    asker: str
    mode: Mode
    today: Today
    limits: Limits
    verdicts: Verdicts = Verdicts()
    history: tuple[Exchange, ...] = ()
    sql: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Restated:
    """The follow-up, standing by itself."""

    question: str
    usage: Usage
    cost: Decimal | None
    seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchedValue:
    """A stored value that the question mentions."""

    column: ColumnRef
    value: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Grounded:
    """What the question is about: chosen tables, matched values; and the frozen system prompt's digest."""

    fingerprint: str
    tables: tuple[TableRef, ...]
    whole: bool
    """Whether the whole visible catalog was sent."""
    values: tuple[MatchedValue, ...]
    prompt_digest: str
    prompt_tokens: int
    seconds: float
    caveats: tuple[Caveat, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Reread:
    """The catalog was read again."""

    fingerprint: str
    changed: bool
    seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Began:
    """A step that costs something is about to run. Recorded before anything is sent.

    `step` is the step's class name; `digest` is of the prompt or the statement's text.
    """

    step: str
    attempt: int
    digest: str
    reserved: Reserved
    sent: str = ""
    """The prompt as it was sent, where settings keep prompts (K4)."""
    prefix_digest: str = ""
    """Of the system prompt. Another than `Grounded` has: the run was resumed on a catalog that had changed (G5)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Drafted:
    """A completion, read. `text` and `canonical` are "" where it holds no SQL."""

    reading: Reading
    text: str
    canonical: str
    canonical_version: int
    usage: Usage
    cost: Decimal | None
    model: str
    seconds: float
    notes: tuple[Caveat, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    """What check found; nothing found means that a statement was minted."""

    findings: tuple[Finding, ...]
    tables: tuple[TableRef, ...]
    columns: tuple[ColumnRef, ...]
    functions: tuple[str, ...]
    seconds: float
    caveats: tuple[Caveat, ...] = ()
    canonical: str = ""
    """The canonical form of what was checked, for SQL that no completion brought."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Diagnosed:
    """Facts from the live catalog."""

    facts: tuple[Fact, ...]
    seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Repaired:
    """A rule mended the draft."""

    rule: str
    text: str
    canonical: str
    caveats: tuple[Caveat, ...]
    seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Unrepaired:
    """No rule fitted, or the mended text repeats an earlier one."""

    reason: str
    seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimated:
    """The price."""

    estimate: Estimate | Unknown
    seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Refused:
    """The database said no. `timeout_seconds` is the statement timeout in force, None where none was set."""

    refusal: RefusalTerm
    during: Literal["estimate", "execute"]
    seconds: float
    timeout_seconds: float | None = None
    executed_sql: str | None = None
    executed_canonical: str = ""
    """The canonical form of `executed_sql`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Executed:
    """The database answered. The rows are in the worker's store, never here."""

    columns: tuple[ResultColumn, ...]
    count: int
    digest: str
    truncated: bool
    seconds: float
    executed_sql: str | None = None
    executed_canonical: str = ""
    """The canonical form of `executed_sql`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """The signs of trouble. `same_question` is None where there is no earlier result to compare with."""

    signals: tuple[Signal, ...]
    same_question: bool | None
    seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Phrased:
    """The clarifying question in other words."""

    sentence: str
    usage: Usage
    cost: Decimal | None
    seconds: float


class FailureKind(StrEnum):
    """What prevented a step: nothing was sent, or nothing came back that can be read."""

    PROVIDER = "provider"
    CONNECTION = "connection"
    AUTHENTICATION = "authentication"
    RESOURCES = "resources"
    INTERNAL = "internal"


@dataclass(frozen=True, slots=True, kw_only=True)
class Failed:
    """A step could not be carried out. `started`: tokens had begun to arrive, so it is never retried."""

    kind: FailureKind
    message: str
    seconds: float
    transient: bool = False
    started: bool = False
    retry_after: float | None = None
    usage: Usage = Usage()
    cost: Decimal | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Overdrawn:
    """What a step would need doesn't fit what is left; nothing began."""

    unit: Literal["tokens", "money", "seconds"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Interrupted:
    """A `Began` without an outcome was found when the run was reopened, after a crash or a reply.

    `limits` are those of today's policy where they are lower than the run's; only then may it be recorded
    although nothing had begun.
    """

    limits: Limits | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RowsLost:
    """The rows of the best result went with the worker that had them."""

    sequence: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Late:
    """What arrived after a run was cancelled: its spend counts, its content doesn't."""

    usage: Usage
    cost: Decimal | None
    seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Cancelled:
    """Somebody asked for the end of it."""

    by: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Replied:
    """The asker answered a clarifying question."""

    choice: Choice
    asker: str
    today: Today


@dataclass(frozen=True, slots=True, kw_only=True)
class Ended:
    """The turn is over; only `Replied` may follow."""

    ending: Ending


Event: TypeAlias = (
    Asked
    | Restated
    | Grounded
    | Reread
    | Began
    | Drafted
    | Checked
    | Diagnosed
    | Repaired
    | Unrepaired
    | Estimated
    | Refused
    | Executed
    | Judged
    | Phrased
    | Failed
    | Overdrawn
    | Interrupted
    | RowsLost
    | Late
    | Cancelled
    | Replied
    | Ended
)
