"""Failures of the contract are explained as those of any test; other users than root for what they may not do."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

pytest.register_assert_rewrite("rejoinder.testing")

_NOBODY = 65534


@pytest.fixture
def as_nobody() -> Callable[[Callable[[], str]], str]:
    """Calls a function as a user without rights and gives back its text: root may do everything."""

    def call(function: Callable[[], str]) -> str:
        if os.geteuid() != 0:
            return function()
        reading, writing = os.pipe()
        child = os.fork()
        if child == 0:  # nothing but this function runs in the child, and it never returns to pytest
            try:
                os.setresuid(_NOBODY, _NOBODY, _NOBODY)
                os.write(writing, function().encode())
            finally:
                os._exit(0)
        os.close(writing)
        with os.fdopen(reading, encoding="utf-8") as told:
            text = told.read()
        os.waitpid(child, 0)
        return text

    return call


@pytest.fixture
def public_folder(tmp_path: Path) -> Path:
    """A folder that every user can reach."""
    for folder in (tmp_path, *tmp_path.parents):
        if folder.stat().st_uid != os.geteuid() or folder.stat().st_mode & 0o001:
            break
        folder.chmod(0o755)
    return tmp_path
