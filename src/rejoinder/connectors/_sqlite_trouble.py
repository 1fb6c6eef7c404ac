"""Why a SQLite database can't be opened or read, in a sentence that says what to do."""

from __future__ import annotations

import difflib
import os
import stat
from pathlib import Path

from rejoinder.connectors._sqlite_place import Place
from rejoinder.errors import DatabaseUnavailable

_MAGIC = b"SQLite format 3\x00"
_WAL_VERSION = 2  # bytes 18 and 19 of the header
_MOST_SIBLINGS = 2_000


def refuse_unusable(place: Place) -> None:
    """What can be told before SQLite is asked. Raises `DatabaseUnavailable`."""
    path = place.path
    if path is None:
        return
    try:
        found = path.stat()
    except FileNotFoundError:
        raise DatabaseUnavailable(f"There is no file `{path}`{_meant(path)}") from None
    except OSError as error:
        raise DatabaseUnavailable(f"`{path}` can't be opened: {_reason(error)}.") from error
    if stat.S_ISDIR(found.st_mode):
        raise DatabaseUnavailable(f"`{path}` is a folder, not a database file{_inside(path)}")
    if not stat.S_ISREG(found.st_mode):
        raise DatabaseUnavailable(f"`{path}` isn't an ordinary file, so it can't be a database.")
    if found.st_size == 0 and not _exists(f"{path}-wal"):
        raise DatabaseUnavailable(
            f"`{path}` is empty (0 bytes): it holds no database yet. Was another path meant?"
        )
    try:
        head = _head(path)
    except OSError as error:
        raise DatabaseUnavailable(f"`{path}` can't be read: {_reason(error)}.") from error
    if found.st_size and not head.startswith(_MAGIC):
        raise DatabaseUnavailable(
            f"`{path}` isn't a SQLite database, or it is encrypted: it doesn't begin as one does."
        )


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
        head = _head(path)
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


def _head(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(100)


def _exists(path: str) -> bool:
    return os.path.lexists(path)


def _reason(error: OSError) -> str:
    if isinstance(error, PermissionError):
        return "this user may not read it"
    return (error.strerror or str(error)).lower()


def _meant(path: Path) -> str:
    if not path.parent.is_dir():
        return f": the folder `{path.parent}` doesn't exist either."
    names = _files(path.parent)
    near = difflib.get_close_matches(path.name, names, n=1) or [
        name for name in names if Path(name).stem.lower() == path.stem.lower()
    ]
    return f". Did you mean `{path.parent / near[0]}`?" if near else "."


def _inside(path: Path) -> str:
    names = [name for name in _files(path) if name.endswith((".db", ".sqlite", ".sqlite3"))]
    listed = ", ".join(f"`{path / name}`" for name in names[:3])
    return f". In it there is {listed}." if listed else "."


def _files(folder: Path) -> list[str]:
    try:
        with os.scandir(folder) as entries:
            found = [
                entry.name
                for _, entry in zip(range(_MOST_SIBLINGS), entries, strict=False)
                if entry.is_file()
            ]
    except OSError:
        return []
    return sorted(found)
