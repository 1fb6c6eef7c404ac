"""The command line, on the public API alone. One file of `commands/` is one command."""

from __future__ import annotations

import sys
from typing import NoReturn


def main() -> NoReturn:
    """Run `rejoinder` with the arguments of this process, and exit with its code."""
    from rejoinder.cli.ending import run

    sys.exit(run(sys.argv[1:]))
