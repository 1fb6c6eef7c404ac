"""Where the details of an unexpected error go."""

from __future__ import annotations

import os
import platform
import re
import tempfile
import traceback
from pathlib import Path

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


def _folder() -> Path | None:
    state = os.environ.get("XDG_STATE_HOME") or os.path.join(os.path.expanduser("~"), ".local", "state")
    folder = Path(state) / "rejoinder"
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError:
        return None
    return folder if os.access(folder, os.W_OK) else None
