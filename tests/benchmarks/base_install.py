"""The checkout as a user installs it: no extras, in an empty venv."""

from __future__ import annotations

import contextlib
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


@contextlib.contextmanager
def base_install() -> Iterator[Path]:
    """The venv, for as long as the block lasts."""
    with tempfile.TemporaryDirectory() as folder:
        venv = Path(folder)
        subprocess.run([sys.executable, "-m", "venv", venv], check=True)
        # pip's warnings are about this machine's indexes, and say nothing of what is measured.
        subprocess.run(
            [venv / "bin" / "python", "-m", "pip", "install", "--quiet", str(ROOT)],
            check=True,
            stderr=subprocess.DEVNULL,
        )
        yield venv
