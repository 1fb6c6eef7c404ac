"""The command line, as a whole process"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from tests.benchmarks.figures import Figure, median_process

PEER = Path("build/peers/bin/nlqueries")


def main() -> Sequence[Figure]:
    """Help, a question to its answer, and a look at the ledger."""
    program = str(Path(sys.executable).parent / "rejoinder")
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "REJOINDER_LEDGER": f"sqlite:///{folder}/ledger.db"}
        bare = median_process([sys.executable, "-c", "pass"])
        shown = median_process([program, "--help"])
        question = [program, "query", "--db", "sample", "How many orders were there in 2024?"]
        answered = median_process(question, environment=environment)
        listed = median_process([program, "runs"], environment=environment)
    assert answered.exit_code == 0, answered.output
    peer = median_process([str(PEER), "--help"]).seconds if PEER.exists() else None
    return [
        Figure(what="Python starts and ends", value=bare.seconds * 1000, unit="ms"),
        Figure(
            what="`rejoinder --help`",
            value=shown.seconds * 1000,
            unit="ms",
            goal="at most 100 ms",
            peer=None if peer is None else peer * 1000,
            peer_name="nlqueries",
        ),
        Figure(
            what="question to answer on the sample, built-in drafter",
            value=answered.seconds * 1000,
            unit="ms",
            goal="at most 600 ms",
        ),
        Figure(what="its peak of memory", value=answered.peak_megabytes, unit="MB", goal="at most 120 MB"),
        Figure(what="`rejoinder runs`", value=listed.seconds * 1000, unit="ms"),
    ]
