"""The command line of a base install, as a whole process"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from tests.benchmarks import peer
from tests.benchmarks.base_install import base_install
from tests.benchmarks.figures import Figure, Process, median_process

import rejoinder
from rejoinder.testing import ModelServer

QUESTION = "How many orders were there in 2024?"
SQL = "SELECT COUNT(*) FROM orders WHERE ordered_at >= '2024-01-01' AND ordered_at < '2025-01-01'"
IMPORTED = (
    "rejoinder.assembly, rejoinder.connectors.sqlite, rejoinder.ledgers.sqlite, rejoinder.providers.builtin"
)


def main() -> Sequence[Figure]:
    """Help, imports, a question to its answer, and a look at the ledger."""
    with tempfile.TemporaryDirectory() as folder, base_install() as venv:
        ledger = {**os.environ, "REJOINDER_LEDGER": f"sqlite:///{folder}/ledger.db"}
        program, python = str(venv / "bin" / "rejoinder"), str(venv / "bin" / "python")
        asked = [program, "query", "--db", "sample", QUESTION]
        ours = {
            "help": median_process([program, "--help"]),
            "import": median_process([python, "-c", f"import {IMPORTED}"]),
            "answer": median_process(asked, environment=ledger),
        }
        listed = median_process([program, "runs"], environment=ledger)
        bare = median_process([python, "-c", "pass"])
        theirs = _theirs(Path(folder)) if peer.installed() else {}
    assert ours["answer"].exit_code == 0, ours["answer"].output
    return [
        Figure(what="Python starts and ends", value=bare.seconds * 1000, unit="ms"),
        *_compared(ours, theirs),
        Figure(what="`rejoinder runs`", value=listed.seconds * 1000, unit="ms"),
    ]


def _compared(ours: Mapping[str, Process], theirs: Mapping[str, Process]) -> Iterator[Figure]:
    for name, what, goal in (
        ("help", "`--help`", "at most 100 ms"),
        ("import", "importing all that a question needs", ""),
        ("answer", "question to answer on the sample, built-in drafter", "at most 600 ms"),
    ):
        yield Figure(
            what=what,
            value=ours[name].seconds * 1000,
            unit="ms",
            goal=goal,
            peer=theirs[name].seconds * 1000 if theirs else None,
            peer_name=peer.NAME,
            note="the peer has no drafter of its own: it asks a model on loopback"
            if name == "answer"
            else "",
        )
    yield Figure(
        what="its peak of memory",
        value=ours["answer"].peak_megabytes,
        unit="MB",
        goal="at most 120 MB",
        peer=theirs["answer"].peak_megabytes if theirs else None,
        peer_name=peer.NAME,
    )


def _theirs(state: Path) -> Mapping[str, Process]:
    peer.learn(rejoinder.sample.path(), state)
    with ModelServer([f"<sql>{SQL}</sql>"], repeat=True) as server:
        environment = peer.environment(state, server.url)
        query = [str(peer.PROGRAM), "query", peer.AGENT, QUESTION, "--no-session"]
        imported = [str(peer.PYTHON), "-c", "import nlqueries.orchestrator.sync_runner"]
        told = {
            "help": median_process([str(peer.PROGRAM), "--help"], environment=environment),
            "import": median_process(imported, rounds=3, environment=environment),
            "answer": median_process(query, rounds=3, environment=environment),
        }
    assert "8,724" in told["answer"].output or "8724" in told["answer"].output, told["answer"].output
    return told
