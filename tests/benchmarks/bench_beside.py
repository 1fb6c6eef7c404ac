"""Beside nlqueries-core: the same questions, the same scripted model on loopback, the same database"""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
import statistics
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from tests.benchmarks import peer
from tests.benchmarks.figures import Figure
from tests.benchmarks.refused import CASES, Refused

import rejoinder
from rejoinder.testing import ModelServer

ROUNDS = 21
QUESTION = "How many orders were there in 2024?"
SQL = "SELECT COUNT(*) FROM orders WHERE ordered_at >= '2024-01-01' AND ordered_at < '2025-01-01'"


def fenced(sql: str) -> str:
    """As rejoinder's prompt asks for it."""
    return f"It is in the orders.\n```sql\n{sql}\n```"


def tagged(sql: str) -> str:
    """As nlqueries' prompt asks for it."""
    return f"It is in the orders. <sql>{sql}</sql>"


def main() -> Sequence[Figure]:
    """A warm turn, and what comes of drafts that don't run."""
    with tempfile.TemporaryDirectory() as folder:
        state = Path(folder)
        if peer.installed():
            peer.learn(rejoinder.sample.path(), state)
        return [*_warm(state), *_corrected(state)]


def _warm(state: Path) -> Iterator[Figure]:
    with ModelServer([fenced(SQL)], repeat=True) as server:
        ours = asyncio.run(turns(server.url, state))
    theirs: list[tuple[float, float]] = []
    if peer.installed():
        with ModelServer([tagged(SQL)], repeat=True) as server:
            asked = [peer.Asked(question=QUESTION, url=server.url)] * (ROUNDS + 1)
            told = peer.ask(asked, state)[1:]
        theirs = [
            (each["seconds"], each["seconds"] - each["model_seconds"] - each["database_seconds"])
            for each in told
        ]
    for what, goal, place in (
        ("a warm turn, a model on loopback and a ledger included", "", 0),
        ("of it, outside the model and the database", "at most 10 ms pure, 6 ms fast", 1),
    ):
        yield Figure(
            what=what,
            value=statistics.median(each[place] for each in ours) * 1000,
            unit="ms",
            goal=goal,
            peer=statistics.median(each[place] for each in theirs) * 1000 if theirs else None,
            peer_name=peer.NAME,
        )


async def turns(url: str, state: Path) -> list[tuple[float, float]]:
    """The whole of each turn, and what of it was neither the model's nor the database's, in seconds."""
    taken = []
    async with rejoinder.connect(
        "sample", model="openai:any", model_url=url, ledger=f"sqlite:///{state}/warm.db"
    ) as agent:
        for _ in range(ROUNDS + 1):
            began = time.perf_counter()
            outcome = await agent.query(QUESTION)
            whole = time.perf_counter() - began
            assert outcome.end == "answered", outcome
            waited = sum(
                recorded.event.seconds
                for recorded in await agent.show(outcome.run_id)
                if isinstance(recorded.event, rejoinder.events.Drafted | rejoinder.events.Executed)
            )
            taken.append((whole, whole - waited))
    return taken[1:]


def _corrected(state: Path) -> Iterator[Figure]:
    ours = asyncio.run(_ours(state))
    theirs = _theirs(state) if peer.installed() else None
    for name, unit in (("right", "%"), ("wrong", "%"), ("model calls", "calls a question")):
        yield Figure(
            what={
                "right": "drafts that don't run, corrected once by the model: right in the end",
                "wrong": "of them, rows that aren't the answer",
                "model calls": "what it took",
            }[name],
            value=_share(ours, name),
            unit=unit,
            goal="0 %" if name == "wrong" else "",
            peer=None if theirs is None else _share(theirs, name),
            peer_name=peer.NAME,
            note=f"{len(CASES)} questions" if name == "right" else "",
        )


def _share(counts: Mapping[str, int], name: str) -> float:
    return counts[name] / len(CASES) * (1 if name == "model calls" else 100)


async def _ours(state: Path) -> Mapping[str, int]:
    counts: Counter[str] = Counter()
    for case in CASES:
        with ModelServer([fenced(case.first), fenced(case.then)], repeat=True) as server:
            async with rejoinder.connect(
                "sample", model="openai:any", model_url=server.url, ledger=f"sqlite:///{state}/refused.db"
            ) as agent:
                outcome = await agent.query(case.question)
            counts["model calls"] += len(server.requests)
        counts[_verdict(case, outcome.rows if outcome.executed else None)] += 1
    return counts


def _theirs(state: Path) -> Mapping[str, int]:
    counts: Counter[str] = Counter()
    with contextlib.ExitStack() as servers:
        running = [
            servers.enter_context(ModelServer([tagged(case.first), tagged(case.then)], repeat=True))
            for case in CASES
        ]
        asked = [
            peer.Asked(question=case.question, url=server.url)
            for case, server in zip(CASES, running, strict=True)
        ]
        told = peer.ask(asked, state)
    counts["model calls"] = sum(len(server.requests) for server in running)
    for case, each in zip(CASES, told, strict=True):
        counts[_verdict(case, None if each["error"] else each["rows"])] += 1
    return counts


def _verdict(case: Refused, rows: Sequence[Sequence[Any]] | None) -> str:
    if rows is None:
        return "none"
    with contextlib.closing(sqlite3.connect(rejoinder.sample.path())) as database:
        wanted = database.execute(case.then).fetchall()
    return "right" if _plain(rows) == _plain(wanted) else "wrong"


def _plain(rows: Sequence[Sequence[Any]]) -> list[tuple[str, ...]]:
    """Rows as a multiset, numbers to nine digits."""
    return sorted(
        tuple(f"{cell:.9g}" if isinstance(cell, int | float) else str(cell) for cell in row) for row in rows
    )
