"""Evaluates a model on questions with gold SQL, each database through an agent of its own."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

from rejoinder.agent import Agent
from rejoinder.assembly import connect
from rejoinder.dialects import dialect
from rejoinder.evals import Asked, find_databases, read_questions, score
from rejoinder.settings import Settings
from rejoinder.sql.predicates import orders_at_top

_ROWS = 200_000


async def evaluate(
    questions: Path, databases: Path, *, settings: Settings, most: int | None = None
) -> AsyncIterator[Asked]:
    """Ask each question of a JSON-lines file and yield how it went; see `rejoinder.evals.score`.

    `databases` is a folder with a `databases.tsv` or just database files. Nothing is written to the
    user's ledger. Raises `UsageError` for files that can't be read.
    """
    asked = read_questions(questions)[:most]
    corpus = questions.name.partition(".")[0]
    sqlite = dialect("sqlite")

    async def open_agent(url: str) -> Agent:
        return connect(url, settings=settings.for_evaluation(rows=_ROWS))

    found = find_databases(databases, corpus)
    async for each in score(asked, found, open_agent, lambda sql: orders_at_top(sql, sqlite)):
        yield each
