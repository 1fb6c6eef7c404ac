"""An outcome as JSON and as text. The JSON's keys are part of the versioned API."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from typing import Any

from rejoinder import results
from rejoinder.outcome.fields import OutcomeFields
from rejoinder.terms.choice import Choice, RunAnyway, Say, UseFact, UseSql
from rejoinder.terms.estimate import Estimate, Unknown
from rejoinder.terms.finding import Finding
from rejoinder.terms.refusal import Refusal
from rejoinder.terms.result import ResultColumn

_WIDTH = 100
_KINDS = {UseFact: "fact", UseSql: "sql", RunAnyway: "run_anyway", Say: "say"}


def outcome_as_json(outcome: OutcomeFields) -> dict[str, Any]:
    """Every key is always there; what doesn't apply is null or empty."""
    spend = outcome.spend
    return {
        "run": outcome.run_id,
        "thread": outcome.thread_id,
        "question": outcome.question,
        "end": outcome.end,
        "reason": outcome.reason,
        "sentence": outcome.sentence,
        "sql": outcome.sql,
        "executed": outcome.executed,
        "columns": [{"name": column.name, "type": column.type} for column in outcome.columns],
        "rows": [[results.json_value(value) for value in row] for row in outcome.rows],
        "truncated": outcome.truncated,
        "caveats": [{"source": caveat.source, "sentence": caveat.sentence} for caveat in outcome.caveats],
        "signals": [signal.name for signal in outcome.signals],
        "repaired_by": list(outcome.repaired_by),
        "facts": [
            {"kind": str(fact.kind), "sentence": fact.sentence, "source": fact.source}
            for fact in outcome.facts
        ],
        "choices": [_choice(number, choice) for number, choice in enumerate(outcome.choices, 1)],
        "different": None if outcome.different is None else outcome.different.sql,
        "findings": [_finding(finding) for finding in outcome.findings],
        "database_said": _refusal(outcome.refusal),
        "estimate": _estimate(outcome.estimate),
        "stopped_by": outcome.stopped_by,
        "attempts": outcome.attempts,
        "spend": {"seconds": spend.seconds, "tokens": spend.tokens, "money": str(spend.money)},
        "exit_code": outcome.exit_code,
    }


def as_text(columns: Sequence[ResultColumn], rows: Sequence[Sequence[Any]]) -> str:
    """A few rows as a table of plain text."""
    return results.text_table(columns, rows, width=_WIDTH)


def label(choice: Choice) -> str:
    """What a choice says."""
    return choice.text if isinstance(choice, Say) else choice.label


def _choice(number: int, choice: Choice) -> dict[str, Any]:
    sql = choice.sql if isinstance(choice, UseSql) else None
    return {"number": number, "label": label(choice), "kind": _KINDS[type(choice)], "sql": sql}


def _finding(finding: Finding) -> dict[str, Any]:
    return {
        "class": str(finding.defect),
        "message": finding.message,
        "subject": finding.subject,
        "candidates": list(finding.candidates),
    }


def _refusal(refusal: Refusal | None) -> dict[str, Any] | None:
    if refusal is None:
        return None
    return {"class": str(refusal.defect), "code": refusal.code, "message": refusal.message}


def _estimate(estimate: Estimate | Unknown | None) -> dict[str, Any] | None:
    match estimate:
        case None:
            return None
        case Unknown(reason=reason):
            return {"unknown": reason}
        case Estimate():
            known = {field.name: getattr(estimate, field.name) for field in fields(estimate)}
            return {
                name: results.json_value(value)
                for name, value in known.items()
                if name != "plan" and value is not None
            }
