"""docs/reference/json.md, from an outcome that has everything: each key, what it says, and what it looks like."""

from __future__ import annotations

import json
from collections.abc import Iterator
from decimal import Decimal
from typing import Any

from rejoinder import results
from rejoinder.loop import steps
from rejoinder.outcome import Outcome, sentences
from rejoinder.terms.choice import RunAnyway, Say, UseFact, UseSql
from rejoinder.terms.classes import Defect
from rejoinder.terms.estimate import Estimate
from rejoinder.terms.fact import Fact, FactKind
from rejoinder.terms.finding import Finding
from rejoinder.terms.ids import RunId, ThreadId
from rejoinder.terms.limits import Spend
from rejoinder.terms.refusal import Refusal
from rejoinder.terms.result import ResultColumn
from rejoinder.terms.signal import Caveat, Signal

PATH = "docs/reference/json.md"

HEAD = """# The JSON of an outcome

Generated from the code by `make docs`. It is what `--json` prints after `query`, `ask`, `sql`, `reply` and
`resume`, and what `Outcome.to_json()` gives. Every key is always there; what doesn't apply is null, false, "" or
empty. Keys and values are part of the versioned API: within a major version keys are added, never renamed, and
an old value never comes to mean something else. Ignore keys that you don't know.

"""

KEYS = {
    "run": "The run's name: what `show`, `reply` and `resume` take.",
    "thread": "The conversation that the run is part of.",
    "question": "The question as it was understood: a follow-up stands by itself here.",
    "end": "How the turn ended.",
    "reason": 'Which end of its kind it is; "" for a plain answer.',
    "sentence": "One sentence for whoever asked. It holds no SQL and no wording of a database.",
    "sql": 'The SQL behind the rows, or behind the error beside it; "" where there is none.',
    "executed": "Whether `rows` are what that SQL returned.",
    "columns": "The result's columns in their order. Two may have one name.",
    "rows": "One list a row, in the order of `columns`.",
    "truncated": "Whether there are more rows than these.",
    "caveats": "The reasons to doubt the answer, in sentences; `source` is the rule or signal behind each.",
    "signals": "The signs of trouble that were seen in the result.",
    "repaired_by": "The rules that mended the model's SQL.",
    "facts": "What was learnt from the catalog that explains why there is no answer.",
    "choices": "What may be replied, by its number. Words may be replied too. `sql` is set for the kind `sql`.",
    "different": "SQL of a correction that ran but answers a different question; else null.",
    "findings": "What the check found in the SQL.",
    "database_said": "The database's own error, classified; null where there was none.",
    "estimate": "What running the SQL would cost, as far as the database tells; `unknown` and why where it doesn't.",
    "stopped_by": "The bound that ended the turn before the end of its road; else null.",
    "attempts": "The turn's calls for SQL.",
    "spend": "What the whole run has used. `money` is in US dollars, as text, so that it stays exact.",
    "exit_code": "What the command ended with.",
}

WORDS = {
    "end": ("answered", "clarify", "refused", "failed"),
    "reason": (
        *("not_executed", "rows_not_kept"),
        *map(str, (*steps.ClarifyReason, *steps.RefuseReason, *steps.FailReason)),
    ),
    "stopped_by": tuple(map(str, steps.StoppedBy)),
}

VALUES: dict[str, Any] = {
    "a whole number": 42,
    "one that a double can't hold": 2**53 + 1,
    "a decimal": Decimal("1.50"),
    "one that a double can't hold, or would round": Decimal("12345678901234567.89"),
    "infinity, and what is not a number": float("inf"),
    "bytes": b"\x00\xff",
    "NULL": None,
}


def example() -> Outcome:
    """An outcome in which every key says something, as no single one would."""
    fact = Fact(kind=FactKind.OWNER, sentence="`region` is a column of `sites`.", source="catalog")
    return Outcome(
        run_id=RunId("20261201-051500-9f3a1c"),
        thread_id=ThreadId("20261201-051500-9f3a1c"),
        question="Which region sold most?",
        end="answered",
        reason="",
        sentence="1 row.",
        sql="SELECT region, SUM(total) FROM sites GROUP BY region",
        columns=(ResultColumn(name="region", type="TEXT"), ResultColumn(name="SUM(total)")),
        rows=(("North", Decimal("1.50")),),
        executed=True,
        truncated=True,
        caveats=(Caveat(source="truncated", sentence="There are more rows than these."),),
        signals=(Signal(name="truncated", message="There are more rows than these."),),
        repaired_by=("near_column",),
        facts=(fact,),
        choices=(
            UseFact(label="The region of the site", fact=fact),
            UseSql(label="Run this SQL", sql="SELECT 1"),
            RunAnyway(label="Run it anyway", canonical="select 1", up_to=Estimate(bytes_read=1)),
            Say(text="Say it in other words"),
        ),
        different=UseSql(label="Another question", sql="SELECT 2"),
        findings=(
            Finding(
                defect=Defect.UNKNOWN_COLUMN,
                message="There is no column `regoin`.",
                subject="regoin",
                candidates=("region",),
            ),
        ),
        refusal=Refusal(defect=Defect.SYNTAX, message='near "FORM": syntax error', code="1"),
        estimate=Estimate(rows_read=50_000),
        stopped_by=str(steps.StoppedBy.ATTEMPTS),
        attempts=3,
        spend=Spend(attempts=3, seconds=2.5, tokens=4_200, money=Decimal("0.0120")),
    )


def text() -> str:
    """The page."""
    shown = example().to_json()
    if shown.keys() != KEYS.keys():
        raise ValueError(f"these keys have no line on the page, or no value: {shown.keys() ^ KEYS.keys()}")
    return HEAD + "\n".join([*_table(shown), *_values(), *_sentences(), ""])


def _table(shown: dict[str, Any]) -> Iterator[str]:
    for key, says in KEYS.items():
        yield f"## `{key}`\n\n{says}"
        if key in WORDS:
            yield f"\nOne of {', '.join(f'`{word}`' for word in WORDS[key])}."
        yield f"\n```json\n{json.dumps(shown[key], ensure_ascii=False, indent=2)}\n```\n"


def _values() -> Iterator[str]:
    yield "## Values in `rows`\n"
    yield "Nothing is lost: what JSON can't hold exactly is text. Dates and times are ISO 8601.\n"
    yield "| in the database | here |\n| --- | --- |"
    for name, value in VALUES.items():
        yield f"| {name} | `{json.dumps(results.json_value(value))}` |"


def _sentences() -> Iterator[str]:
    yield "\n## What `sentence` says\n"
    yield "Of an answer: how many rows there are, or one of\n"
    for sentence in (sentences.NOT_EXECUTED, sentences.ROWS_NOT_KEPT):
        yield f"- {sentence}"
    yield "\nof a refusal, unless the policy has an answer of its own:\n"
    for reason, sentence in sentences.REFUSED.items():
        yield f"- `{reason}`: {sentence}"
    yield "\nand of a failure, with what more can be said:\n"
    for reason, sentence in sentences.FAILED.items():
        yield f"- `{reason}`: {sentence}"
