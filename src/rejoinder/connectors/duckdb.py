"""DuckDB: a file, opened read-only and sandboxed, one instance in this process with a connection a session.

While it is open nobody can write to the file, so its catalog stays as it is. DuckDB's Python package makes
`infinity` of a date or timestamp its last day, cuts nanoseconds to microseconds, and a month of an interval is
30 days to it; every other value arrives as it is stored.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TypeVar

from rejoinder.connectors import _duckdb_catalog, _duckdb_estimate, _duckdb_privileges, _files
from rejoinder.connectors._duckdb_session import Instance, Session
from rejoinder.connectors._duckdb_trouble import engine_error, unavailable
from rejoinder.connectors._duckdb_values import DuckdbColumns
from rejoinder.connectors._lookup import KnownValues, look_up
from rejoinder.connectors._rows import stream
from rejoinder.dialects.duckdb import DIALECT
from rejoinder.errors import LookupUnavailable, MissingExtra, UsageError
from rejoinder.ports import CancelHandle
from rejoinder.terms.catalog import Catalog, ColumnRef
from rejoinder.terms.classes import Defect
from rejoinder.terms.dialect import Dialect
from rejoinder.terms.estimate import Estimate, Unknown
from rejoinder.terms.limits import ExecutionLimits, LookupLimits
from rejoinder.terms.privileges import Privileges
from rejoinder.terms.refusal import Refusal
from rejoinder.terms.result import Result, ResultColumn, Stored
from rejoinder.terms.statement import Statement

T = TypeVar("T")

CONFIRM_SECONDS = 10.0
"""How long a cancel waits to see the statement end."""
_OPTIONS = ("threads", "memory_limit")
_INTERRUPTED = "INTERRUPT"


def open(url: str, *, sessions: int = 4) -> DuckdbConnector:
    """The database at `duckdb:///relative.duckdb` or `duckdb:////absolute.duckdb`, with `?threads=` and
    `&memory_limit=` where DuckDB's own choice isn't wanted.

    Raises `UsageError` for a URL that can't be understood, `MissingExtra` without the package `duckdb`,
    `DatabaseUnavailable` for a database that can't be read, with a sentence that says what to do.
    """
    path, options = _files.place_of(url, "duckdb")
    for name, value in options:
        if name not in _OPTIONS:
            raise UsageError(
                f"`{name}={value}` in `{url}` isn't an option of a DuckDB URL; there are `threads` and `memory_limit`."
            )
    if path in ("", ":memory:"):
        raise UsageError(
            f"`{url}` names no file, and a DuckDB database in memory would be empty: name a file."
        )
    return DuckdbConnector(_files.absolute(path), options=dict(options), sessions=sessions)


class DuckdbConnector:
    """One DuckDB database. Safe to use from several threads."""

    def __init__(self, path: Path, *, options: Mapping[str, str], sessions: int = 4) -> None:
        try:
            import duckdb
        except ImportError as error:
            raise MissingExtra(
                "DuckDB databases need the package `duckdb`: `pip install 'rejoinder[duckdb]'`."
            ) from error
        _files.refuse_unusable(path, "DuckDB")
        self._error = duckdb.Error
        self._version = duckdb.__version__
        self._path = path
        try:
            self._instance = Instance(path, options, sessions)
        except duckdb.Error as error:
            raise unavailable(path, error) from error
        self._fingerprint = ""
        self._known_values = KnownValues()
        self._running: dict[CancelHandle, threading.Event] = {}

    @property
    def dialect(self) -> Dialect:
        """DuckDB's."""
        return DIALECT

    @property
    def sessions(self) -> int:
        """How many statements may run at once."""
        return self._instance.most

    @property
    def running(self) -> int:
        """How many statements are under way. The engine is in this process, and nothing else tells."""
        return len(self._running)

    def fingerprint(self) -> str:
        """A digest of all definitions, worked out once: nobody can change the file while it is open here."""
        with self._reading() as session:
            if not self._fingerprint:
                self._fingerprint = _duckdb_catalog.fingerprint(session)
            return self._fingerprint

    def catalog(self) -> Catalog:
        """Tables, views and macros. Raises `DatabaseUnavailable`."""
        with self._reading() as session:
            return _duckdb_catalog.read(session)

    def values(
        self, columns: Sequence[ColumnRef], literals: Sequence[str], limits: LookupLimits
    ) -> Mapping[ColumnRef, Sequence[Stored]]:
        """Stored values of text columns, at most `limits.values` a column. Raises `LookupUnavailable`."""
        found: dict[ColumnRef, Sequence[Stored]] = {}
        with self._instance.session() as session:
            try:
                with session.watched(limits.seconds):
                    look_up(DuckdbColumns(session), columns, literals, limits, self._known_values, found)
            except self._error as error:
                if not session.stopped:
                    said = engine_error(error, "").message
                    raise LookupUnavailable(
                        f"Values of `{self._path}` couldn't be looked up: {said}."
                    ) from error
        return found

    def estimate(
        self, statement: Statement, limits: ExecutionLimits, handle: CancelHandle
    ) -> Estimate | Refusal | Unknown:
        """Rows that DuckDB's plan expects to read and to return. Nothing is run."""
        work = partial(_duckdb_estimate.price, text=statement.text)
        return self._sent(work, statement.text, limits, handle, len(_duckdb_estimate.PREFIX))

    def execute(
        self, statement: Statement, limits: ExecutionLimits, handle: CancelHandle
    ) -> Result | Refusal:
        """Run it in a transaction of its own, on a connection that is closed afterwards."""
        return self._sent(partial(_fetch, text=statement.text, limits=limits), statement.text, limits, handle)

    def cancel(self, handle: CancelHandle) -> None:
        """Stop the statement, and return when it has ended."""
        ended = self._running.get(handle)
        handle.request()
        if ended is not None:
            ended.wait(CONFIRM_SECONDS)

    def privileges(self) -> Privileges:
        """What this user could do to the file, and what the engine let pass when it was tried.

        DuckDB has neither roles nor replicas.
        """
        with self._reading() as session:
            tried = tuple(_duckdb_privileges.tried(session, self._path))
        return Privileges(
            role=_files.user(),
            engine=f"DuckDB {self._version}",
            hazards=(*_files.hazards(self._path), *tried),
        )

    def close(self) -> None:
        """Close every session; a statement that still runs is stopped."""
        self._instance.close()

    @contextmanager
    def _reading(self) -> Iterator[Session]:
        """A session for reading of our own."""
        with self._instance.session() as session:
            try:
                yield session
            except self._error as error:
                raise unavailable(self._path, error) from error

    def _sent(
        self,
        work: Callable[[Session], T | Refusal | None],
        text: str,
        limits: ExecutionLimits,
        handle: CancelHandle,
        shift: int = 0,
    ) -> T | Refusal:
        """Do `work`, stopped at the deadline or by the handle; the driver's no is a value."""
        ended = threading.Event()
        before = 0
        with self._instance.session() as session:
            self._running[handle] = ended
            handle.bind(session.cancel)
            try:
                with session.watched(limits.seconds):
                    if session.must_stop():
                        return _stopped(session, limits)
                    refused = session.refused(text)
                    before = shift
                    done = work(session) if refused is None else refused
                return _stopped(session, limits) if done is None else done
            except (self._error, RuntimeError, UnicodeError, MemoryError) as error:
                if session.stopped:
                    return _stopped(session, limits)
                return DIALECT.classify(engine_error(error, text, before))
            finally:
                handle.bind(None)
                del self._running[handle]
                ended.set()


def _fetch(session: Session, text: str, limits: ExecutionLimits) -> Result | Refusal | None:
    cursor = session.stream(text)
    columns = tuple(_column(name, str(type_)) for name, type_, *_ in cursor.description or ())
    return stream(columns, cursor.fetchmany, limits, session.must_stop)


def _column(name: str, type_: str) -> ResultColumn:
    return ResultColumn(name=name, type=type_, family=DIALECT.family(type_))


def _stopped(session: Session, limits: ExecutionLimits) -> Refusal:
    if session.stopped == "cancel":
        return Refusal(defect=Defect.CANCELLED, message="Interrupted!", code=_INTERRUPTED)
    return Refusal(
        defect=Defect.STATEMENT_TIMEOUT,
        message="Interrupted!",
        code=_INTERRUPTED,
        hint=f"The statement was stopped after {limits.seconds:g} seconds.",
    )
