"""What can happen at each step, in one or two words: the alphabet of stories and of the exploration.

Every word makes one event. Texts are numbered by their place in the run, so that no two drafts are the same
unless a word says so; times are nothing, unless the word says that time ran out.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Mapping
from dataclasses import replace
from decimal import Decimal
from typing import Any, Literal

from rejoinder.loop import events, steps
from rejoinder.loop.state import Run
from rejoinder.terms.choice import Say
from rejoinder.terms.classes import CHECK_ALONE, DATABASE_ALONE, Defect
from rejoinder.terms.estimate import Ceiling, Estimate, Unknown
from rejoinder.terms.fact import Fact, FactKind
from rejoinder.terms.finding import Finding
from rejoinder.terms.limits import Limits, Reserved, Usage
from rejoinder.terms.question import Mode, Today
from rejoinder.terms.reading import Ask, Declined, NoSql, Option, Sql
from rejoinder.terms.refusal import Refusal
from rejoinder.terms.signal import Caveat, Signal

TODAY = Today(date=dt.date(2026, 1, 1))
LIMITS = Limits(
    ask_above=Ceiling(rows_read=1_000, bytes_read=None),
    never_above=Ceiling(rows_read=1_000_000, bytes_read=None),
)
SIGNAL = Signal(name="all_null", message="Everything is NULL.", correctable=True)
CAVEAT = Signal(name="truncated", message="There are more.")
CHEAP, DEAR, TOO_DEAR = (Estimate(rows_read=rows) for rows in (10, 10_000, 10_000_000))

Happening = Callable[[Run, Any], events.Event]


def asked(mode: Mode = Mode.QUERY, *, follow_up: bool = False, **given: Any) -> events.Asked:
    """A question; a person's statement in mode `sql`."""
    fields: dict[str, Any] = {
        "question": "q",
        "asker": "ann",
        "mode": mode,
        "today": TODAY,
        "limits": LIMITS,
        "sql": "sql 1" if mode is Mode.SQL else None,
        "history": (steps.Exchange(question="before", sql="s"),) if follow_up else (),
    }
    return events.Asked(**fields | given)


def began(run: Run, step: Any) -> events.Began:
    """The step that costs begins, and reserves next to nothing."""
    attempt = getattr(step, "attempt", run.attempts)
    return events.Began(
        step=type(step).__name__, attempt=attempt, digest="d", reserved=Reserved(tokens=1, seconds=0.0)
    )


def _text(run: Run) -> str:
    return f"sql {run.sequence + 1}"


def drafted(reading: Any, text: str, seconds: float = 0.0) -> events.Drafted:
    """A completion."""
    return events.Drafted(
        reading=reading,
        text=text,
        canonical=text,
        canonical_version=1,
        usage=Usage(input_tokens=2, output_tokens=1),
        cost=Decimal(0),
        model="m",
        seconds=seconds,
    )


def _sql(run: Run, step: Any) -> events.Event:
    text = _text(run)
    return drafted(Sql(text), text)


def _same(run: Run, step: Any) -> events.Event:
    texts = [draft.text for draft in run.drafts if draft.text]
    text = texts[-1] if texts else _text(run)
    return drafted(Sql(text), text)


def _asks(run: Run, step: Any) -> events.Event:
    options = (Option("this", _text(run)), Option("that"))
    return drafted(Ask("Which?", options), "")


def checked(*defects: Defect, text: str = "") -> events.Checked:
    """Nothing found, or one finding a class."""
    findings = tuple(
        Finding(defect=defect, message=f"{defect}!", subject="x", rule="test") for defect in defects
    )
    return events.Checked(findings=findings, tables=(), columns=(), functions=(), seconds=0.0, canonical=text)


def refused(defect: Defect, step: Any, seconds: float = 0.0) -> events.Refused:
    """The database's no, at whichever step asked it."""
    return events.Refused(
        refusal=Refusal(defect=defect, message=f"database: {defect}", code="1", subject="x"),
        during="execute" if isinstance(step, steps.Execute) else "estimate",
        seconds=seconds,
        timeout_seconds=step.limits.seconds,
    )


def _executed(run: Run, step: Any) -> events.Executed:
    return events.Executed(columns=(), count=1, digest="rows", truncated=False, seconds=0.0)


def _judged(*signals: Signal, same: bool = True) -> Happening:
    def happening(run: Run, step: Any) -> events.Event:
        return events.Judged(
            signals=signals, same_question=None if step.earlier is None else same, seconds=0.0
        )

    return happening


def _mended(run: Run, step: Any) -> events.Event:
    text = _text(run)
    caveats = (Caveat(source="rule", sentence="It was mended."),)
    rule = f"rule {len(step.spent)}"
    return events.Repaired(rule=rule, text=text, canonical=text, caveats=caveats, seconds=0.0)


def _mended_back(run: Run, step: Any) -> events.Event:
    (first, *_) = [draft.text for draft in run.drafts if draft.text]
    return events.Repaired(rule="back", text=first, canonical=first, caveats=(), seconds=0.0)


def _fact(run: Run, step: Any) -> events.Event:
    label = f"fact {len(run.facts) + 1}"
    fact = Fact(kind=FactKind.OWNER, sentence=f"{label}.", source="catalog", choice=label)
    return events.Diagnosed(facts=(fact,), seconds=0.0)


def failed(
    kind: events.FailureKind = events.FailureKind.PROVIDER, **given: Any
) -> Callable[[Run, Any], events.Event]:
    """The step came to nothing."""
    return lambda run, step: events.Failed(kind=kind, message="it failed", seconds=0.0, **given)


def _always(event: events.Event) -> Happening:
    return lambda run, step: event


def _by_class(make: Callable[[Defect, Any], events.Event], never: frozenset[Defect]) -> dict[str, Happening]:
    def of(defect: Defect) -> Happening:
        return lambda run, step: make(defect, step)

    return {str(defect): of(defect) for defect in Defect if defect not in never}


def _out_of_time(happening: Happening) -> Happening:
    """The same, after all the seconds of the turn."""

    def late(run: Run, step: Any) -> events.Event:
        event: Any = happening(run, step)
        return replace(event, seconds=run.limits.turn_seconds)

    return late


BUG = failed(events.FailureKind.INTERNAL)
COMPLETIONS: Mapping[str, Happening] = {
    "sql": _sql,
    "the same again": _same,
    "asks": _asks,
    "declines": lambda run, step: drafted(Declined("No prices here."), ""),
    "prose": lambda run, step: drafted(NoSql("Certainly!"), ""),
    "is busy": failed(transient=True, retry_after=0.0),
    "is cut off": failed(transient=True, started=True),
    "is gone": failed(),
    "too late": failed(transient=True, retry_after=86_400.0),
}
UNITS: tuple[Literal["tokens", "seconds"], ...] = ("tokens", "seconds")
"""In which a step may not fit. Money is as tokens."""
LATE = events.Late(usage=Usage(input_tokens=1), cost=None, seconds=0.0)

_HAPPENINGS: Mapping[str, Mapping[str, Happening]] = {
    "Restate": {
        "stands by itself": lambda run, step: events.Restated(
            question="q, restated", usage=Usage(), cost=None, seconds=0.0
        ),
        "is gone": failed(),
        "is busy": failed(transient=True, retry_after=0.0),
    },
    "Ground": {
        "whole": _always(
            events.Grounded(
                fingerprint="f",
                tables=(),
                whole=True,
                values=(),
                prompt_digest="p",
                prompt_tokens=1,
                seconds=0.0,
            )
        ),
        "unreachable": failed(events.FailureKind.CONNECTION),
        "fails": BUG,
    },
    "Reread": {
        "nothing new": _always(events.Reread(fingerprint="f", changed=False, seconds=0.0)),
        "changed": _always(events.Reread(fingerprint="g", changed=True, seconds=0.0)),
        "unreachable": failed(events.FailureKind.CONNECTION),
    },
    "Draft": COMPLETIONS,
    "Correct": COMPLETIONS,
    "Check": {
        "clean": lambda run, step: checked(text=step.text),
        **_by_class(lambda defect, step: checked(defect, text=step.text), DATABASE_ALONE),
        "fails": BUG,
    },
    "Diagnose": {
        "nothing": _always(events.Diagnosed(facts=(), seconds=0.0)),
        "a fact": _fact,
        "fails": BUG,
    },
    "Repair": {
        "no rule": _always(events.Unrepaired(reason="none", seconds=0.0)),
        "mended": _mended,
        "mended back": _mended_back,
        "fails": BUG,
    },
    "Estimate": {
        "cheap": _always(events.Estimated(estimate=CHEAP, seconds=0.0)),
        "dear": _always(events.Estimated(estimate=DEAR, seconds=0.0)),
        "too dear": _always(events.Estimated(estimate=TOO_DEAR, seconds=0.0)),
        "of unknown price": _always(
            events.Estimated(estimate=Unknown(reason="x", enforced=False), seconds=0.0)
        ),
        **_by_class(refused, CHECK_ALONE),
        "no longer passes": lambda run, step: checked(Defect.POLICY),
        "unreachable": failed(events.FailureKind.CONNECTION),
    },
    "Execute": {
        "rows": _executed,
        **_by_class(refused, CHECK_ALONE),
        "used its time": lambda run, step: refused(Defect.UNKNOWN, step, seconds=step.limits.seconds),
        "no longer passes": lambda run, step: checked(Defect.POLICY),
        "unreachable": failed(events.FailureKind.CONNECTION),
    },
    "Judge": {
        "fine": _judged(),
        "a caveat": _judged(CAVEAT),
        "a signal": _judged(SIGNAL),
        "two signals": _judged(SIGNAL, replace(SIGNAL, name="unmatched")),
        "fine but another question": _judged(same=False),
        "rows lost": lambda run, step: events.RowsLost(sequence=step.sequence),
        "no longer passes": lambda run, step: checked(Defect.POLICY),
        "fails": BUG,
    },
    "Phrase": {
        "in other words": lambda run, step: events.Phrased(
            sentence="Which one?", usage=Usage(), cost=None, seconds=0.0
        ),
        "is gone": failed(),
    },
}
_AS_TIME_RUNS_OUT = {
    "Restate": ("stands by itself", "is busy"),
    "Ground": ("whole",),
    "Reread": ("nothing new", "changed"),
    "Draft": ("sql", "prose", "is busy"),
    "Correct": ("sql", "prose", "is busy"),
    "Check": ("clean", "shape", "unstored_literal"),
    "Diagnose": ("nothing",),
    "Repair": ("no rule", "mended"),
    "Estimate": ("cheap", "syntax", "serialization"),
    "Execute": ("rows",),
    "Judge": ("fine", "a signal"),
    "Phrase": ("in other words",),
}
"""What also happens at the deadline. An execution that is refused then has used up its time."""


def _with_the_deadline(step: str) -> dict[str, Happening]:
    words = _HAPPENINGS[step]
    late = {f"{word} as time runs out": _out_of_time(words[word]) for word in _AS_TIME_RUNS_OUT[step]}
    return {**words, **late}


WORDS: Mapping[str, Mapping[str, Happening]] = {step: _with_the_deadline(step) for step in _HAPPENINGS}
"""What each step can lead to; the first word of each is what happens where a story says nothing."""


def replied(choice: Any) -> events.Replied:
    """The asker picked a choice, or said something."""
    chosen = Say(text=choice) if isinstance(choice, str) else choice
    return events.Replied(choice=chosen, asker="ann", today=TODAY)
