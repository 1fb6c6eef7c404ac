"""Writes what was found anew: `python -m tests.contract.attacks`."""

from __future__ import annotations

import dataclasses
import json
import tempfile
from pathlib import Path

from tests.contract.attacks.attacks import attacks
from tests.contract.attacks.layers import FOUND
from tests.contract.attacks.targets import TARGETS, making, verdicts


def main() -> None:
    """Let every attack loose on every target."""
    found = {}
    for target in TARGETS:
        with tempfile.TemporaryDirectory() as folder, making(target, Path(folder)) as make:
            found[target] = {
                name: dataclasses.asdict(verdict) for name, verdict in verdicts(make, attacks()).items()
            }
    FOUND.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
