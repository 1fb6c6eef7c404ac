"""One read-only session on a SQLite database: how it is opened, kept read-only, and stopped.

Three guards keep a statement from doing more than reading, each by itself: the file is opened read-only, the
session is `query_only`, and an authorizer lets through nothing but selecting, reading and calling functions.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from enum import StrEnum
from typing import Any, Literal, TypeAlias

from rejoinder.connectors._sqlite_place import Place

Row: TypeAlias = tuple[Any, ...]

STEPS_BETWEEN_LOOKS = 10_000
"""Virtual machine steps, about half a millisecond: how soon a deadline or a cancel is seen. No measurable cost."""
BUSY_SECONDS = 2.0
"""How long to wait for another process's lock before saying that the database is locked."""

_RECURSIVE = 33  # SQLITE_RECURSIVE: sqlite3 has no name for it in every version
_ALLOWED = frozenset({sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ, sqlite3.SQLITE_FUNCTION, _RECURSIVE})
_BANNED = frozenset(
    {
        "load_extension",
        "readfile",
        "writefile",
        "edit",
        "fts3_tokenizer",
        "zipfile",
        "sqlar_uncompress",
        "eval",
    }
)
_MOST_VALUE_BYTES = 256 * 1024 * 1024
"""Of one value, built or stored. Above a result's cap, so that a row with a large blob can still be read past."""
_LIMITS = (
    (sqlite3.SQLITE_LIMIT_LENGTH, _MOST_VALUE_BYTES),
    (sqlite3.SQLITE_LIMIT_ATTACHED, 0),
    (sqlite3.SQLITE_LIMIT_SQL_LENGTH, 1_000_000),
    (sqlite3.SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 10_000),
    (sqlite3.SQLITE_LIMIT_WORKER_THREADS, 0),
)
_PRAGMAS = ("query_only=1", "trusted_schema=0", "cell_size_check=1", "mmap_size=0")
# Table-valued functions of JSON: like virtual tables, they are set up at their first use.
_FUNCTION_TABLES = ("json_each('[]')", "json_tree('[]')")


class Guard(StrEnum):
    """What keeps a session read-only. All are on but in tests of the others."""

    FILE_MODE = "file mode"
    QUERY_ONLY = "query_only"
    SANDBOX = "sandbox"


class Session:
    """A connection, used by one thread at a time. Our own reading of the catalog is outside the sandbox."""

    def __init__(self, place: Place, guards: frozenset[Guard] = frozenset(Guard)) -> None:
        """Raises `sqlite3.Error` or `OSError`."""
        self.identity = place.identity()
        self.stopped: Literal["", "deadline", "cancel"] = ""
        """What stopped the statement, if anything did."""
        self.broken = False
        """Whether an error means that the connection shouldn't be used again."""
        self.reads: set[tuple[str, str, str | None]] = set()
        """Every (table, column, view that names it) that was prepared since it was last cleared."""
        self._deadline = float("inf")
        self._busy_seconds = BUSY_SECONDS
        self._sandboxed = Guard.SANDBOX in guards
        self._own = False
        self._ready_for: int | None = None
        uri = place.uri if Guard.FILE_MODE in guards else place.uri.replace("mode=ro", "mode=rw")
        self._connection = sqlite3.connect(
            uri,
            uri=True,
            timeout=BUSY_SECONDS,
            isolation_level=None,
            check_same_thread=False,
            cached_statements=0,
        )
        try:
            self._set_up(guards)
        except BaseException:
            self._connection.close()
            raise

    def _set_up(self, guards: frozenset[Guard]) -> None:
        connection = self._connection
        connection.text_factory = _text
        for pragma in _PRAGMAS if Guard.QUERY_ONLY in guards else _PRAGMAS[1:]:
            connection.execute(f"PRAGMA {pragma}").close()
        if Guard.SANDBOX in guards:
            for limit, value in _LIMITS:
                connection.setlimit(limit, value)
        connection.set_authorizer(self._authorize)
        connection.set_progress_handler(self.must_stop, STEPS_BETWEEN_LOOKS)
        with self.snapshot():
            pass  # reads the header: what isn't a database, is locked or corrupt is found here

    # Reading

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        """One read transaction: whatever is read within it is of one moment."""
        try:
            self.rows("BEGIN")
            self.schema_version = int(self.rows("PRAGMA schema_version")[0][0])
            if self.schema_version != self._ready_for:
                self._set_up_virtual_tables()
                self._ready_for = self.schema_version
            yield
        finally:
            if self._connection.in_transaction:
                self.rows("ROLLBACK")

    def rows(self, sql: str, values: Sequence[Any] = ()) -> list[Row]:
        """What our own SQL returns. The sandbox doesn't apply; the file mode and `query_only` do."""
        self._own = True
        try:
            return self._connection.execute(sql, values).fetchall()
        finally:
            self._own = False

    def stream(self, sql: str) -> sqlite3.Cursor:
        """A statement of somebody else, in the sandbox. The caller closes the cursor."""
        return self._connection.execute(sql)

    # Stopping

    def arm(self, seconds: float) -> None:
        """Stop whatever runs after `seconds`."""
        self._deadline = time.monotonic() + seconds
        self._wait_for_locks(min(max(seconds, 0.0), BUSY_SECONDS))

    def cancel(self) -> None:
        """Stop what is running, from any thread. What hasn't begun yet is stopped as it begins."""
        self.stopped = "cancel"
        self._connection.interrupt()

    def must_stop(self) -> bool:
        """Whether a cancel came or the deadline has passed; SQLite asks this too, every so many steps."""
        if not self.stopped and time.monotonic() >= self._deadline:
            self.stopped = "deadline"
        return bool(self.stopped)

    def reset(self) -> None:
        """Forget the deadline and what stopped the last statement, so that the session can be used again."""
        self._deadline = float("inf")
        self.stopped = ""
        self.reads.clear()
        self._wait_for_locks(BUSY_SECONDS)

    def _wait_for_locks(self, seconds: float) -> None:
        """How long SQLite waits for a lock; nothing else can stop it while it does."""
        if seconds != self._busy_seconds:
            self._busy_seconds = seconds
            self.rows(f"PRAGMA busy_timeout = {int(seconds * 1000)}")

    def close(self) -> None:
        """Close the connection."""
        self._connection.close()

    # The sandbox

    def _authorize(
        self, action: int, first: str | None, second: str | None, schema: str | None, view: str | None
    ) -> int:
        if action == sqlite3.SQLITE_READ:
            self.reads.add((first or "", second or "", view))
        if self._own or not self._sandboxed:
            return sqlite3.SQLITE_OK
        if action in _ALLOWED:
            banned = action == sqlite3.SQLITE_FUNCTION and (second or "").lower() in _BANNED
            return sqlite3.SQLITE_DENY if banned else sqlite3.SQLITE_OK
        # FTS5 asks for this while it reads. Without an argument it sets nothing.
        asks_version = action == sqlite3.SQLITE_PRAGMA and first == "data_version" and second is None
        return sqlite3.SQLITE_OK if asks_version else sqlite3.SQLITE_DENY

    def _set_up_virtual_tables(self) -> None:
        """Touch each virtual table: it declares itself at its first use, which the sandbox would refuse."""
        found = self.rows(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND sql LIKE 'create virtual table %'"
        )
        sources = [quoted(name) for (name,) in found if isinstance(name, str)]
        for source in (*_FUNCTION_TABLES, *sources):
            try:
                self.rows(f"SELECT 1 FROM {source} LIMIT 0")
            except sqlite3.OperationalError:
                continue  # its module isn't in this SQLite; the catalog says so


def quoted(name: str) -> str:
    """A name, as SQL."""
    return '"' + name.replace('"', '""') + '"'


def _text(stored: bytes) -> str | bytes:
    """Text as `str`. SQLite stores whatever bytes it is given: what isn't UTF-8 stays bytes."""
    try:
        return stored.decode()
    except UnicodeDecodeError:
        return stored
