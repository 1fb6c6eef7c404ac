"""SQLite: a file, or an empty database in memory. Everything is in the standard library.

Each session is its own connection: the file opened read-only, `query_only`, and an authorizer round every
statement. Deadlines and cancels are seen by SQLite's own progress handler, so that a statement really ends.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from typing import TypeVar

from rejoinder.connectors import _sqlite_catalog, _sqlite_estimate, _sqlite_privileges, _sqlite_rows
from rejoinder.connectors._lookup import KnownValues, look_up
from rejoinder.connectors._sqlite_place import Place, place_of
from rejoinder.connectors._sqlite_pool import Pool
from rejoinder.connectors._sqlite_session import Guard, Session
from rejoinder.connectors._sqlite_values import SqliteColumns
from rejoinder.dialects.sqlite import DIALECT
from rejoinder.errors import LookupUnavailable
from rejoinder.ports import CancelHandle
from rejoinder.terms.catalog import Catalog, ColumnRef
from rejoinder.terms.classes import Defect
from rejoinder.terms.dialect import Dialect, EngineError
from rejoinder.terms.estimate import Estimate, Unknown
from rejoinder.terms.limits import ExecutionLimits, LookupLimits
from rejoinder.terms.privileges import Privileges
from rejoinder.terms.refusal import Refusal
from rejoinder.terms.result import Result, Stored
from rejoinder.terms.statement import Statement

T = TypeVar("T")

CONFIRM_SECONDS = 10.0
"""How long a cancel waits to see the statement end. SQLite ends within milliseconds unless it sorts."""

# A Warning isn't an Error in every version; a text with a lone surrogate or a null raises ValueError.
_DRIVER_ERRORS = (sqlite3.Error, sqlite3.Warning, ValueError, MemoryError)
_BREAKING = ("SQLITE_CORRUPT", "SQLITE_NOTADB", "SQLITE_IOERR", "SQLITE_CANTOPEN", "SQLITE_NOMEM")


def open(url: str, *, sessions: int = 4) -> SqliteConnector:
    """The database at `sqlite:///relative.db`, `sqlite:////absolute.db`, a bare path, or `:memory:`.

    Raises `UsageError` for a URL that can't be understood, `DatabaseUnavailable` for a database that can't be
    read, with a sentence that says what to do.
    """
    return SqliteConnector(place_of(url), sessions=sessions)


class SqliteConnector:
    """One SQLite database behind a pool of read-only sessions. Safe to use from several threads."""

    def __init__(
        self, place: Place, *, sessions: int = 4, guards: frozenset[Guard] = frozenset(Guard)
    ) -> None:
        """`guards` is for tests, which switch all but one off."""
        self._place = place
        self._pool = Pool(place, sessions, guards)
        self._fingerprint: tuple[tuple[int, ...], str] | None = None
        self._known_values = KnownValues()
        self._running: dict[CancelHandle, threading.Event] = {}

    @property
    def dialect(self) -> Dialect:
        """SQLite's."""
        return DIALECT

    @property
    def sessions(self) -> int:
        """How many statements may run at once; 1 for a database in memory."""
        return self._pool.most

    def fingerprint(self) -> str:
        """A digest of all definitions; read again only when the file changed. Raises `DatabaseUnavailable`."""
        with self._reading() as session:
            state = (*self._place.state(), session.schema_version)
            known = self._fingerprint
            if known is not None and known[0] == state:
                return known[1]
            found = _sqlite_catalog.fingerprint(session)
            self._fingerprint = (state, found)
            return found

    def catalog(self) -> Catalog:
        """Tables, views and virtual tables, at one moment. Raises `DatabaseUnavailable`."""
        with self._reading() as session:
            return _sqlite_catalog.read(session, DIALECT.family)

    def values(
        self, columns: Sequence[ColumnRef], literals: Sequence[str], limits: LookupLimits
    ) -> Mapping[ColumnRef, Sequence[Stored]]:
        """Stored values of text columns, at most `limits.values` a column. Raises `LookupUnavailable`."""
        found: dict[ColumnRef, Sequence[Stored]] = {}
        try:
            with self._pool.session() as session:
                session.arm(limits.seconds)
                try:
                    with session.snapshot():
                        self._known_values.keep_for(self._place.state())
                        reader = SqliteColumns(session, DIALECT.family)
                        look_up(reader, columns, literals, limits, self._known_values, found)
                except sqlite3.OperationalError:
                    if not session.stopped:
                        raise
        except (sqlite3.Error, OSError) as error:
            raise LookupUnavailable(f"Values of `{self._place}` couldn't be looked up: {error}.") from error
        return found

    def estimate(
        self, statement: Statement, limits: ExecutionLimits, handle: CancelHandle
    ) -> Estimate | Refusal | Unknown:
        """Rows that SQLite's plan would read, by its statistics; an order of magnitude. Nothing is run."""
        return self._sent(partial(_sqlite_estimate.price, text=statement.text), limits, handle)

    def execute(
        self, statement: Statement, limits: ExecutionLimits, handle: CancelHandle
    ) -> Result | Refusal:
        """Run it in a read transaction of its own, which is always rolled back."""
        return self._sent(partial(_sqlite_rows.fetch, text=statement.text, limits=limits), limits, handle)

    def cancel(self, handle: CancelHandle) -> None:
        """Stop the statement, and return when it has ended."""
        ended = self._running.get(handle)
        handle.request()
        if ended is not None:
            ended.wait(CONFIRM_SECONDS)

    def privileges(self) -> Privileges:
        """What this user could do to the file. Raises `DatabaseUnavailable`."""
        return _sqlite_privileges.read(self._place)

    def close(self) -> None:
        """Close every session; a statement that still runs is stopped."""
        self._pool.close()

    @contextmanager
    def _reading(self) -> Iterator[Session]:
        """A session in a read transaction, for reading of our own."""
        try:
            with self._pool.session() as session, session.snapshot():
                yield session
        except (sqlite3.Error, OSError) as error:
            raise self._pool.unavailable(error) from error

    def _sent(
        self, work: Callable[[Session], T | Refusal], limits: ExecutionLimits, handle: CancelHandle
    ) -> T | Refusal:
        """Do `work` in a snapshot, stopped at the deadline or by the handle; the driver's no is a value."""
        ended = threading.Event()
        with self._pool.session() as session:
            self._running[handle] = ended
            session.arm(limits.seconds)
            handle.bind(session.cancel)
            try:
                if session.must_stop():
                    return _stopped(session, limits)
                with session.snapshot():
                    return work(session)
            except _DRIVER_ERRORS as error:
                return _refusal(session, error, limits)
            finally:
                ended.set()
                handle.bind(None)
                del self._running[handle]


def _refusal(session: Session, error: Exception, limits: ExecutionLimits) -> Refusal:
    if session.stopped:
        return _stopped(session, limits)
    code = str(getattr(error, "sqlite_errorname", ""))
    if isinstance(error, MemoryError):
        code = "SQLITE_NOMEM"
    session.broken = code.startswith(_BREAKING)
    message = str(error) or "out of memory"
    return DIALECT.classify(EngineError(exception=type(error).__name__, code=code, message=message))


def _stopped(session: Session, limits: ExecutionLimits) -> Refusal:
    if session.stopped == "cancel":
        return Refusal(defect=Defect.CANCELLED, message="interrupted", code="SQLITE_INTERRUPT")
    return Refusal(
        defect=Defect.STATEMENT_TIMEOUT,
        message="interrupted",
        code="SQLITE_INTERRUPT",
        hint=f"The statement was stopped after {limits.seconds:g} seconds.",
    )
