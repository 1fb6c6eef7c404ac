"""How a command ends: with its own exit code, a sentence on stderr, and never with a traceback."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

import click

import rejoinder

USAGE = 2
UNEXPECTED = 5
CANCELLED = 130
NOBODY_READS = 141


def run(arguments: Sequence[str]) -> int:
    """Run the program and say how it went. Nothing escapes from here."""
    for stream in (sys.stdout, sys.stderr):
        # What a terminal can't show is shown escaped: an answer never fails on a character.
        stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    try:
        code = _run(arguments)
        sys.stdout.flush()
        return code
    except BrokenPipeError:
        # Python flushes stdout once more as it exits; nobody is there to read that either.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return NOBODY_READS


def _run(arguments: Sequence[str]) -> int:
    from rejoinder.cli.program import program

    try:
        code = program.main(args=list(arguments), prog_name="rejoinder", standalone_mode=False)
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except (click.Abort, KeyboardInterrupt):
        click.echo("Cancelled.", err=True)
        return CANCELLED
    except BrokenPipeError:
        raise
    except rejoinder.RejoinderError as error:
        click.echo(f"Error: {error}", err=True)
        return error.exit_code
    except Exception as error:
        return unexpected(error)
    return code if isinstance(code, int) else 0


def unexpected(error: BaseException) -> int:
    """Our own mistake: one sentence, and a file with the details that only its owner can read."""
    from rejoinder.cli.details import written

    place = written(error)
    click.echo(
        f"Error: something went wrong inside rejoinder ({type(error).__name__}). What was recorded of the run "
        f"is safe; the details are in `{place}`.",
        err=True,
    )
    return UNEXPECTED
