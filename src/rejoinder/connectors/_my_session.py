"""One session on a MySQL or MariaDB server: how it is opened, kept read-only, and stopped.

Every statement runs in a READ ONLY transaction that is always rolled back, without the protocol's option of
several statements, under the server's own timeout, and is streamed. What a READ ONLY transaction doesn't stop
(`INTO OUTFILE`, `LOAD_FILE`) is for the check and for a role without the FILE privilege.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import Any, Literal

import pymysql
from pymysql.cursors import SSCursor

from rejoinder.connectors._pool import silent

_LOCK_SECONDS = 5
_CONNECT_SECONDS = 10
_COM_RESET_CONNECTION = 0x1F
Address = Mapping[str, Any]
"""What `pymysql.connect` is called with."""


class Session:
    """A connection, used by one thread at a time; another connection stops it."""

    def __init__(self, address: Address) -> None:
        """Raises `pymysql.err.Error`."""
        self._address = address
        self._connection = _connect(address)
        self.version, self._id = self.rows("SELECT VERSION(), CONNECTION_ID()")[0]
        self.is_mariadb = "mariadb" in self.version.lower()
        self.stopped: Literal["", "deadline", "cancel"] = ""
        """What stopped the statement, if anything did."""
        self._deadline = float("inf")
        self._begun = 0.0
        self._seconds = 0.0
        self._lost = False
        self._is_used = False
        """Whether a statement of somebody else ran: it may have left variables, settings and locks."""
        self._settle()

    @contextmanager
    def transaction(self, seconds: float) -> Iterator[None]:
        """A READ ONLY transaction with a timeout for each statement in it, which is rolled back."""
        self._begun, self._seconds = time.monotonic(), seconds
        self._deadline = self._begun + seconds
        if self.is_mariadb:
            self._simple(f"SET SESSION max_statement_time = {max(seconds, 0.001):.3f}")
        else:
            self._simple(f"SET SESSION max_execution_time = {max(1, int(seconds * 1000))}")
        self._simple("START TRANSACTION READ ONLY")
        try:
            yield
        finally:
            self._roll_back()

    def rows(self, sql: str, values: Sequence[Any] | None = None) -> list[tuple[Any, ...]]:
        """What our own SQL returns; `%s` is a value of `values`."""
        with self._connection.cursor() as cursor:
            cursor.execute(sql, values)
            return list(cursor.fetchall())

    @property
    def server(self) -> str:
        """The host that it was connected to; "" for a socket of this machine."""
        return "" if self._address.get("unix_socket") else str(self._address["host"])

    def tried(self, sql: str) -> Any:
        """The first value that our own SQL returns, "" where it returns no row, None where the server refuses it."""
        try:
            found = self.rows(sql)
        except (pymysql.err.OperationalError, pymysql.err.ProgrammingError):
            if self._connection.open:
                return None
            raise
        return found[0][0] if found else ""

    def grants_of(self, role: str) -> list[str]:
        """What a role of ours is granted, seen by taking it on; afterwards the session is made like new."""
        self._is_used = True
        self._simple(f"SET ROLE {role}")
        return [str(grant) for (grant,) in self.rows("SHOW GRANTS") if f"TO {role}" in grant]

    @contextmanager
    def stream(self, text: str) -> Iterator[SSCursor]:
        """The cursor of a statement of somebody else, whose rows come as they are fetched. Closing ends it."""
        cursor = self._connection.cursor(SSCursor)
        self._is_used = True
        try:
            cursor.execute(text)
            yield cursor
        finally:
            self._end(cursor)

    def cancel(self) -> None:
        """Stop what is running, from any thread. What hasn't begun yet is stopped as it begins."""
        self.stopped = self.stopped or "cancel"
        self._kill()

    def overrun(self) -> None:
        """Stop what has run past its time although the server was told it: a statement can set its own timeout."""
        self.stopped = self.stopped or "deadline"
        self._kill()

    def must_stop(self) -> bool:
        """Whether a cancel came or the deadline has passed."""
        if not self.stopped and time.monotonic() >= self._deadline:
            self.stopped = "deadline"
        return bool(self.stopped)

    def used_up(self) -> bool:
        """Whether the statement took nine tenths of its time or more (L6)."""
        return time.monotonic() - self._begun >= 0.9 * self._seconds

    def is_there(self) -> bool:
        """Whether the server still listens: a connection that was ended while idle is replaced, not used."""
        socket = getattr(self._connection, "_sock", None)
        return socket is not None and silent(socket.fileno())

    def reset(self) -> bool:
        """Forget the last statement, and all that it may have left. False where the connection is lost."""
        self.stopped = ""
        self._deadline = float("inf")
        if self._is_used and self._connection.open and not self._lost:
            self._forget()
        return self._connection.open and not self._lost

    def close(self) -> None:
        """Close the connection."""
        if self._connection.open:
            with suppress(pymysql.err.Error, OSError):  # the server may have closed it first
                self._connection.close()

    def _end(self, cursor: SSCursor) -> None:
        """Close a cursor; one that has more rows would read them all, so its statement is stopped first."""
        result = result_of(cursor)
        if result is not None and result.unbuffered_active:
            self._kill()
        with suppress(pymysql.err.Error):  # that it was interrupted, which is what was asked for
            cursor.close()

    def _kill(self) -> None:
        with suppress(pymysql.err.Error, OSError):  # a server that can't be reached has its own timeout
            killer = _connect(self._address)
            try:
                with killer.cursor() as cursor:
                    cursor.execute(f"KILL QUERY {self._id}")
            finally:
                killer.close()

    def _roll_back(self) -> None:
        try:
            self._absorb_kill()
            self._simple("ROLLBACK")
        except (pymysql.err.Error, OSError):
            self._lost = True

    def _absorb_kill(self) -> None:
        """Let a KILL that came after its statement had ended hit this one instead of the next of somebody else."""
        with suppress(pymysql.err.OperationalError, pymysql.err.InternalError):
            self._simple("DO 0")

    def _settle(self) -> None:
        """What a new session is told, and one that was made like new."""
        self._simple("SET NAMES utf8mb4")
        self._simple("SET SESSION TRANSACTION READ ONLY")
        self._simple(f"SET SESSION lock_wait_timeout = {_LOCK_SECONDS}, autocommit = 1")

    def _forget(self) -> None:
        """Variables, settings, locks, prepared statements, the current database: none of it is rolled back."""
        try:
            _make_new(self._connection)
            self._connection.select_db(self._address["database"])
            self._settle()
            self._is_used = False
        except (pymysql.err.Error, OSError):
            self._lost = True  # a session in an unknown state is used no more

    def _simple(self, sql: str) -> None:
        with self._connection.cursor() as cursor:
            cursor.execute(sql)


def _make_new(connection: Any) -> None:
    """Send the protocol's command for it (MySQL 5.7.3, MariaDB 10.2.4), which the driver has no name of its own for."""
    connection._execute_command(_COM_RESET_CONNECTION, b"")
    connection._read_ok_packet()


def result_of(cursor: SSCursor) -> Any:
    """What the driver has of a result: its header's fields, and whether rows are still to come."""
    return getattr(cursor, "_result", None)


def _connect(address: Address) -> pymysql.Connection[Any]:
    return pymysql.connect(
        charset="utf8mb4",
        autocommit=True,
        connect_timeout=_CONNECT_SECONDS,
        program_name="rejoinder",
        local_infile=False,
        **address,
    )
