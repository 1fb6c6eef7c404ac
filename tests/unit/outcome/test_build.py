"""An outcome holds everything of its end, and nothing that didn't happen."""

from __future__ import annotations

import datetime as dt
import json
from decimal import Decimal
from typing import Any

import pytest
from tests.docs import page_json

from rejoinder.loop import events
from rejoinder.loop.run import Run, replay
from rejoinder.loop.steps import (
    Answer,
    Clarify,
    ClarifyReason,
    Ending,
    Fail,
    FailReason,
    Refuse,
    RefuseReason,
    StoppedBy,
)
from rejoinder.outcome import Outcome, build
from rejoinder.terms.choice import Say, UseSql
from rejoinder.terms.classes import Defect
from rejoinder.terms.estimate import Estimate, Unknown
from rejoinder.terms.fact import Fact, FactKind
from rejoinder.terms.finding import Finding
from rejoinder.terms.ids import RunId, ThreadId
from rejoinder.terms.limits import Limits, Spend
from rejoinder.terms.question import Mode, Today
from rejoinder.terms.refusal import Refusal
from rejoinder.terms.result import Result, ResultColumn
from rejoinder.terms.signal import Caveat, Signal

SQL = "SELECT name FROM city"
ROWS = Result(columns=(ResultColumn(name="name", type="TEXT"),), rows=(("Ayr",), ("Bath",)), truncated=True)
CAVEAT = Caveat(source="s", sentence="There is a reason to doubt it.")
SIGNAL = Signal(name="truncated", message="There are more rows.")
FACT = Fact(kind=FactKind.OWNER, sentence="`region` is a column of `site`.")
FINDING = Finding(defect=Defect.UNKNOWN_COLUMN, message="There is no column `regoin`.")
REFUSAL = Refusal(defect=Defect.SYNTAX, message='ERROR: syntax error at or near "FROM"', code="42601")
OTHER = UseSql(label="Another question", sql="SELECT 1")
CHOICES = (OTHER, Say(text="words"))
ESTIMATE = Estimate(rows_read=5)
UNKNOWN = Unknown(reason="it can't be told")

NOTHING = {
    "reason": "",
    "sql": "",
    "columns": (),
    "rows": (),
    "executed": False,
    "truncated": False,
    "caveats": (),
    "signals": (),
    "facts": (),
    "choices": (),
    "findings": (),
    "refusal": None,
    "estimate": None,
    "stopped_by": None,
    "different": None,
    "repaired_by": (),
}
ANSWER = Answer(
    sql=SQL,
    sequence=4,
    caveats=(CAVEAT,),
    signals=(SIGNAL,),
    estimate=ESTIMATE,
    stopped_by=StoppedBy.SECONDS,
    different=OTHER,
    repaired_by=("near_column",),
)
ANSWERED = {
    "end": "answered",
    "sql": SQL,
    "caveats": (CAVEAT,),
    "signals": (SIGNAL,),
    "estimate": ESTIMATE,
    "stopped_by": "seconds",
    "different": OTHER,
    "repaired_by": ("near_column",),
}
ENDS: dict[str, tuple[Ending, Result | None, dict[str, Any], int]] = {
    "an answer": (
        ANSWER,
        ROWS,
        ANSWERED | {"executed": True, "columns": ROWS.columns, "rows": ROWS.rows, "truncated": True},
        0,
    ),
    "an answer whose rows are gone": (ANSWER, None, ANSWERED | {"reason": "rows_not_kept"}, 0),
    "an answer without rows": (
        Answer(sql=SQL, sequence=4),
        Result(columns=ROWS.columns, rows=()),
        {"end": "answered", "sql": SQL, "executed": True, "columns": ROWS.columns},
        0,
    ),
    "SQL that wasn't run": (
        Answer(sql=SQL, sequence=None, estimate=UNKNOWN),
        None,
        {"end": "answered", "sql": SQL, "reason": "not_executed", "estimate": UNKNOWN},
        0,
    ),
    "a clarifying question": (
        Clarify(
            reason=ClarifyReason.UNRESOLVED,
            facts=(FACT,),
            choices=CHOICES,
            sql=SQL,
            refusal=REFUSAL,
            findings=(FINDING,),
            estimate=ESTIMATE,
            caveats=(CAVEAT,),
            stopped_by=StoppedBy.ATTEMPTS,
            repaired_by=("key",),
        ),
        None,
        {
            "end": "clarify",
            "reason": "unresolved",
            "facts": (FACT,),
            "choices": CHOICES,
            "sql": SQL,
            "refusal": REFUSAL,
            "findings": (FINDING,),
            "estimate": ESTIMATE,
            "caveats": (CAVEAT,),
            "stopped_by": "attempts",
            "repaired_by": ("key",),
        },
        3,
    ),
    "a refusal": (
        Refuse(reason=RefuseReason.PERMISSION, sql=SQL, refusal=REFUSAL, findings=(FINDING,)),
        None,
        {"end": "refused", "reason": "permission", "sql": SQL, "refusal": REFUSAL, "findings": (FINDING,)},
        4,
    ),
    "a failure": (
        Fail(reason=FailReason.TIMEOUT, sql=SQL, refusal=REFUSAL, stopped_by=StoppedBy.SECONDS),
        None,
        {"end": "failed", "reason": "timeout", "sql": SQL, "refusal": REFUSAL, "stopped_by": "seconds"},
        5,
    ),
    "a cancellation": (
        Fail(reason=FailReason.CANCELLED),
        None,
        {"end": "failed", "reason": "cancelled"},
        130,
    ),
}


def _run(mode: Mode = Mode.QUERY) -> Run:
    asked = events.Asked(
        question="Which cities?",
        asker="ada",
        mode=mode,
        today=Today(date=dt.date(2026, 3, 14)),
        limits=Limits(),
        sql=SQL if mode is Mode.SQL else None,
    )
    return replay([asked])


def _built(ending: Ending, result: Result | None, mode: Mode = Mode.QUERY) -> Outcome:
    return build(run_id=RunId("r"), thread_id=ThreadId("t"), run=_run(mode), ending=ending, result=result)


@pytest.mark.parametrize(("ending", "result", "held", "code"), ENDS.values(), ids=ENDS.keys())
def test_each_end_is_held_whole(ending: Ending, result: Result | None, held: dict[str, Any], code: int):
    outcome = _built(ending, result)
    assert {name: getattr(outcome, name) for name in (*NOTHING, "end")} == NOTHING | held
    assert outcome.exit_code == code
    assert (outcome.run_id, outcome.thread_id, outcome.question) == ("r", "t", "Which cities?")
    assert (outcome.attempts, outcome.spend) == (0, Spend())


@pytest.mark.parametrize(("ending", "result", "_", "__"), ENDS.values(), ids=ENDS.keys())
def test_the_askers_sentence_holds_no_wording_of_the_database(
    ending: Ending, result: Result | None, _: Any, __: Any
):
    for mode in Mode:
        sentence = _built(ending, result, mode).sentence
        assert sentence.endswith((".", "?"))
        assert not any(word in sentence for word in ("ERROR", "syntax", "42601", "SELECT", "`regoin`"))


def test_every_end_is_in_the_table():
    assert {type(ending) for ending, *_ in ENDS.values()} == {Answer, Clarify, Refuse, Fail}


# Its JSON


@pytest.mark.parametrize(("ending", "result", "_", "__"), ENDS.values(), ids=ENDS.keys())
def test_the_json_of_every_end_has_the_keys_of_the_page(
    ending: Ending, result: Result | None, _: Any, __: Any
):
    shown = _built(ending, result).to_json()
    assert shown.keys() == page_json.KEYS.keys()
    assert json.loads(json.dumps(shown)) == shown
    for key, words in page_json.WORDS.items():
        assert shown[key] in (*words, "", None)


def test_the_json_holds_every_number_exactly():
    columns = tuple(ResultColumn(name=name) for name in "abcd")
    rows = ((2**60, Decimal("0.10"), float("nan"), -1),)
    outcome = _built(
        Answer(sql=SQL, sequence=4, estimate=Estimate(rows_read=2**60, cost=float("inf"))),
        Result(columns=columns, rows=rows),
    )
    shown = outcome.to_json()
    assert shown["rows"][0][0] == str(2**60)
    assert Decimal(str(shown["rows"][0][1])) == Decimal("0.10")
    assert shown["rows"][0][3] == -1
    assert shown["estimate"]["rows_read"] == str(2**60)
    json.dumps(shown, allow_nan=False)
