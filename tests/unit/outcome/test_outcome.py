"""An outcome says how a turn ended: a sentence for the asker, rows and SQL that belong together, and a code."""

from __future__ import annotations

import json
from decimal import Decimal
from typing import Any

import pytest

from rejoinder.errors import MissingExtra
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
from rejoinder.outcome import Outcome, sentences
from rejoinder.terms.choice import RunAnyway, Say, UseFact, UseSql
from rejoinder.terms.classes import Defect
from rejoinder.terms.estimate import Estimate, Unknown
from rejoinder.terms.fact import Fact, FactKind
from rejoinder.terms.finding import Finding
from rejoinder.terms.ids import RunId, ThreadId
from rejoinder.terms.refusal import Refusal
from rejoinder.terms.result import Result, ResultColumn
from rejoinder.terms.signal import Caveat

ROWS = Result(columns=(ResultColumn(name="city"),), rows=(("Ayr",), ("Bath",)))
FACT = Fact(kind=FactKind.OWNER, sentence="`region` is a column of `site`.", choice="of the site")
CHOICE = UseSql(label="Run this SQL", sql="SELECT 1")

SENTENCES: dict[str, tuple[Ending, Result | None, str]] = {
    "an answer": (Answer(sql="S", sequence=7), ROWS, "2 rows."),
    "a cut answer": (
        Answer(sql="S", sequence=7),
        Result(columns=(), rows=((1,),), truncated=True),
        "First 1 row; there are more.",
    ),
    "the best so far": (
        Answer(sql="S", sequence=7, stopped_by=StoppedBy.ATTEMPTS),
        ROWS,
        "2 rows. This is the best result so far: no further attempt was allowed.",
    ),
    "not executed": (Answer(sql="S", sequence=None), None, sentences.NOT_EXECUTED),
    "rows that are gone": (Answer(sql="S", sequence=7), None, sentences.ROWS_NOT_KEPT),
    "unresolved, with choices": (
        Clarify(reason=ClarifyReason.UNRESOLVED, choices=(CHOICE,)),
        None,
        "The question can't be answered as it was asked. Choose one of these, or say it in other words.",
    ),
    "unresolved, without": (
        Clarify(reason=ClarifyReason.UNRESOLVED),
        None,
        "The question can't be answered as it was asked. Please say it in other words.",
    ),
    "in its last turn": (
        Clarify(reason=ClarifyReason.UNRESOLVED, stopped_by=StoppedBy.TURNS),
        None,
        "The question can't be answered as it was asked. "
        "This question has had all its turns: ask it anew, in other words.",
    ),
    "a model that declined": (
        Clarify(reason=ClarifyReason.UNRESOLVED, quoted="There are no prices"),
        None,
        "The model wrote no SQL for this question. It said: There are no prices. "
        "Please say it in other words.",
    ),
    "a model that asks": (
        Clarify(reason=ClarifyReason.MEANING, quoted="Which year?", choices=(CHOICE,)),
        None,
        "Which year?",
    ),
    "too broad": (
        Clarify(reason=ClarifyReason.TOO_BROAD, estimate=Estimate(bytes_read=4_100_000_000_000)),
        None,
        "Answering reads about 4.1 TB, which is more than may be spent unasked. "
        "A narrower question costs less. Please say it in other words.",
    ),
    "of unknown price": (
        Clarify(reason=ClarifyReason.TOO_BROAD, estimate=Unknown(reason="x", enforced=False)),
        None,
        "What the answer would cost is unknown, so it is not run unasked. Please say it in other words.",
    ),
    "a phrased question": (
        Clarify(reason=ClarifyReason.UNRESOLVED, phrased="Which region?"),
        None,
        "Which region?",
    ),
    "a refused topic": (Refuse(reason=RefuseReason.TOPIC, sentence="Ask HR."), None, "Ask HR."),
    "a model that failed": (
        Fail(reason=FailReason.PROVIDER, message="`x` gave no answer within 60 seconds."),
        None,
        "The model gave no answer. `x` gave no answer within 60 seconds.",
    ),
}


def _outcome(**fields: Any) -> Outcome:
    given = {
        "run_id": RunId("r"),
        "thread_id": ThreadId("t"),
        "question": "How many?",
        "end": "answered",
        "reason": "",
        "sentence": "2 rows.",
    }
    return Outcome(**given | fields)


@pytest.mark.parametrize(("ending", "result", "said"), SENTENCES.values(), ids=SENTENCES.keys())
def test_each_end_has_its_sentence(ending: Ending, result: Result | None, said: str):
    assert sentences.of(ending, result) == said


def test_a_person_who_wrote_the_sql_is_told_of_the_sql():
    ending = Clarify(reason=ClarifyReason.UNRESOLVED)
    assert sentences.of(ending, None, own_sql=True) == (
        "This SQL can't be run as it is. Please put it right, or ask a question in words."
    )


def test_every_reason_and_bound_has_a_sentence():
    assert set(sentences.REFUSED) == set(RefuseReason)
    assert set(sentences.FAILED) == set(FailReason)
    assert set(sentences.BEST_SO_FAR) == set(StoppedBy)


@pytest.mark.parametrize(
    ("end", "reason", "code"),
    [
        ("answered", "", 0),
        ("clarify", "unresolved", 3),
        ("refused", "policy", 4),
        ("failed", "timeout", 5),
        ("failed", "cancelled", 130),
    ],
)
def test_each_end_has_its_exit_code(end: str, reason: str, code: int):
    assert _outcome(end=end, reason=reason).exit_code == code


def test_two_columns_of_one_name_both_survive():
    columns = tuple(ResultColumn(name=name) for name in ("n", "n", "n_2", "n"))
    outcome = _outcome(columns=columns, rows=((1, 2, 3, 4),))
    assert outcome.to_dicts() == [{"n": 1, "n_3": 2, "n_2": 3, "n_4": 4}]


def test_its_json_has_every_key_whatever_the_end_and_can_be_written():
    full = _outcome(
        columns=(ResultColumn(name="x", type="NUMERIC"),),
        rows=((Decimal("0.10"),), (b"\x00",), (2**60,)),
        executed=True,
        caveats=(Caveat(source="truncated", sentence="There are more."),),
        facts=(FACT,),
        choices=(
            CHOICE,
            UseFact(label="of the site", fact=FACT),
            RunAnyway(label="Run it anyway", canonical="s", up_to=Estimate(bytes_read=1)),
            Say(text="words"),
        ),
        findings=(Finding(defect=Defect.UNKNOWN_COLUMN, message="no", subject="x", candidates=("y",)),),
        refusal=Refusal(defect=Defect.SYNTAX, message="near X", code="1"),
        estimate=Estimate(rows_read=5),
    )
    written = full.to_json()
    assert json.loads(json.dumps(written)) == written
    assert written.keys() == _outcome().to_json().keys()
    assert [choice["kind"] for choice in written["choices"]] == ["sql", "fact", "run_anyway", "say"]
    assert written["estimate"] == {"rows_read": 5}


def test_html_escapes_everything_that_came_from_outside():
    evil = "<script>alert(1)</script>"
    outcome = _outcome(
        sentence=evil,
        sql=evil,
        columns=(ResultColumn(name=evil),),
        rows=((evil,),),
        executed=True,
        caveats=(Caveat(source="x", sentence=evil),),
        facts=(Fact(kind=FactKind.OWNER, sentence=evil),),
        choices=(UseSql(label=evil, sql=""),),
        refusal=Refusal(defect=Defect.SYNTAX, message=evil),
    )
    page = outcome._repr_html_()
    assert "<script" not in page
    assert page.count("&lt;script&gt;") == 8


def test_its_repr_shows_a_few_rows_the_sql_and_the_reasons_to_doubt_it():
    outcome = _outcome(
        columns=(ResultColumn(name="n"),),
        rows=tuple((number,) for number in range(9)),
        executed=True,
        sql="SELECT n FROM t",
        caveats=(Caveat(source="x", sentence="Look twice."),),
    )
    shown = repr(outcome)
    assert "… 4 more rows" in shown
    assert "SELECT n FROM t" in shown
    assert "note: Look twice." in shown


@pytest.mark.parametrize("to", ["to_arrow", "to_pandas", "to_polars"])
def test_rows_become_a_table_of_each_package(to: str):
    outcome = _outcome(
        columns=(ResultColumn(name="n"), ResultColumn(name="n")), rows=((1, "a"), (2, None), (2**70, "c"))
    )
    try:
        table = getattr(outcome, to)()
    except MissingExtra as error:
        pytest.skip(str(error))
    assert tuple(table.shape) == (3, 2)
    assert list(table.column_names if to == "to_arrow" else table.columns) == ["n", "n_2"]
