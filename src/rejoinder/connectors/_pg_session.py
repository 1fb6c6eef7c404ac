"""One session on a PostgreSQL server: how it is opened, kept read-only, and stopped.

Every statement runs in a READ ONLY transaction that is always rolled back, by the extended protocol, in which the
server takes one statement and no more. Its timeout is the server's. It is streamed, without a cursor, which would
lose parallel plans.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any, Literal

import psycopg
from psycopg.rows import tuple_row

from rejoinder.connectors._pg_types import adapt
from rejoinder.connectors._pool import silent

_CANCEL_SECONDS = 5.0
_LOCK_SECONDS = 5.0
"""How long a lock is waited for: a reader meets one only where somebody changes a definition."""
_TRYING_LOCK_MILLISECONDS = 500
_BATCH = 200
"""Rows that the driver takes from the stream at once."""


class Session:
    """A connection, used by one thread at a time; a second thread stops it."""

    def __init__(self, dsn: str) -> None:
        """Raises `psycopg.Error`."""
        self.connection = psycopg.connect(
            dsn, autocommit=True, row_factory=tuple_row, connect_timeout=10, application_name="rejoinder"
        )
        self._simple("SET default_transaction_read_only = on")
        self.connection.prepare_threshold = None
        adapt(self.connection)
        self.stopped: Literal["", "deadline", "cancel"] = ""
        """What stopped the statement, if anything did."""
        self._deadline = float("inf")
        self._begun = 0.0
        self._seconds = 0.0

    @property
    def parameters(self) -> psycopg.ConnectionInfo:
        """What the driver knows of the connection."""
        return self.connection.info

    @contextmanager
    def transaction(self, seconds: float) -> Iterator[None]:
        """A READ ONLY transaction with a timeout for each statement in it, which is rolled back."""
        self._begun, self._seconds = time.monotonic(), seconds
        self._deadline = self._begun + seconds
        milliseconds = max(1, int(seconds * 1000))
        self._simple(
            "BEGIN READ ONLY; "
            f"SET LOCAL statement_timeout = {milliseconds}; "
            f"SET LOCAL lock_timeout = {min(milliseconds, int(_LOCK_SECONDS * 1000))}"
        )
        try:
            yield
        finally:
            self._roll_back()

    @contextmanager
    def trying(self, seconds: float) -> Iterator[None]:
        """A transaction that could write, for `doctor` alone. It is rolled back whatever becomes of it."""
        milliseconds = max(1, int(seconds * 1000))
        self._simple(
            f"BEGIN READ WRITE; SET LOCAL statement_timeout = {milliseconds}; "
            f"SET LOCAL lock_timeout = {_TRYING_LOCK_MILLISECONDS}"
        )
        try:
            yield
        finally:
            self._roll_back()

    def tried(self, sql: str) -> str:
        """The SQLSTATE that the server refuses our own SQL with, or "". All of it is undone at once."""
        self._simple("SAVEPOINT tried")
        try:
            self._simple(sql)
        except psycopg.Error as error:
            if self.connection.closed:
                raise
            return error.sqlstate or ""
        finally:
            if not self.connection.closed:
                self._simple("ROLLBACK TO SAVEPOINT tried")
        return ""

    def rows(self, sql: str, values: Sequence[Any] | None = None) -> list[tuple[Any, ...]]:
        """What our own SQL returns; `%s` is a value of `values`."""
        with self.connection.cursor() as cursor:
            return cursor.execute(sql.encode(), values).fetchall()

    @contextmanager
    def stream(
        self, text: str
    ) -> Iterator[tuple[psycopg.Cursor[tuple[Any, ...]], Iterator[tuple[Any, ...]]]]:
        """The cursor and the rows of a statement of somebody else, as they come. Closing ends the statement."""
        with self.connection.cursor() as cursor:
            rows = cursor.stream(text.encode(), size=_BATCH)
            try:
                yield cursor, iter(rows)
            finally:
                with suppress(psycopg.Error):  # the statement that is ended here may be refused just then
                    rows.close()  # type: ignore[attr-defined]

    def described(self, text: str) -> list[tuple[str, int]]:
        """The columns of a statement and the oids of their types, without running it. For one without rows."""
        server = self.connection.pgconn
        server.prepare(b"", text.encode())
        found = server.describe_prepared(b"")
        return [((found.fname(at) or b"").decode(), found.ftype(at)) for at in range(found.nfields)]

    def recover(self) -> None:
        """Make the session answer again after a statement that was broken off, which spoils its transaction."""
        if self.connection.info.transaction_status is psycopg.pq.TransactionStatus.INERROR:
            self._simple("ROLLBACK")

    def cancel(self) -> None:
        """Stop what is running, from any thread. What hasn't begun yet is stopped as it begins."""
        self.stopped = self.stopped or "cancel"
        with suppress(psycopg.Error):  # a server that can't be reached has stopped, or its own timeout will
            self.connection.cancel_safe(timeout=_CANCEL_SECONDS)

    def must_stop(self) -> bool:
        """Whether a cancel came or the deadline has passed."""
        if not self.stopped and time.monotonic() >= self._deadline:
            self.stopped = "deadline"
        return bool(self.stopped)

    def used_up(self) -> bool:
        """Whether the statement took nine tenths of its time or more (L6)."""
        return time.monotonic() - self._begun >= 0.9 * self._seconds

    def is_there(self) -> bool:
        """Whether the server still listens: a backend that was ended while idle is replaced, not used."""
        return silent(self.connection.fileno())

    def reset(self) -> bool:
        """Forget what stopped the last statement. False where the connection is lost."""
        self.stopped = ""
        self._deadline = float("inf")
        return not (self.connection.closed or self.connection.broken)

    def close(self) -> None:
        """Close the connection."""
        self.connection.close()

    def _roll_back(self) -> None:
        """End the transaction whatever became of it, and what outlives one: locks, and statements that are prepared."""
        if self.connection.closed:
            return
        try:
            self._simple("ROLLBACK")
            self._simple("DEALLOCATE ALL; SELECT pg_advisory_unlock_all()")
        except psycopg.Error:
            self.connection.close()  # a session in an unknown state is used no more

    def _simple(self, sql: str) -> None:
        self.connection.execute(sql.encode()).close()
