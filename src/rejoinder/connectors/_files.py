"""Databases that are one file: what keeps it from being opened, and what this user could do to it."""

from __future__ import annotations

import difflib
import os
import re
import stat
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import parse_qsl, unquote

from rejoinder.errors import DatabaseUnavailable, UsageError
from rejoinder.terms.privileges import Hazard

_MOST_SIBLINGS = 2_000
_ENDINGS = (".db", ".sqlite", ".sqlite3", ".duckdb")
_KINDS: tuple[tuple[int, bytes, str, str], ...] = (
    (0, b"SQLite format 3\x00", "SQLite", "sqlite"),
    (8, b"DUCK", "DuckDB", "duckdb"),
)
"""Where a kind of file has its mark, the mark, the kind's name and its URL's scheme."""


def refuse_unusable(path: Path, engine: str, *, may_be_empty: Callable[[], bool] = lambda: False) -> None:
    """What can be told before the engine (one of `_KINDS`) is asked. Raises `DatabaseUnavailable`."""
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
    if found.st_size == 0 and not may_be_empty():
        raise DatabaseUnavailable(
            f"`{path}` is empty (0 bytes): it holds no database yet. Was another path meant?"
        )
    try:
        beginning = head(path)
    except OSError as error:
        raise DatabaseUnavailable(f"`{path}` can't be read: {_reason(error)}.") from error
    kind, scheme = _kind(beginning)
    if found.st_size and kind != engine:
        article = "a" if engine[0] not in "AEIOU" else "an"
        sentence = (
            f"`{path}` isn't {article} {engine} database, or it is encrypted: it doesn't begin as one does."
        )
        if kind:
            sentence = (
                f"`{path}` isn't {article} {engine} database but a {kind} one: write `{scheme}:///{path}`."
            )
        raise DatabaseUnavailable(sentence)


def place_of(url: str, scheme: str) -> tuple[str, list[tuple[str, str]]]:
    """The path and the options of `SCHEME:///relative`, `SCHEME:////absolute` or a bare path.

    Raises `UsageError` for a URL with a host.
    """
    found = re.fullmatch(
        rf"{scheme}(?:\+\w+)?:(?://(?P<host>[^/?]*))?(?P<path>[^?]*)(?:\?(?P<options>.*))?", url, re.S | re.I
    )
    if found is None:
        return url, []
    if found["host"]:
        raise UsageError(
            f"`{url}` names a host. Write `{scheme}:///` before a relative path and `{scheme}:////` before an "
            "absolute one."
        )
    path = unquote(found["path"])
    if found["host"] is not None:
        path = path.removeprefix("/")  # the slash that ends the authority
    return path, parse_qsl(found["options"] or "", keep_blank_values=True)


def absolute(path: str) -> Path:
    """The path from the working folder of now: a later session may be opened from another one."""
    return Path(path).expanduser().absolute()


def head(path: Path) -> bytes:
    """The beginning of a file, where its header is. Raises `OSError`."""
    with path.open("rb") as file:
        return file.read(100)


def hazards(path: Path) -> Iterator[Hazard]:
    """What this user could do to the file without a database engine."""
    every_layer = ("check", "session", "sandbox")
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        yield Hazard(
            name="superuser",
            sentence="This process runs as root, so the permissions of the file don't protect it.",
            fix="Run rejoinder as a user who may only read the file.",
            stopped_by=every_layer,
        )
    if os.access(path, os.W_OK):
        yield Hazard(
            name="file_writable",
            sentence=f"This user could write to `{path}`.",
            fix=f"Give another user the file and this one the right to read it: `chmod a-w '{path}'` as its owner.",
            stopped_by=every_layer,
        )


def user() -> str:
    """The user's name, or number where there is no name; "" where the system has no users."""
    if not hasattr(os, "geteuid"):
        return ""
    import pwd

    try:
        return pwd.getpwuid(os.geteuid()).pw_name
    except KeyError:
        return str(os.geteuid())


def _kind(beginning: bytes) -> tuple[str, str]:
    for at, mark, name, scheme in _KINDS:
        if beginning[at : at + len(mark)] == mark:
            return name, scheme
    return "", ""


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
    names = [name for name in _files(path) if name.endswith(_ENDINGS)]
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
