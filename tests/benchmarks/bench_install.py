"""What a base install takes"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from tests.benchmarks import peer
from tests.benchmarks.base_install import base_install
from tests.benchmarks.figures import Figure

TOOLS = ("pip", "setuptools")
"""Of the venv itself: not counted on either side."""


def size(folder: Path) -> float:
    """Megabytes of the files under a folder, a venv's own tools aside."""
    parts = (part for part in folder.iterdir() if part.name.partition("-")[0] not in TOOLS)
    return (
        sum(
            path.stat().st_size
            for part in parts
            for path in (part.rglob("*") if part.is_dir() else [part])
            if path.is_file()
        )
        / 1e6
    )


def packages(folder: Path) -> int:
    """How many packages are installed there, a venv's own tools aside."""
    return sum(1 for found in folder.glob("*.dist-info") if found.name.partition("-")[0] not in TOOLS)


def site(venv: Path) -> Path:
    """Where a venv's packages are."""
    return next(venv.glob("lib/python*/site-packages"))


def main() -> Sequence[Figure]:
    """Install the checkout into an empty venv, and weigh it."""
    theirs = site(peer.VENV) if peer.installed() else None
    with base_install() as venv:
        ours = site(venv)
        return [
            Figure(
                what="size of the base install",
                value=size(ours),
                unit="MB",
                goal="at most 70 MB",
                peer=None if theirs is None else size(theirs),
                peer_name=peer.NAME,
                note="each as pip installs it here",
            ),
            Figure(
                what="packages, itself included",
                value=packages(ours),
                unit="",
                goal="at most 15",
                peer=None if theirs is None else packages(theirs),
                peer_name=peer.NAME,
            ),
        ]
