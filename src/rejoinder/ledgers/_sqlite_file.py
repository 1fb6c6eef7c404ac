"""Opens the file of a SQLite ledger, or says in a sentence why it can't be one."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import parse_qsl, unquote, urlsplit

from rejoinder.errors import LedgerCorrupt, LedgerError, UsageError

FORMAT = 1
"""Of the tables. A higher number is what this version of rejoinder can't read yet."""

_APPLICATION = 0x726A6E64
"""`rjnd`: what tells a ledger from any other SQLite file."""
_BUSY_SECONDS = 10.0
_DURABILITY = {"normal": "NORMAL", "full": "FULL"}
_CORRUPT = ("SQLITE_CORRUPT", "SQLITE_NOTADB")

_SCHEMA = f"""
BEGIN IMMEDIATE;
CREATE TABLE IF NOT EXISTS events (
    run TEXT NOT NULL,
    sequence INTEGER NOT NULL,
    envelope TEXT NOT NULL,
    payload TEXT,
    salt BLOB,
    digest BLOB NOT NULL,
    chain BLOB NOT NULL,
    PRIMARY KEY (run, sequence)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS runs (
    run TEXT PRIMARY KEY,
    thread TEXT NOT NULL,
    question TEXT NOT NULL,
    asker TEXT NOT NULL,
    database TEXT NOT NULL,
    started TEXT NOT NULL,
    updated TEXT NOT NULL,
    end TEXT NOT NULL,
    reason TEXT NOT NULL,
    attempts INTEGER NOT NULL,
    events INTEGER NOT NULL,
    tokens INTEGER NOT NULL,
    money TEXT NOT NULL
);
CREATE INDEX IF NOT EXISTS runs_by_thread ON runs (thread);
CREATE INDEX IF NOT EXISTS runs_by_start ON runs (started);
CREATE TABLE IF NOT EXISTS leases (
    run TEXT PRIMARY KEY,
    owner TEXT NOT NULL,
    expires REAL NOT NULL,
    host TEXT NOT NULL,
    process INTEGER NOT NULL
);
PRAGMA application_id = {_APPLICATION};
PRAGMA user_version = {FORMAT};
COMMIT;
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where the ledger is, and how much it is to survive."""

    path: Path
    synchronous: str = "NORMAL"


def place_of(url: str) -> Place:
    """What a URL says. Raises `UsageError`."""
    parts = urlsplit(url)
    path = unquote(parts.path.removeprefix("/"))
    options = dict(parse_qsl(parts.query, keep_blank_values=True))
    durability = options.pop("durability", "normal")
    if parts.netloc or not path or options or durability not in _DURABILITY:
        raise UsageError(
            f"The ledger `{url}` can't be understood: give `sqlite:///path`, or `sqlite:////absolute/path`, "
            "and perhaps `?durability=full`."
        )
    return Place(path=Path(path), synchronous=_DURABILITY[durability])


def open(place: Place) -> sqlite3.Connection:
    """The open file, made where it isn't there. Raises `LedgerError`."""
    _make(place.path)
    database = sqlite3.connect(
        place.path, timeout=_BUSY_SECONDS, isolation_level=None, check_same_thread=False
    )
    try:
        new = _is_new(database, place.path)
        database.execute("PRAGMA journal_mode = WAL")
        database.execute(f"PRAGMA synchronous = {place.synchronous}")
        if new:
            database.executescript(_SCHEMA)
    except BaseException:
        database.close()
        raise
    return database


@contextmanager
def troubles(place: Place) -> Iterator[None]:
    """What SQLite or the file system says, in a sentence that says what to do."""
    try:
        yield
    except sqlite3.Error as error:
        name = getattr(error, "sqlite_errorname", "") or ""
        if name.startswith(_CORRUPT):
            raise LedgerCorrupt(
                f"The ledger `{place.path}` is damaged or no ledger ({error}). Move it away, or name another "
                "with `--ledger`."
            ) from error
        raise LedgerError(
            f"The ledger `{place.path}` can't be used: {error}. Name another with `--ledger`, or `memory:` "
            "for none."
        ) from error
    except OSError as error:
        raise LedgerError(
            f"The ledger `{place.path}` can't be used: {error.strerror or error}. Name another with "
            "`--ledger`, or `memory:` for none."
        ) from error


def _make(path: Path) -> None:
    """An empty file that its owner alone can read, before SQLite would make one that others can."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))


def _is_new(database: sqlite3.Connection, path: Path) -> bool:
    """Whether the file is still empty. Raises `LedgerError` for one that is no ledger of this format."""
    (application,) = database.execute("PRAGMA application_id").fetchone()
    (version,) = database.execute("PRAGMA user_version").fetchone()
    (tables,) = database.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    if application != _APPLICATION and (tables or application):
        raise LedgerError(
            f"`{path}` is the database of another program, not a ledger: name another with `--ledger`."
        )
    if version > FORMAT:
        raise LedgerError(
            f"The ledger `{path}` was made by a newer version of rejoinder (format {version}; this one reads "
            f"up to {FORMAT}): upgrade rejoinder, or name another with `--ledger`."
        )
    return bool(application != _APPLICATION)
