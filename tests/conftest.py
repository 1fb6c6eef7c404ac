"""What every test may ask for."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

ROOT = Path(__file__).resolve().parent.parent

settings.register_profile(
    "ci",
    derandomize=True,
    deadline=None,
    max_examples=100,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile(
    "deep",
    deadline=None,
    max_examples=3_000,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))


@pytest.fixture(scope="session")
def root() -> Path:
    """The checkout."""
    return ROOT


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of databases and cases that aren't part of the project."""
    folder = Path(os.environ.get("REJOINDER_SHARED", ROOT.parent / "shared"))
    if not folder.is_dir():
        pytest.skip(f"the shared data isn't there: `{folder}`; REJOINDER_SHARED may name another folder")
    return folder


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print what the exploration of the loop visited: a number that falls is a hole in the tests."""
    passed = terminalreporter.getreports("passed")
    visited = [value for report in passed for name, value in report.user_properties if name == "visited"]
    if visited:
        terminalreporter.section("visited")
        terminalreporter.write_line("\n".join(sorted(map(str, visited))))
