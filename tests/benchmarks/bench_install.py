"""What a base install takes"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from tests.benchmarks.figures import Figure

ROOT = Path(__file__).resolve().parents[2]


def size(folder: Path) -> float:
    """Megabytes of the files under a folder."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file()) / 1e6


def packages(folder: Path) -> int:
    """How many packages are installed there, pip aside."""
    return sum(
        1 for found in folder.glob("*.dist-info") if not found.name.startswith(("pip-", "setuptools-"))
    )


def main() -> Sequence[Figure]:
    """Install the checkout into an empty venv, and weigh it."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([sys.executable, "-m", "venv", folder], check=True)
        python = Path(folder) / "bin" / "python"
        subprocess.run([python, "-m", "pip", "uninstall", "--quiet", "--yes", "setuptools"], check=True)
        site = next(Path(folder).glob("lib/python*/site-packages"))
        empty = size(site)
        subprocess.run([python, "-m", "pip", "install", "--quiet", str(ROOT)], check=True)
        return [
            Figure(
                what="size of the base install", value=size(site) - empty, unit="MB", goal="at most 70 MB"
            ),
            Figure(what="packages, rejoinder included", value=packages(site), unit="", goal="at most 15"),
        ]
