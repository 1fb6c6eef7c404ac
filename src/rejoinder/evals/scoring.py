"""Asks each question and says how the answer compares with the gold's."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from rejoinder.errors import UsageError
from rejoinder.evals._answering import Answered, Answering
from rejoinder.evals.compare import same_rows
from rejoinder.evals.questions import EvalQuestion


class Verdict(StrEnum):
    """How one question went."""

    EQUAL = "equal"
    DIFFERS = "differs"
    CLARIFIED = "clarified"
    REFUSED = "refused"
    FAILED = "failed"
    UNMEASURED = "unmeasured"
    """The gold itself doesn't run here, so an answer can't be compared."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """One question and how it went."""

    id: str
    db: str
    verdict: Verdict
    sql: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """Counts of verdicts over all questions."""

    counts: Mapping[Verdict, int]

    @property
    def questions(self) -> int:
        """How many were asked."""
        return sum(self.counts.values())

    def share(self, verdict: Verdict) -> float:
        """The part of all questions that went so, from 0 to 1."""
        return self.counts.get(verdict, 0) / self.questions if self.questions else 0.0

    @staticmethod
    def of(asked: Sequence[Asked]) -> Report:
        """Count."""
        return Report(counts=Counter(each.verdict for each in asked))


async def score(
    questions: Sequence[EvalQuestion],
    databases: Mapping[str, str],
    open_agent: Callable[[str], Awaitable[Answering]],
    orders: Callable[[str], bool],
) -> AsyncIterator[Asked]:
    """Ask the questions, database by database, and yield how each went.

    `open_agent` makes an agent on a URL; `orders` says whether a statement orders at its top level.
    Raises `UsageError` for a database that isn't there.
    """
    for db in dict.fromkeys(question.db for question in questions):
        if db not in databases:
            known = ", ".join(sorted(databases))
            raise UsageError(f"There is no database `{db}`; there are {known}.")
        agent = await open_agent(databases[db])
        try:
            for question in questions:
                if question.db == db:
                    yield await _ask(agent, question, orders)
        finally:
            await agent.close()


async def _ask(agent: Answering, question: EvalQuestion, orders: Callable[[str], bool]) -> Asked:
    found = await agent.query(question.asked)
    verdict = await _verdict(agent, question, found, orders)
    return Asked(id=question.id, db=question.db, verdict=verdict, sql=found.sql)


async def _verdict(
    agent: Answering, question: EvalQuestion, found: Answered, orders: Callable[[str], bool]
) -> Verdict:
    other = {"clarify": Verdict.CLARIFIED, "refused": Verdict.REFUSED, "failed": Verdict.FAILED}
    if found.end in other:
        return other[found.end]
    measured = False
    for sql in question.gold:
        gold = await agent.run_sql(sql)
        if gold.end != "answered":
            continue
        measured = True
        if same_rows(found.rows, gold.rows, ordered=orders(sql)):
            return Verdict.EQUAL
    return Verdict.DIFFERS if measured or not question.gold else Verdict.UNMEASURED
