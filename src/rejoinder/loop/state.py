"""What the events of a run add up to. Frozen values: no statement, no tree, no rows, and no decision."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from rejoinder.loop.events import Asked, Began, Failed, Grounded
from rejoinder.loop.steps import Ending, FailedDraft, Step
from rejoinder.terms.choice import UseSql
from rejoinder.terms.classes import Defect
from rejoinder.terms.estimate import Estimate, Unknown
from rejoinder.terms.fact import Fact
from rejoinder.terms.fates import FATES, End, Fate, Once, fate_of
from rejoinder.terms.finding import Finding
from rejoinder.terms.limits import Limits, Reserved, Spend
from rejoinder.terms.question import Today
from rejoinder.terms.reading import Ask, Declined, NoSql
from rejoinder.terms.refusal import Refusal
from rejoinder.terms.signal import Caveat, Signal

RETRY_SECONDS = 1.0


class Author(StrEnum):
    """Who wrote the SQL in hand. A person's own is never repaired or corrected unasked (L4)."""

    MODEL = "model"
    CHOICE = "choice"
    PERSON = "person"


@dataclass(frozen=True, slots=True, kw_only=True)
class Trouble:
    """What is wrong with the draft in hand, by check or by the database, and what was done about it."""

    defects: tuple[Defect, ...]
    """As they are treated: a refusal that used up its timeout is one, whatever its message says (L6)."""
    findings: tuple[Finding, ...] = ()
    refusal: Refusal | None = None
    during: Literal["estimate", "execute"] | None = None
    diagnosed: bool = False
    unrepaired: bool = False

    @property
    def fate(self) -> Fate:
        """What it leads to."""
        return fate_of(self.defects)

    @property
    def passed(self) -> tuple[Caveat, ...]:
        """The caveats that it goes on with, where it passes: a literal that isn't stored is told."""
        if self.fate.end is not End.PASS:
            return ()
        return tuple(Caveat(source=str(found.defect), sentence=found.message) for found in self.findings)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ran:
    """A result: where it is recorded, and what judge saw in it (None: it hasn't looked yet)."""

    sequence: int
    digest: str
    truncated: bool
    signals: tuple[Signal, ...] | None = None
    diagnosed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class InHand:
    """One completion, choice or person's statement, how far it came and what became of it."""

    text: str
    canonical: str
    author: Author
    attempt: int = 0
    said: Ask | Declined | NoSql | None = None
    """What the completion holds instead of SQL."""
    model_seconds: float = 0.0
    from_signals: bool = False
    repairs: tuple[str, ...] = ()
    caveats: tuple[Caveat, ...] = ()
    checked: bool = False
    estimate: Estimate | Unknown | None = None
    begun: bool = False
    """Whether an execution of it has begun."""
    retried: bool = False
    """Whether the one retry after a transient refusal is used up."""
    trouble: Trouble | None = None
    refusal: Refusal | None = None
    """The last that the database said of it, whatever check says of it now (L11)."""
    executed_sql: str | None = None
    """What a rewriting connector sent instead (L7)."""
    executed_canonical: str = ""
    ran: Ran | None = None
    lost_digest: str | None = None
    """Of the rows that were lost, when it runs again."""
    repeats: InHand | None = None
    """The earlier draft that it is the same as (L7)."""

    @property
    def sequence(self) -> int | None:
        """Where its result is recorded."""
        return None if self.ran is None else self.ran.sequence

    @property
    def signals(self) -> tuple[Signal, ...]:
        """The signs of trouble in its result."""
        return () if self.ran is None or self.ran.signals is None else self.ran.signals

    @property
    def forms(self) -> tuple[str, ...]:
        """Canonical forms that would repeat it."""
        return tuple(form for form in (self.canonical, self.executed_canonical) if form)

    @property
    def runnable(self) -> bool:
        """Whether it is SQL that nothing is known against."""
        harmless = self.trouble is None or self.trouble.fate.end is End.PASS
        return self.text != "" and self.repeats is None and harmless

    def is_repeated_by(self, text: str, canonical: str) -> bool:
        """Whether a later draft is the same, or hands back what a rewriting connector made of this one."""
        sent = self.executed_sql
        return canonical in self.forms or (sent is not None and _bare(text) == _bare(sent))

    def as_failed(self) -> FailedDraft:
        """As a later prompt is told of it."""
        defects = () if self.trouble is None else self.trouble.defects
        names = tuple(signal.name for signal in self.signals)
        return FailedDraft(text=self.text, canonical=self.canonical, defects=defects, signals=names)


@dataclass(frozen=True, slots=True, kw_only=True)
class Unfinished:
    """A step that came to nothing. `failure` is None where a crash interrupted it."""

    step: Step
    failure: Failed | None = None
    retried: bool = False
    """Whether it was itself the one retry."""

    @property
    def wait_seconds(self) -> float:
        """How long to wait before it is tried again: what the provider asked for, else a moment."""
        asked = None if self.failure is None else self.failure.retry_after
        return RETRY_SECONDS if asked is None else asked


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """From `Asked` or `Replied` to the next `Ended`: what begins anew with each turn."""

    number: int = 1
    spend: Spend = Spend()
    hand: InHand | None = None
    earlier: tuple[InHand, ...] = ()
    """What was in hand before, oldest first; a repaired draft and its original both."""
    best: InHand | None = None
    """The better result so far (L10)."""
    different: UseSql | None = None
    """A correction that ran but answers a different question."""
    offers: tuple[UseSql, ...] = ()
    """Repairs of a person's SQL, for that person to choose."""
    granted: tuple[str, Estimate] | None = None
    """The canonical form that may run although it is over `ask_above`, and up to what."""
    caveats: tuple[Caveat, ...] = ()
    corrected: frozenset[Defect] = frozenset()
    longest_execution: float = 0.0
    reread: bool = False
    unfinished: Unfinished | None = None
    overdrawn: Literal["tokens", "money", "seconds"] | None = None
    interruptions: int = 0
    losses: int = 0
    phrased: str | None = None
    """The clarifying question in other words; "" where that came to nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Open:
    """A step that has begun and whose outcome isn't recorded."""

    began: Began
    step: Step


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """One question on its way to its end, as its events left it. `sequence` is the number of events so far."""

    asked: Asked
    question: str
    """The question as it stands by itself, once restated."""
    today: Today
    restated: bool = False
    lowered: Limits | None = None
    """The limits, where a later day's policy allows less than `asked` recorded."""
    sequence: int = 1
    spend: Spend = Spend()
    facts: tuple[Fact, ...] = ()
    said: tuple[str, ...] = ()
    grounded: Grounded | None = None
    signal_corrected: bool = False
    corrected: frozenset[Defect] = frozenset()
    cancelled: bool = False
    settled: Reserved | None = None
    """What was charged for a call that a cancellation left open, until its true spend arrives."""
    open: Open | None = None
    ended: Ending | None = None
    current: Turn = Turn()

    @property
    def limits(self) -> Limits:
        """The limits of this run."""
        return self.lowered or self.asked.limits

    @property
    def turn(self) -> int:
        """The number of this turn, from 1."""
        return self.current.number

    @property
    def attempts(self) -> int:
        """Calls for SQL that this turn has begun."""
        return self.current.spend.attempts

    @property
    def open_began(self) -> Began | None:
        """The step that has begun and has no outcome yet."""
        return None if self.open is None else self.open.began

    @property
    def best(self) -> InHand | None:
        """The better result so far, with its `sequence`; None where nothing ran."""
        return self.current.best

    def has_corrected(self, defects: tuple[Defect, ...]) -> bool:
        """Whether a class that allows one correction a turn or a run has had it."""
        spent = {Once.TURN: self.current.corrected, Once.RUN: self.corrected}
        bounds = ((defect, FATES[defect].once) for defect in defects)
        return any(once is not None and defect in spent[once] for defect, once in bounds)

    @property
    def canonicals(self) -> tuple[str, ...]:
        """Canonical forms of this turn's drafts, original and repaired, oldest first (L7)."""
        forms = (form for draft in self.drafts for form in draft.forms)
        return tuple(dict.fromkeys(forms))

    @property
    def drafts(self) -> tuple[InHand, ...]:
        """Everything that this turn has had in hand, oldest first."""
        hand = self.current.hand
        return self.current.earlier if hand is None else (*self.current.earlier, hand)


def _bare(text: str) -> str:
    return text.strip().removesuffix(";").rstrip()
