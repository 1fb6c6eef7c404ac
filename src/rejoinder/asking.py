"""What an asker may hand in, looked at before anything is spent on it, and the event that a run starts with."""

from __future__ import annotations

import datetime as dt
import zoneinfo
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from rejoinder.errors import QuestionError, ReplyConflict, UsageError
from rejoinder.loop import events, steps
from rejoinder.loop.run import replay
from rejoinder.policies import PolicySource
from rejoinder.ports import Clock, Ledger, RunQuery, RunSummary
from rejoinder.settings import Settings
from rejoinder.terms.choice import Choice, Say
from rejoinder.terms.ids import ThreadId
from rejoinder.terms.limits import Limits, least
from rejoinder.terms.policy import Budget
from rejoinder.terms.question import Mode, Today

LONGEST_QUESTION = 20_000
_HISTORY = 5
_RUNS_A_DAY = 100_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Asking:
    """Makes `Asked`: who asks, what today is, which limits and verdicts hold, what the thread asked before."""

    settings: Settings
    policies: PolicySource
    ledger: Ledger
    clock: Clock

    async def asked(
        self,
        mode: Mode,
        question: str,
        *,
        sql: str | None = None,
        asker: str = "",
        limits: Limits | None = None,
        thread: ThreadId | None = None,
    ) -> events.Asked:
        """The first event of a run. `thread` is given where the model can restate a follow-up."""
        asker = asker or self.settings.asker
        topic = self.policies.current().topic(question)
        return events.Asked(
            question=question,
            asker=asker,
            mode=mode,
            today=self.today(),
            limits=self.limits(asker, limits),
            verdicts=events.Verdicts(topic=topic, daily_budget=await self._spent_budget(asker)),
            history=() if thread is None else await self._history(thread),
            sql=sql,
        )

    def limits(self, asker: str, limits: Limits | None = None) -> Limits:
        """The least of settings, policy and `limits`."""
        asked = self.settings.limits if limits is None else least(self.settings.limits, limits)
        return self.policies.current().limits_for(asker, asked)

    def today(self) -> Today:
        """Today where the settings say that the asker is (G6)."""
        name = self.settings.timezone
        # A machine without a time zone database still knows UTC.
        zone = dt.UTC if name == "UTC" else zoneinfo.ZoneInfo(name)
        return Today(
            date=self.clock.now().astimezone(zone).date(),
            timezone=name,
            first_weekday=self.settings.first_weekday,
            fiscal_year_start=self.settings.fiscal_year_start,
        )

    async def _spent_budget(self, asker: str) -> str | None:
        """Which of the asker's daily budgets is used up, counted in the ledger by UTC days."""
        budget = self.policies.current().budget_for(asker)
        if budget == Budget():
            return None
        day = self.clock.now().astimezone(dt.UTC).date()
        summaries = await self.ledger.runs(RunQuery(asker=asker, day=day, limit=_RUNS_A_DAY))
        return spent_budget(summaries, budget)

    async def _history(self, thread: ThreadId) -> tuple[steps.Exchange, ...]:
        """The last questions of a thread, oldest first."""
        found = await self.ledger.runs(RunQuery(thread=thread, limit=_HISTORY))
        past = [summary for summary in found if not summary.redacted]
        runs = [replay([known.event for known in await self.ledger.events(summary.run)]) for summary in past]
        return tuple(
            steps.Exchange(question=run.question, sql=run.ended.sql if run.ended else "")
            for run in reversed(runs)
        )


def question_of(text: str) -> str:
    """The question without the space around it. Raises `QuestionError`."""
    question = text.strip()
    if not question:
        raise QuestionError("The question is empty: say in a sentence what you want to know.")
    if len(question) > LONGEST_QUESTION:
        raise QuestionError(
            f"The question has {len(question):,} characters; ask it in at most {LONGEST_QUESTION:,}."
        )
    if "\0" in question or not _is_text(question):
        raise QuestionError("The question holds bytes that are no text: give it in UTF-8.")
    return question


def own_sql(text: str) -> str:
    """A person's SQL as it was given. Raises `QuestionError` where there is none, or it is no text."""
    if not text.strip():
        raise QuestionError("The SQL is empty: give one SELECT statement.")
    if not _is_text(text):
        raise QuestionError("The SQL holds bytes that are no text: give it in UTF-8.")
    return text


def _is_text(text: str) -> bool:
    """Whether it has no lone surrogates: what Python makes of bytes that aren't UTF-8."""
    return not any("\ud800" <= letter <= "\udfff" for letter in text)


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
