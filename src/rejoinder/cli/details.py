"""Where the details of an unexpected error go."""

from __future__ import annotations

import logging
import os
import platform
import re
import tempfile
import traceback
from pathlib import Path

import click

import rejoinder

_SECRET = re.compile(r"(?<=://)[^/\s@]*@")


def written(error: BaseException) -> Path:
    """Write the traceback, without secrets of URLs, to a file of the user's own; it is never shown."""
    told = "".join(traceback.format_exception(error))
    text = f"rejoinder {rejoinder.__version__}, Python {platform.python_version()}\n\n{_SECRET.sub('***@', told)}"
    number, name = tempfile.mkstemp(prefix="error-", suffix=".txt", dir=_folder())
    with os.fdopen(number, "w", encoding="utf-8", errors="backslashreplace") as file:
        file.write(text)
    return Path(name)


def keep_log() -> None:
    """Keep what is logged with an error in a file too, and say where, instead of on stderr with a traceback.

    Lines without one are for programs that embed the package, not for whoever asks here.
    """
    logger = logging.getLogger()
    if not any(isinstance(handler, _Kept) for handler in logger.handlers):
        logger.addHandler(_Kept(logging.WARNING))


class _Kept(logging.Handler):
    def emit(self, record: logging.LogRecord) -> None:
        """Write the error of a record, where it has one."""
        error = record.exc_info[1] if record.exc_info else None
        if error is not None:
            click.echo(f"The details of an unexpected error are in `{written(error)}`.", err=True)


def _folder() -> Path | None:
    state = os.environ.get("XDG_STATE_HOME") or os.path.join(os.path.expanduser("~"), ".local", "state")
    folder = Path(state) / "rejoinder"
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError:
        return None
    return folder if os.access(folder, os.W_OK) else None
