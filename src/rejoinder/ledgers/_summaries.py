"""One line about a run, kept up to date event by event, so that listing runs reads no events."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Any

from rejoinder.errors import InvalidEvent
from rejoinder.loop import events, steps
from rejoinder.ports import Envelope, RunQuery, RunSummary
from rejoinder.terms.ids import RunId
from rejoinder.terms.limits import Usage

OPEN = "open"
_ENDS = {
    steps.Answer: "answered",
    steps.Clarify: "clarify",
    steps.Refuse: "refused",
    steps.Fail: "failed",
}
_ATTEMPTS = frozenset({"Draft", "Correct"})


def summed(
    summary: RunSummary | None, run_id: RunId, envelope: Envelope, recorded: Sequence[events.Event]
) -> RunSummary:
    """The line once `recorded` has happened; `summary` is None where that begins with the run's first event."""
    if envelope.run != run_id:
        raise InvalidEvent(f"An event of run `{envelope.run}` can't be recorded for run `{run_id}`.")
    for event in recorded:
        summary = _begun(envelope, event) if summary is None else _after(summary, envelope, event)
    if summary is None:
        raise InvalidEvent("Nothing was given to be recorded.")
    return summary


def _begun(envelope: Envelope, asked: events.Event) -> RunSummary:
    if not isinstance(asked, events.Asked):
        raise InvalidEvent(f"A run starts with `Asked`; found `{type(asked).__name__}`.")
    return RunSummary(
        run=envelope.run,
        thread=envelope.thread,
        question=_line(asked.question or asked.sql or ""),
        asker=_line(envelope.asker),
        database=_line(envelope.database),
        started=envelope.time,
        updated=envelope.time,
        end=OPEN,
        events=1,
    )


def _after(summary: RunSummary, envelope: Envelope, event: events.Event) -> RunSummary:
    usage: Usage = getattr(event, "usage", Usage())
    cost: Decimal | None = getattr(event, "cost", None)
    return replace(
        summary,
        updated=envelope.time,
        events=summary.events + 1,
        tokens=summary.tokens + usage.tokens,
        money=summary.money + (cost or Decimal(0)),
        **_stage(summary, event),
    )


def fits(summary: RunSummary, query: RunQuery) -> bool:
    """Whether a run is one of those asked for."""
    return (
        query.end in ("", summary.end)
        and query.asker in ("", summary.asker)
        and query.thread in (None, summary.thread)
        and query.day in (None, summary.started.astimezone(dt.UTC).date())
    )


def blank(summary: RunSummary) -> RunSummary:
    """The line of a run that was redacted."""
    return replace(summary, question="", redacted=True)


def _line(text: str) -> str:
    """Text that every store takes: half a character (a surrogate by itself) becomes a question mark."""
    return text.encode(errors="replace").decode()


def _stage(summary: RunSummary, event: events.Event) -> dict[str, Any]:
    match event:
        case events.Ended(ending=ending):
            reason = getattr(ending, "reason", "")
            return {"end": _ENDS[type(ending)], "reason": str(reason)}
        case events.Replied():
            return {"end": OPEN, "reason": ""}
        case events.Began(step=step, attempt=attempt) if step in _ATTEMPTS:
            return {"attempts": max(summary.attempts, attempt)}
        case _:
            return {}
