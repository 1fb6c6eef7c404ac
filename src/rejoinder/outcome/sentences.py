"""What an asker is told: one plain sentence for each end. No wording of a database, no SQL, no jargon."""

from __future__ import annotations

from typing import assert_never

from rejoinder import results
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
from rejoinder.terms.estimate import Estimate
from rejoinder.terms.result import Result

BEST_SO_FAR = {
    StoppedBy.ATTEMPTS: "no further attempt was allowed",
    StoppedBy.SECONDS: "time was up",
    StoppedBy.TOKENS: "the tokens for this question were used up",
    StoppedBy.MONEY: "the money for this question was used up",
    StoppedBy.COST: "the next attempt would have cost too much to run",
    StoppedBy.REPEAT: "the model proposed the same SQL again",
    StoppedBy.CORRECTED_ONCE: "a result like this is corrected only once",
    StoppedBy.TURNS: "this question has had all its turns",
    StoppedBy.NOT_CORRECTABLE: "it is not for the model to correct this",
    StoppedBy.PROVIDER: "the model could not be reached again",
    StoppedBy.INTERRUPTED: "the run was interrupted",
    StoppedBy.FAILED: "the next step failed",
}

REFUSED = {
    RefuseReason.POLICY: "The policy doesn't allow what this question needs.",
    RefuseReason.PERMISSION: "The database doesn't let this login read what the question needs.",
    RefuseReason.TOPIC: "Questions about this are not answered here.",
    RefuseReason.DAILY_BUDGET: "Today's budget is used up; ask again tomorrow.",
}

FAILED = {
    FailReason.TIMEOUT: "There was no answer in time. A narrower question needs less time.",
    FailReason.CONNECTION: "The database could not be reached. Try again later, or see `rejoinder doctor`.",
    FailReason.RESOURCES: "The database ran out of memory, space or connections. Try a narrower question, or later.",
    FailReason.READ_ONLY: "The database took this for a change of its data, so it was not run.",
    FailReason.PROVIDER: "The model gave no answer.",
    FailReason.LIMIT: "The limits leave no room for an answer. See `rejoinder doctor` for what they are.",
    FailReason.INTERRUPTED: "The run was interrupted too often. Ask again.",
    FailReason.CANCELLED: "Cancelled.",
    FailReason.INTERNAL: "Something went wrong inside rejoinder; what happened is recorded with the run.",
}

NOT_EXECUTED = "This SQL has passed its checks. It was not run."
ROWS_NOT_KEPT = "This was answered before, and its rows are no longer kept. Run the SQL again to see them."
UNRESOLVED = "The question can't be answered as it was asked."
UNRESOLVED_SQL = "This SQL can't be run as it is."
MEANING = "The question can mean more than one thing. Which one?"
DECLINED = "The model wrote no SQL for this question. It said: {quoted}"
TOO_BROAD = "Answering {price}, which is more than may be spent unasked. A narrower question costs less."
PRICE_UNKNOWN = "What the answer would cost is unknown, so it is not run unasked."
REPHRASE = "Please say it in other words."
REWRITE = "Please put it right, or ask a question in words."
CHOOSE = "Choose one of these, or say it in other words."


def of(ending: Ending, result: Result | None, *, own_sql: bool = False) -> str:
    """The sentence for an end. `result` is None where no rows are at hand; `own_sql`: a person wrote the SQL."""
    match ending:
        case Answer():
            return _answered(ending, result)
        case Clarify():
            return ending.phrased or _clarify(ending, own_sql)
        case Refuse():
            return ending.sentence or REFUSED[ending.reason]
        case Fail():
            return f"{FAILED[ending.reason]} {ending.message}".rstrip()
        case _:
            assert_never(ending)


def _answered(ending: Answer, result: Result | None) -> str:
    if ending.sequence is None:
        return NOT_EXECUTED
    if result is None:
        return ROWS_NOT_KEPT
    counted = results.counted(len(result.rows), result.truncated)
    sentence = f"{counted[:1].upper()}{counted[1:]}."
    if ending.stopped_by is not None:
        sentence += f" This is the best result so far: {BEST_SO_FAR[ending.stopped_by]}."
    return sentence


def _clarify(ending: Clarify, own_sql: bool) -> str:
    said = UNRESOLVED_SQL if own_sql and ending.reason is ClarifyReason.UNRESOLVED else _found(ending)
    if ending.stopped_by is StoppedBy.TURNS:
        return f"{said} This question has had all its turns: ask it anew, in other words."
    if ending.reason is ClarifyReason.MEANING:
        return said
    if ending.choices:
        return f"{said} {CHOOSE}"
    return f"{said} {REWRITE if own_sql else REPHRASE}"


def _found(ending: Clarify) -> str:
    match ending.reason:
        case ClarifyReason.MEANING:
            return ending.quoted or MEANING
        case ClarifyReason.TOO_BROAD:
            estimate = ending.estimate
            if isinstance(estimate, Estimate):
                return TOO_BROAD.format(price=results.price_text(estimate))
            return PRICE_UNKNOWN
        case ClarifyReason.UNRESOLVED:
            return DECLINED.format(quoted=_sentence(ending.quoted)) if ending.quoted else UNRESOLVED
        case _:
            assert_never(ending.reason)


def _sentence(text: str) -> str:
    return text if text.rstrip().endswith((".", "!", "?", "。")) else f"{text.rstrip()}."
