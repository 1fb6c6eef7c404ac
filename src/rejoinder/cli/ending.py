"""How a command ends: with its own exit code, a sentence on stderr, and never with a traceback."""

from __future__ import annotations

import errno
import io
import os
import sys
from collections.abc import Sequence

import click

import rejoinder
from rejoinder.cli.terminal import harmless, say

USAGE = 2
UNEXPECTED = 5
CANCELLED = 130
NOBODY_READS = 141
_COMPLETES = "_REJOINDER_COMPLETE"
_UNWRITABLE = {errno.EPIPE, errno.ENOSPC, errno.EDQUOT, errno.EIO, errno.EBADF}


def run(arguments: Sequence[str]) -> int:
    """Run the program and say how it went. Nothing escapes from here."""
    _open_streams()
    try:
        code = _run(arguments)
        sys.stdout.flush()
        return code
    except OSError as error:
        # Python flushes stdout once more as it exits; that can't succeed either.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if isinstance(error, BrokenPipeError):
            return NOBODY_READS
        click.echo(f"Error: the output can't be written: {error.strerror}.", err=True)
        return UNEXPECTED


def _open_streams() -> None:
    """What a terminal can't show is shown escaped; where nobody gave a stream, what is written is lost."""
    sys.stdin = sys.stdin or open(os.devnull, encoding="utf-8")  # noqa: SIM115
    sys.stdout = sys.stdout or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    sys.stderr = sys.stderr or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]


def _run(arguments: Sequence[str]) -> int:
    from rejoinder.cli.program import program

    try:
        code = program.main(args=list(arguments), prog_name="rejoinder", standalone_mode=False)
    except click.ClickException as error:
        shown = io.StringIO()
        error.show(file=shown)
        click.echo(harmless(shown.getvalue()), err=True, nl=False)
        return error.exit_code
    except (click.Abort, KeyboardInterrupt):
        click.echo("Cancelled.", err=True)
        return CANCELLED
    except SystemExit as error:
        # click's own ways out: it has completed a word for a shell, or nobody reads what it writes.
        return int(error.code or 0) if _COMPLETES in os.environ else NOBODY_READS
    except rejoinder.RejoinderError as error:
        say(f"Error: {error}", sys.stderr)
        return error.exit_code
    except Exception as error:
        if isinstance(error, OSError) and error.errno in _UNWRITABLE and error.filename is None:
            raise
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
