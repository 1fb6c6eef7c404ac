"""The same with the parser of a base install, which is pure Python"""

from __future__ import annotations

import asyncio
import json
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path

from tests.benchmarks import bench_beside, bench_check
from tests.benchmarks.base_install import ROOT, base_install
from tests.benchmarks.figures import Figure

from rejoinder.testing import ModelServer


def main() -> Sequence[Figure]:
    """In a process of its own, in which what the base install brought is found first."""
    with base_install() as venv:
        site = next(venv.glob("lib/python*/site-packages"))
        done = subprocess.run(
            [sys.executable, "-m", "tests.benchmarks.bench_pure"],
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": f"{site}{os.pathsep}{ROOT}"},
            capture_output=True,
            text=True,
            check=True,
        )
    return [Figure(**figure) for figure in json.loads(done.stdout)]


def measured() -> Iterator[Figure]:
    """What depends on the parser. Raises `RuntimeError` where it is the compiled one."""
    import sqlglot.parser

    if not (sqlglot.parser.__file__ or "").endswith(".py"):
        raise RuntimeError("the parser is the compiled one")
    server = ModelServer([bench_beside.fenced(bench_beside.SQL)], repeat=True)
    with server, tempfile.TemporaryDirectory() as folder:
        turns = asyncio.run(bench_beside.turns(server.url, Path(folder)))
    yield Figure(
        what="of a warm turn, outside the model and the database",
        value=statistics.median(outside for _, outside in turns) * 1000,
        unit="ms",
        goal="at most 10 ms",
    )
    yield from bench_check.costs()


if __name__ == "__main__":
    print(json.dumps([asdict(figure) for figure in measured()]))
