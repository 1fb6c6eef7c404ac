"""The connector to PostgreSQL servers, whatever the scheme of their URL is called."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from typing import Any, TypeVar

import psycopg

from rejoinder.connectors import _pg_catalog, _pg_estimate, _pg_privileges, _pg_reader, _pg_tries
from rejoinder.connectors._lookup import KnownValues, look_up
from rejoinder.connectors._pg_session import Session
from rejoinder.connectors._pg_trouble import engine_error, unavailable
from rejoinder.connectors._pg_values import PostgresColumns
from rejoinder.connectors._pool import Pool, cancel_until_ended
from rejoinder.connectors._rows import stream
from rejoinder.dialects.postgres import DIALECT
from rejoinder.errors import LookupUnavailable
from rejoinder.ports import CancelHandle
from rejoinder.terms.catalog import Catalog, ColumnRef, TypeFamily
from rejoinder.terms.classes import Defect
from rejoinder.terms.dialect import Dialect
from rejoinder.terms.estimate import Estimate, Unknown
from rejoinder.terms.limits import ExecutionLimits, LookupLimits
from rejoinder.terms.privileges import Privileges
from rejoinder.terms.refusal import Refusal
from rejoinder.terms.result import Result, ResultColumn, Stored
from rejoinder.terms.statement import Statement
from rejoinder.terms.urls import redact_url

T = TypeVar("T")

_CATALOG_SECONDS = 60.0
_CANCELLED, _TIMED_OUT = "57014", "57014"
_TYPES = "SELECT oid, format_type(oid, NULL), typtype::text FROM pg_catalog.pg_type WHERE oid = ANY(%s)"


class PostgresConnector:
    """One PostgreSQL database behind a pool of sessions. Safe to use from several threads."""

    def __init__(self, dsn: str, *, sessions: int = 4) -> None:
        """Raises `DatabaseUnavailable`."""
        self._name = redact_url(dsn)
        self._pool = self._opened(dsn, sessions)
        self._types: dict[int, tuple[str, TypeFamily]] = {}
        self._running: dict[CancelHandle, threading.Event] = {}

    @property
    def dialect(self) -> Dialect:
        """PostgreSQL's."""
        return DIALECT

    @property
    def sessions(self) -> int:
        """How many statements may run at once."""
        return self._pool.most

    def fingerprint(self) -> str:
        """A sum over all definitions and rights. Raises `DatabaseUnavailable`."""
        with self._reading() as session:
            return _pg_catalog.fingerprint(session)

    def catalog(self) -> Catalog:
        """All that the role can name, in one moment. Raises `DatabaseUnavailable`."""
        with self._reading() as session:
            return _pg_catalog.read(session, DIALECT.family)

    def values(
        self, columns: Sequence[ColumnRef], literals: Sequence[str], limits: LookupLimits
    ) -> Mapping[ColumnRef, Sequence[Stored]]:
        """Stored values of text columns, at most `limits.values` a column. Raises `LookupUnavailable`.

        Nothing is remembered: the server doesn't tell cheaply whether rows have changed.
        """
        found: dict[ColumnRef, Sequence[Stored]] = {}
        with self._pool.session() as session:
            try:
                with session.transaction(limits.seconds):
                    look_up(PostgresColumns(session), columns, literals, limits, KnownValues(), found)
            except psycopg.errors.QueryCanceled:
                return found
            except psycopg.Error as error:
                said = engine_error(error).message
                raise LookupUnavailable(f"Values of `{self._name}` couldn't be looked up: {said}.") from error
        return found

    def estimate(
        self, statement: Statement, limits: ExecutionLimits, handle: CancelHandle
    ) -> Estimate | Refusal | Unknown:
        """What the planner expects. Nothing is run; what it folds beforehand is under the same timeout."""
        work = partial(_pg_estimate.price, text=statement.text)
        return self._sent(work, limits, handle, len(_pg_estimate.PREFIX))

    def execute(
        self, statement: Statement, limits: ExecutionLimits, handle: CancelHandle
    ) -> Result | Refusal:
        """Run it in a READ ONLY transaction of its own, which is always rolled back."""
        return self._sent(partial(self._fetch, text=statement.text, limits=limits), limits, handle)

    def cancel(self, handle: CancelHandle) -> None:
        """Stop the statement on the server, and return when it has ended."""
        cancel_until_ended(handle, self._running.get(handle))

    def privileges(self) -> Privileges:
        """What the role could do beyond reading, tried in a transaction that is rolled back.

        Raises `DatabaseUnavailable`.
        """
        with self._reading() as session:
            role = _pg_privileges.role_of(session)
            hazards = tuple(_pg_privileges.hazards(session, role))
            reader = tuple(_pg_reader.statements(session, role))
        if not role.replica:  # a replica takes no write from anybody
            with self._reading(Session.trying) as session:
                hazards += tuple(_pg_tries.tried(session, role))
        return Privileges(
            role=role.name,
            engine=f"PostgreSQL {role.version}",
            replica=role.replica,
            encrypted=role.encrypted,
            hazards=hazards,
            reader=reader if hazards else (),
        )

    def close(self) -> None:
        """Close every session; a statement that still runs is stopped."""
        self._pool.close()

    def _opened(self, dsn: str, sessions: int) -> Pool[Session]:
        def open_one() -> Session:
            try:
                return Session(dsn)
            except psycopg.Error as error:
                raise unavailable(self._name, error) from error

        return Pool(self._name, sessions, open_one)

    @contextmanager
    def _reading(
        self, begin: Callable[[Session, float], AbstractContextManager[None]] = Session.transaction
    ) -> Iterator[Session]:
        """A session in a transaction, for what we ask ourselves."""
        with self._pool.session() as session:
            try:
                with begin(session, _CATALOG_SECONDS):
                    yield session
            except psycopg.Error as error:
                if self._pool.closed:
                    raise self._pool.closed_error() from error
                raise unavailable(self._name, error) from error

    def _sent(
        self,
        work: Callable[[Session], T | Refusal | None],
        limits: ExecutionLimits,
        handle: CancelHandle,
        shift: int = 0,
    ) -> T | Refusal:
        """Do `work` in a transaction, stopped by the server at the deadline or by the handle."""
        ended = threading.Event()
        with self._pool.session() as session:
            self._running[handle] = ended
            handle.bind(session.cancel)
            try:
                if session.stopped or limits.seconds <= 0:
                    return _stopped(session, limits)
                with session.transaction(limits.seconds):
                    done = work(session)
                return _stopped(session, limits) if done is None else done
            except (psycopg.Error, UnicodeError, ValueError, MemoryError) as error:
                return self._refusal(session, error, limits, shift)
            finally:
                handle.bind(None)
                del self._running[handle]
                ended.set()

    def _refusal(self, session: Session, error: Exception, limits: ExecutionLimits, shift: int) -> Refusal:
        told = engine_error(error, shift)
        if session.stopped == "cancel":
            return _stopped(session, limits)
        if told.code == _TIMED_OUT and session.used_up():
            return _stopped(session, limits, told.message)
        if isinstance(error, psycopg.ProgrammingError | psycopg.InternalError) and not error.sqlstate:
            return _nothing(told.message)
        return DIALECT.classify(told)

    def _fetch(self, session: Session, text: str, limits: ExecutionLimits) -> Result | Refusal | None:
        """The rows, capped as they stream."""
        with session.stream(text) as (cursor, rows):
            first = next(rows, None)
            if first is None:  # the driver tells no columns where no row came
                described = session.described(text)
            else:
                described = [(column.name, column.type_code) for column in cursor.description or ()]
            ahead = [] if first is None else [first]

            def fetch(most: int) -> list[tuple[Any, ...]]:
                batch = ahead[:most]
                del ahead[:most]
                while len(batch) < most and (row := next(rows, None)) is not None:
                    batch.append(row)
                return batch

            columns = tuple(ResultColumn(name=name) for name, _ in described)
            found = stream(columns, fetch, limits, session.must_stop)
        return found if not isinstance(found, Result) else self._typed(session, found, described)

    def _typed(self, session: Session, result: Result, described: Sequence[tuple[str, int]]) -> Result:
        """The result with the types of its columns, which the server is asked for once each."""
        unknown = sorted({oid for _, oid in described} - set(self._types))
        if unknown:
            session.recover()
            for oid, name, kind in session.rows(_TYPES, (unknown,)):
                self._types[oid] = (name, TypeFamily.TEXT if kind == "e" else DIALECT.family(name))
        named = [(name, *self._types.get(oid, ("", TypeFamily.OTHER))) for name, oid in described]
        columns = tuple(ResultColumn(name=name, type=type_, family=family) for name, type_, family in named)
        return Result(columns=columns, rows=result.rows, truncated=result.truncated, digest=result.digest)


def _nothing(said: str) -> Refusal:
    """What the driver says of a text that has no rows to stream: it holds nothing, or it isn't a query."""
    if "EMPTY_QUERY" in said:
        return Refusal(defect=Defect.NO_SQL, message="The text holds no statement.")
    return Refusal(
        defect=Defect.READ_ONLY, message="This session only reads: the statement returns no rows of any kind."
    )


def _stopped(session: Session, limits: ExecutionLimits, message: str = "") -> Refusal:
    if session.stopped == "cancel":
        return Refusal(
            defect=Defect.CANCELLED, message=message or "The statement was cancelled.", code=_CANCELLED
        )
    return Refusal(
        defect=Defect.STATEMENT_TIMEOUT,
        message=message or "The statement ran out of time.",
        code=_TIMED_OUT,
        hint=f"The statement was stopped after {limits.seconds:g} seconds.",
    )
