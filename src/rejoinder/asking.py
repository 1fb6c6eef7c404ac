"""What an asker may hand in: questions and replies, looked at before anything is spent on them."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from rejoinder.errors import QuestionError, ReplyConflict, UsageError
from rejoinder.loop import steps
from rejoinder.ports import RunSummary
from rejoinder.terms.choice import Choice, Say
from rejoinder.terms.policy import Budget

LONGEST_QUESTION = 20_000


def question_of(text: str) -> str:
    """The question without the space around it. Raises `QuestionError`."""
    question = text.strip()
    if not question:
        raise QuestionError("The question is empty: say in a sentence what you want to know.")
    if len(question) > LONGEST_QUESTION:
        raise QuestionError(
            f"The question has {len(question):,} characters; ask it in at most {LONGEST_QUESTION:,}."
        )
    if "\0" in question or any("\ud800" <= letter <= "\udfff" for letter in question):
        raise QuestionError("The question holds bytes that are no text: give it in UTF-8.")
    return question


def chosen(waiting: steps.Clarify, choice: int | None, text: str | None) -> Choice:
    """What the asker picked, by number from 1, or said. Raises `ReplyConflict`."""
    if (choice is None) == (text is None):
        raise UsageError("Reply either with the number of a choice or with words.")
    if text is not None:
        return Say(text=question_of(text))
    if choice is None or not 1 <= choice <= len(waiting.choices):
        offered = f"1 to {len(waiting.choices)}" if waiting.choices else "none: reply in words"
        raise ReplyConflict(f"There is no choice {choice}; the choices are {offered}.")
    return waiting.choices[choice - 1]


def spent_budget(summaries: Sequence[RunSummary], budget: Budget) -> str | None:
    """Which daily budget is used up, in a sentence; None where there is something left."""
    runs, tokens = len(summaries), sum(summary.tokens for summary in summaries)
    money = sum((summary.money for summary in summaries), Decimal(0))
    if budget.runs_per_day is not None and runs >= budget.runs_per_day:
        return f"Today's {budget.runs_per_day:,} questions have been asked; ask again tomorrow."
    if budget.tokens_per_day is not None and tokens >= budget.tokens_per_day:
        return f"Today's {budget.tokens_per_day:,} tokens have been used; ask again tomorrow."
    if budget.money_per_day is not None and money >= budget.money_per_day:
        return f"Today's {budget.money_per_day} USD have been used; ask again tomorrow."
    return None
