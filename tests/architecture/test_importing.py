"""Importing does nothing and costs nothing: no heavy package, no file, no logging set-up."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

HEAVY = {
    *("sqlglot", "rapidfuzz", "click", "rich", "sqlite3", "asyncio", "pydantic", "pydantic_ai", "openai"),
    *("anthropic", "boto3", "google", "httpx", "httpx2", "pyarrow", "pandas", "polars", "numpy"),
}
"""What `import rejoinder` leaves alone; a command line that only prints help needs click besides."""


def loaded(statement: str) -> set[str]:
    """The top-level packages that a fresh interpreter has after a statement."""
    program = (
        f"import sys, json\n{statement}\nprint(json.dumps([name.split('.')[0] for name in sys.modules]))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    return set(json.loads(done.stdout))


@pytest.mark.parametrize(
    ("statement", "allowed"),
    [
        ("import rejoinder", set()),
        ("import rejoinder.errors", set()),
        ("import rejoinder.cli", {"click"}),
    ],
)
def test_importing_loads_nothing_heavy(statement: str, allowed: set[str]):
    assert loaded(statement) & (HEAVY - allowed) == set()


def test_a_heavy_import_is_seen():
    assert "sqlite3" in loaded("import sqlite3") & HEAVY


WATCHED = """
import logging, sys, zipimport, pkgutil, importlib.util
seen = []
def hook(event, args):
    writes = event == "open" and "w" in str(args[1])
    if writes or event in {"os.putenv", "socket.connect", "sqlite3.connect"}:
        seen.append(event)
sys.addaudithook(hook)
STATEMENT
assert not seen, seen
assert not logging.getLogger().handlers, "logging"
"""


def after(statement: str) -> subprocess.CompletedProcess[str]:
    """A fresh interpreter that watches what a statement does to the world."""
    program = WATCHED.replace("STATEMENT", statement)
    return subprocess.run([sys.executable, "-B", "-c", program], check=False, capture_output=True, text=True)


def test_importing_touches_no_file_environment_or_log():
    done = after("import rejoinder, rejoinder.errors, rejoinder.cli")
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    "statement",
    ["import os; os.environ['X'] = '1'", "open('/dev/null', 'w')", "logging.basicConfig()"],
)
def test_a_module_that_does_something_is_seen(statement: str):
    assert after(statement).returncode == 1
