"""What must not be writable is an error of types, and what the public API gives has the type it says."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

HEAD = """
import rejoinder
from rejoinder.ports import CancelHandle, Connector
from rejoinder.terms.limits import ExecutionLimits

async def use(agent: rejoinder.Agent, connector: Connector, outcome: rejoinder.Outcome) -> None:
    {line}
"""


WRONG = {
    "connector.execute('SELECT 1', ExecutionLimits(), CancelHandle())": "Statement",
    "connector.estimate('SELECT 1', ExecutionLimits(), CancelHandle())": "Statement",
    "rejoinder.Limits(3)": "positional",
    "outcome.sql = 'SELECT 2'": "read-only",
    "await agent.query(3)": "str",
    "agent.query('x').sql": "attribute",
    "rejoinder.nonesuch": "nonesuch",
}
WRONG = {
    "connector.execute('SELECT 1', ExecutionLimits(), CancelHandle())": "Statement",
    "connector.estimate('SELECT 1', ExecutionLimits(), CancelHandle())": "Statement",
    "rejoinder.Limits(3)": "positional",
    "outcome.sql = 'SELECT 2'": "read-only",
    "await agent.query(3)": "str",
    "agent.query('x').sql": "attribute",
    "rejoinder.nonesuch": "nonesuch",
}
RIGHT = [
    "found: rejoinder.Outcome = await agent.query('x', limits=rejoinder.Limits(corrections=1))",
    "rows: rejoinder.RunSummary = (await agent.runs(rejoinder.RunQuery(end='open')))[0]",
    "catalog: rejoinder.Catalog = await agent.catalog()",
    "async for recorded in agent.watch('x'): print(recorded.sequence)",
    "blocking: rejoinder.blocking.BlockingAgent = rejoinder.blocking.connect('sample')",
    "again: rejoinder.Agent = await rejoinder.connect('sample')",
]


def complaints(lines: Sequence[str], folder: Path) -> dict[str, str]:
    """What mypy, as strict as it gets, says of each line, in a function of its own."""
    text, at = "", {}
    for number, line in enumerate(lines):
        text += HEAD.replace("use(", f"use{number}(").format(line=line)
        at[text.count("\n")] = line
    program = folder / "program.py"
    program.write_text(text)
    command = [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", program.name]
    done = subprocess.run(command, check=False, cwd=folder, capture_output=True, text=True)
    assert not done.stderr, done.stderr
    found: dict[str, str] = {}
    for said in done.stdout.splitlines():
        _, number, message = said.split(":", 2)
        line = at[int(number)]
        found[line] = found.get(line, "") + message
    return found


def test_the_types_refuse_what_is_wrong_and_nothing_else(tmp_path: Path):
    found = complaints([*RIGHT, *WRONG], tmp_path)
    assert set(found) == set(WRONG)
    assert {line: word for line, word in WRONG.items() if word not in found[line]} == {}
