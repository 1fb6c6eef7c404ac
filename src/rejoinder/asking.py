"""What an asker may hand in: questions and replies, looked at before anything is spent on them."""

from __future__ import annotations

from rejoinder.errors import QuestionError, ReplyConflict, UsageError
from rejoinder.loop import steps
from rejoinder.terms.choice import Choice, Say

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
    if "\0" in question:
        raise QuestionError("The question holds a NUL character: it looks like a binary file, not text.")
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
