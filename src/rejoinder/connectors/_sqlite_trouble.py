"""Why a SQLite database can't be opened or read, in a sentence that says what to do."""

from __future__ import annotations

import os
from pathlib import Path

from rejoinder.connectors import _files
from rejoinder.connectors._sqlite_place import Place
from rejoinder.errors import DatabaseUnavailable

_WAL_VERSION = 2  # bytes 18 and 19 of the header


def refuse_unusable(place: Place) -> None:
    """What can be told before SQLite is asked. Raises `DatabaseUnavailable`."""
    path = place.path
    if path is not None:
        # Of a database that has never been checkpointed everything may still be in its log.
        _files.refuse_unusable(path, "SQLite", may_be_empty=lambda: os.path.lexists(f"{path}-wal"))


def unavailable(place: Place, error: Exception | None) -> DatabaseUnavailable:
    """What SQLite's own error means for whoever wants to read the database; None: it was closed."""
    if error is None:
        return DatabaseUnavailable(f"The connection to `{place}` has been closed.")
    code = str(getattr(error, "sqlite_errorname", ""))
    for beginning, sentence in _SENTENCES:
        if code.startswith(beginning):
            return DatabaseUnavailable(sentence.format(place=place))
    if code.startswith("SQLITE_CANTOPEN") or code in (
        "SQLITE_READONLY_CANTINIT",
        "SQLITE_READONLY_DIRECTORY",
    ):
        return DatabaseUnavailable(_cannot_open(place))
    if isinstance(error, FileNotFoundError):
        return DatabaseUnavailable(f"`{place}` is no longer there: it was moved or deleted.")
    return DatabaseUnavailable(f"`{place}` can't be read: {error}.")


_SENTENCES = (
    ("SQLITE_NOTADB", "`{place}` isn't a SQLite database, or it is encrypted."),
    (
        "SQLITE_CORRUPT",
        "`{place}` is damaged: SQLite finds it malformed. Restore a copy, or try `.recover` of the sqlite3 "
        "command line.",
    ),
    (
        "SQLITE_BUSY",
        "`{place}` is locked: another program is writing to it. Wait until it is done, or ask a copy.",
    ),
    (
        "SQLITE_READONLY_ROLLBACK",
        "A program stopped in the middle of writing to `{place}`. Open it once with a program that may write, "
        "such as sqlite3, so that the unfinished write is undone.",
    ),
    (
        "SQLITE_READONLY_RECOVERY",
        "The write-ahead log of `{place}` has to be recovered first. Open it once with a program that may "
        "write, such as sqlite3.",
    ),
    ("SQLITE_PERM", "`{place}` can't be opened: this user may not read it."),
    ("SQLITE_AUTH", "`{place}` can't be opened: this user may not read it."),
)


def is_wal(path: Path) -> bool:
    """Whether the database keeps a write-ahead log. False where the file can't be read."""
    try:
        head = _files.head(path)
    except OSError:
        return False
    return len(head) > 19 and head[19] == _WAL_VERSION


def _cannot_open(place: Place) -> str:
    if place.path is not None and is_wal(place.path) and not os.access(place.path.parent, os.W_OK):
        return (
            f"`{place}` keeps a write-ahead log, and SQLite can't make the file `-shm` that reading needs in a "
            "folder that this user can't write to. If nobody writes to the database, add `?immutable=1` to its "
            "URL; else use a copy."
        )
    return f"`{place}` can't be opened: SQLite gives no reason. May this user read the file and its folder?"
