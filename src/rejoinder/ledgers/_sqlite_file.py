"""Opens the file of a SQLite ledger, or says in a sentence why it can't be one."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from rejoinder.errors import LedgerCorrupt, LedgerError
from rejoinder.ledgers._sqlite_place import Place

FORMAT = 1
"""Of the tables. A higher number is what this version of rejoinder can't read yet."""

_APPLICATION = 0x726A6E64
"""`rjnd`: what tells a ledger from any other SQLite file."""
_BUSY_SECONDS = 10.0
_AGAIN_SECONDS = 0.01
_CORRUPT = ("SQLITE_CORRUPT", "SQLITE_NOTADB")

_SCHEMA = (
    """
    CREATE TABLE events (
        run TEXT NOT NULL,
        sequence INTEGER NOT NULL,
        envelope TEXT NOT NULL,
        payload TEXT,
        salt BLOB,
        digest BLOB NOT NULL,
        chain BLOB NOT NULL,
        PRIMARY KEY (run, sequence)
    ) WITHOUT ROWID
    """,
    """
    CREATE TABLE runs (
        run TEXT NOT NULL UNIQUE,
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
        money TEXT NOT NULL,
        redacted INTEGER NOT NULL
    )
    """,
    "CREATE INDEX runs_by_thread ON runs (thread)",
    "CREATE INDEX runs_by_start ON runs (started)",
    """
    CREATE TABLE leases (
        run TEXT PRIMARY KEY,
        owner TEXT NOT NULL,
        expires REAL NOT NULL,
        host TEXT NOT NULL,
        process INTEGER NOT NULL
    ) WITHOUT ROWID
    """,
    f"PRAGMA application_id = {_APPLICATION}",
    f"PRAGMA user_version = {FORMAT}",
)


def open(place: Place) -> sqlite3.Connection:
    """The open file, made where it isn't there. Raises `LedgerError`, and what `troubles` translates."""
    _make(place.path)
    database = sqlite3.connect(
        place.path, timeout=_BUSY_SECONDS, isolation_level=None, check_same_thread=False
    )
    try:
        with transaction(database):
            if _is_new(database, place.path):
                for statement in _SCHEMA:
                    database.execute(statement)
        _log_ahead(database)
        database.execute(f"PRAGMA synchronous = {place.synchronous}")
        # What is redacted or kept no longer is overwritten, not only unlinked.
        database.execute("PRAGMA secure_delete = ON")
    except BaseException:
        database.close()
        raise
    return database


@contextmanager
def transaction(database: sqlite3.Connection) -> Iterator[None]:
    """All or nothing, with the file's one lock for writing from the start."""
    database.execute("BEGIN IMMEDIATE")
    try:
        yield
        database.execute("COMMIT")
    except BaseException:
        if database.in_transaction:
            database.execute("ROLLBACK")
        raise


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


def _log_ahead(database: sqlite3.Connection) -> None:
    """Switch the file to WAL. The switch needs the file for itself, and SQLite doesn't wait for that."""
    until = time.monotonic() + _BUSY_SECONDS
    while True:
        try:
            database.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > until:
                raise
            time.sleep(_AGAIN_SECONDS)
