"""Makes an outcome of how a run ended and of the rows that are at hand."""

from __future__ import annotations

from typing import Any, Literal

from rejoinder.loop import steps
from rejoinder.loop.run import Run
from rejoinder.outcome import sentences
from rejoinder.outcome.outcome import Outcome
from rejoinder.terms.ids import RunId, ThreadId
from rejoinder.terms.question import Mode
from rejoinder.terms.result import Result

_ENDS: dict[type[steps.Ending], Literal["answered", "clarify", "refused", "failed"]] = {
    steps.Answer: "answered",
    steps.Clarify: "clarify",
    steps.Refuse: "refused",
    steps.Fail: "failed",
}


def build(
    *, run_id: RunId, thread_id: ThreadId, run: Run, ending: steps.Ending, result: Result | None
) -> Outcome:
    """`result` is None where nothing ran, or where the rows are no longer kept."""
    said: dict[str, Any] = {
        "run_id": run_id,
        "thread_id": thread_id,
        "question": run.question,
        "end": _ENDS[type(ending)],
        "sentence": sentences.of(ending, result, own_sql=run.asked.mode is Mode.SQL and run.attempts == 0),
        "sql": ending.sql,
        "stopped_by": None,
        "attempts": run.attempts,
        "spend": run.spend,
    }
    return Outcome(**said | _of(ending, result))


def _of(ending: steps.Ending, result: Result | None) -> dict[str, Any]:
    match ending:
        case steps.Answer():
            return _answer(ending, result)
        case steps.Clarify():
            return {
                "reason": str(ending.reason),
                "facts": ending.facts,
                "choices": ending.choices,
                "findings": ending.findings,
                "refusal": ending.refusal,
                "estimate": ending.estimate,
                "caveats": ending.caveats,
                "repaired_by": ending.repaired_by,
                "stopped_by": _name(ending.stopped_by),
            }
        case steps.Refuse():
            return {
                "reason": str(ending.reason),
                "findings": ending.findings,
                "refusal": ending.refusal,
            }
        case steps.Fail():
            return {
                "reason": str(ending.reason),
                "refusal": ending.refusal,
                "stopped_by": _name(ending.stopped_by),
            }


def _answer(ending: steps.Answer, result: Result | None) -> dict[str, Any]:
    shown: dict[str, Any] = {
        "reason": _reason(ending, result),
        "caveats": ending.caveats,
        "signals": ending.signals,
        "estimate": ending.estimate,
        "different": ending.different,
        "repaired_by": ending.repaired_by,
        "stopped_by": _name(ending.stopped_by),
    }
    if ending.sequence is None or result is None:
        return shown
    return shown | {
        "executed": True,
        "columns": result.columns,
        "rows": result.rows,
        "truncated": result.truncated,
    }


def _reason(ending: steps.Answer, result: Result | None) -> str:
    if ending.sequence is None:
        return "not_executed"
    return "" if result is not None else "rows_not_kept"


def _name(stopped_by: steps.StoppedBy | None) -> str | None:
    return None if stopped_by is None else str(stopped_by)
