"""Evaluates a model on questions with gold SQL, or the loop on recorded SQL, each database through its own agent."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from rejoinder.agent import Agent
from rejoinder.assembly import connect
from rejoinder.dialects import dialect
from rejoinder.errors import UsageError
from rejoinder.evals import Asked, find_databases, read_questions, score
from rejoinder.evals.replay import MOST_ANSWERS, RecordedModel, ReplayCase, Replayed, read_replay
from rejoinder.evals.replay import replay as replayed
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


async def replay(
    cases: Path, databases: str, *, settings: Settings, rules_off: Sequence[str] = ()
) -> AsyncIterator[Replayed]:
    """Replay recorded SQL through the loop and yield what became of each case; see `rejoinder.evals.replay`.

    `databases` is a folder as in `evaluate`, or the URL of a database, in which `{db}` is a case's database. Nothing
    is written to the user's ledger. Raises `UsageError` for files that can't be read and rules that don't exist.
    """
    asked = read_replay(cases)
    found: dict[tuple[str, str], Mapping[str, str]] = {}

    def url_of(case: ReplayCase) -> str:
        if "://" in databases:
            return databases.replace("{db}", case.db)
        place = (case.corpus, case.dialect)
        if place not in found:
            found[place] = find_databases(Path(databases), *place)
        if case.db not in found[place]:
            raise UsageError(
                f"There is no {case.dialect} database `{case.db}` of `{case.corpus}` in `{databases}`."
            )
        return found[place][case.db]

    async def open_agent(case: ReplayCase, model: RecordedModel) -> Agent:
        quiet = settings.for_evaluation(rows=_ROWS)
        limits = replace(quiet.limits, corrections=MOST_ANSWERS - 1)
        return connect(
            url_of(case), settings=replace(quiet, limits=limits), provider=model, rules_off=rules_off
        )

    async for one in replayed(asked, open_agent, lambda sql, name: orders_at_top(sql, dialect(name))):
        yield one
