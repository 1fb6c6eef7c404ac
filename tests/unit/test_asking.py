"""Questions and replies are looked at before anything is spent on them."""

from __future__ import annotations

import datetime as dt
from decimal import Decimal

import pytest

from rejoinder.asking import LONGEST_QUESTION, chosen, own_sql, question_of, spent_budget
from rejoinder.errors import QuestionError, ReplyConflict, UsageError
from rejoinder.loop.steps import Clarify, ClarifyReason
from rejoinder.ports import RunSummary
from rejoinder.terms.choice import Say, UseSql
from rejoinder.terms.ids import RunId, ThreadId
from rejoinder.terms.policy import Budget

ONE, TWO = UseSql(label="one", sql="SELECT 1"), UseSql(label="two", sql="SELECT 2")


@pytest.mark.parametrize(
    "text", ["How many?", "  How many?\n", "Πόσοι;", "何人ですか", "كم عددهم؟", "x" * LONGEST_QUESTION]
)
def test_a_question_in_any_script_is_taken_without_the_space_around_it(text: str):
    assert question_of(text) == text.strip()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "The question is empty"),
        (" \n\t", "The question is empty"),
        ("x" * 1_000_000, "1,000,000 characters; ask it in at most 20,000"),
        ("who\0am I", "bytes that are no text"),
        ("who \udcff am I", "bytes that are no text"),
    ],
    ids=["empty", "blank", "1 MB", "a null", "bytes that aren't UTF-8"],
)
def test_what_is_no_question_is_a_sentence(text: str, said: str):
    with pytest.raises(QuestionError, match=said):
        question_of(text)


def test_sql_of_ones_own_is_taken_as_it_is():
    assert own_sql(" SELECT 1 -- one\n") == " SELECT 1 -- one\n"


@pytest.mark.parametrize(
    ("text", "said"), [(" \n", "The SQL is empty"), ("SELECT '\udcff'", "bytes that are no text")]
)
def test_what_is_no_sql_is_a_sentence(text: str, said: str):
    with pytest.raises(QuestionError, match=said):
        own_sql(text)


def _waiting(*choices: UseSql) -> Clarify:
    return Clarify(reason=ClarifyReason.UNRESOLVED, choices=choices)


def test_a_choice_is_picked_by_its_number_from_one():
    assert chosen(_waiting(ONE, TWO), 2, None) == TWO


def test_words_are_a_reply_too():
    assert chosen(_waiting(ONE), None, " only last year ") == Say(text="only last year")


@pytest.mark.parametrize(
    ("number", "offered"), [(0, "1 to 2"), (3, "1 to 2"), (-1, "1 to 2")], ids=["zero", "beyond", "negative"]
)
def test_a_choice_that_is_not_there_names_those_that_are(number: int, offered: str):
    with pytest.raises(ReplyConflict, match=offered):
        chosen(_waiting(ONE, TWO), number, None)


def test_where_nothing_is_offered_words_are_asked_for():
    with pytest.raises(ReplyConflict, match="reply in words"):
        chosen(_waiting(), 1, None)


@pytest.mark.parametrize(("number", "text"), [(None, None), (1, "words")], ids=["neither", "both"])
def test_a_reply_is_a_number_or_words(number: int | None, text: str | None):
    with pytest.raises(UsageError, match="number of a choice or with words"):
        chosen(_waiting(ONE), number, text)


def _summary(tokens: int, money: str) -> RunSummary:
    now = dt.datetime(2026, 1, 1, tzinfo=dt.UTC)
    return RunSummary(
        run=RunId("r"),
        thread=ThreadId("t"),
        question="",
        asker="",
        database="",
        started=now,
        updated=now,
        end="answered",
        tokens=tokens,
        money=Decimal(money),
    )


BUDGETS = {
    "no budget": (Budget(), None),
    "runs left": (Budget(runs_per_day=3), None),
    "no runs left": (Budget(runs_per_day=2), "2 questions have been asked"),
    "tokens left": (Budget(tokens_per_day=3_001), None),
    "no tokens left": (Budget(tokens_per_day=3_000), "3,000 tokens have been used"),
    "money left": (Budget(money_per_day=Decimal("0.31")), None),
    "no money left": (Budget(money_per_day=Decimal("0.30")), "0.30 USD have been used"),
}


@pytest.mark.parametrize(("budget", "said"), BUDGETS.values(), ids=BUDGETS.keys())
def test_a_daily_budget_is_used_up_by_the_days_runs(budget: Budget, said: str | None):
    found = spent_budget([_summary(1_000, "0.10"), _summary(2_000, "0.20")], budget)
    assert (found is None) if said is None else said in (found or "")
