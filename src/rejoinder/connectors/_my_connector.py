"""The connector to MySQL and MariaDB servers, whatever the scheme of their URL is called."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from typing import TypeVar

import pymysql

from rejoinder.connectors import _my_catalog, _my_estimate, _my_privileges, _my_reader
from rejoinder.connectors._lookup import KnownValues, look_up
from rejoinder.connectors._my_address import address_of, engine_error, unavailable
from rejoinder.connectors._my_session import Session, result_of
from rejoinder.connectors._my_types import columns_of
from rejoinder.connectors._my_values import MysqlColumns
from rejoinder.connectors._pool import Pool, cancel_until_ended
from rejoinder.connectors._rows import stream
from rejoinder.dialects import mariadb, mysql
from rejoinder.errors import LookupUnavailable
from rejoinder.ports import CancelHandle
from rejoinder.terms.catalog import Catalog, ColumnRef
from rejoinder.terms.classes import Defect
from rejoinder.terms.dialect import Case, Dialect
from rejoinder.terms.estimate import Estimate, Unknown
from rejoinder.terms.limits import ExecutionLimits, LookupLimits
from rejoinder.terms.privileges import Privileges
from rejoinder.terms.refusal import Refusal
from rejoinder.terms.result import Result, Stored
from rejoinder.terms.statement import Statement
from rejoinder.terms.urls import redact_url

T = TypeVar("T")

_GRACE_SECONDS = 1.0
_CATALOG_SECONDS = 60.0
_INTERRUPTED, _TIMED_OUT = "1317", frozenset({"1969", "3024", "1317"})


class MysqlConnector:
    """One MySQL or MariaDB database behind a pool of sessions. Safe to use from several threads."""

    def __init__(self, url: str, *, sessions: int = 4) -> None:
        """Raises `UsageError` or `DatabaseUnavailable`."""
        self._name = redact_url(url)
        self._address = address_of(url)
        self._running: dict[CancelHandle, threading.Event] = {}
        self._pool = Pool(self._name, sessions, self._open_one)
        with self._reading() as session:
            self._dialect = _dialect_of(session)

    @property
    def dialect(self) -> Dialect:
        """MariaDB's or MySQL's, with the case of table names that this server was set up with."""
        return self._dialect

    @property
    def sessions(self) -> int:
        """How many statements may run at once."""
        return self._pool.most

    def fingerprint(self) -> str:
        """Sums over all definitions and rights. Raises `DatabaseUnavailable`."""
        with self._reading() as session:
            return _my_catalog.fingerprint(session)

    def catalog(self) -> Catalog:
        """All that the user can name. Raises `DatabaseUnavailable`."""
        with self._reading() as session:
            return _my_catalog.read(session, self._dialect)

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
                    look_up(MysqlColumns(session), columns, literals, limits, KnownValues(), found)
            except pymysql.err.MySQLError as error:
                told = engine_error(error)
                if told.code not in _TIMED_OUT:
                    raise LookupUnavailable(
                        f"Values of `{self._name}` couldn't be looked up: {told.message}."
                    ) from error
        return found

    def estimate(
        self, statement: Statement, limits: ExecutionLimits, handle: CancelHandle
    ) -> Estimate | Refusal | Unknown:
        """What the planner expects to read. Nothing is run."""
        return self._sent(partial(_my_estimate.price, text=statement.text), limits, handle)

    def execute(
        self, statement: Statement, limits: ExecutionLimits, handle: CancelHandle
    ) -> Result | Refusal:
        """Run it in a READ ONLY transaction of its own, which is always rolled back."""
        return self._sent(partial(_fetch, text=statement.text, limits=limits), limits, handle)

    def cancel(self, handle: CancelHandle) -> None:
        """Stop the statement on the server, and return when it has ended."""
        cancel_until_ended(handle, self._running.get(handle))

    def privileges(self) -> Privileges:
        """What the user could do beyond reading. Raises `DatabaseUnavailable`."""
        with self._reading() as session:
            user = _my_privileges.user_of(session)
            hazards = tuple(_my_privileges.hazards(session, user))
            engine = "MariaDB" if session.is_mariadb else "MySQL"
            return Privileges(
                role=user.name,
                engine=f"{engine} {session.version.partition('-')[0]}",
                replica=user.replica,
                encrypted=user.encrypted,
                hazards=hazards,
                reader=tuple(_my_reader.statements(user, is_mariadb=session.is_mariadb)) if hazards else (),
            )

    def close(self) -> None:
        """Close every session; a statement that still runs is stopped."""
        self._pool.close()

    def _open_one(self) -> Session:
        try:
            return Session(self._address)
        except (pymysql.err.MySQLError, OSError) as error:
            raise unavailable(self._name, error) from error

    @contextmanager
    def _reading(self) -> Iterator[Session]:
        """A session in a transaction, for reading of our own."""
        with self._pool.session() as session:
            try:
                with session.transaction(_CATALOG_SECONDS):
                    yield session
            except pymysql.err.MySQLError as error:
                if self._pool.closed:
                    raise self._pool.closed_error() from error
                raise unavailable(self._name, error) from error

    def _sent(
        self, work: Callable[[Session], T | Refusal | None], limits: ExecutionLimits, handle: CancelHandle
    ) -> T | Refusal:
        """Do `work` in a transaction, stopped by the server at the deadline or by the handle."""
        ended = threading.Event()
        with self._pool.session() as session:
            self._running[handle] = ended
            handle.bind(session.cancel)
            try:
                if session.stopped or limits.seconds <= 0:
                    return _stopped(session, limits)
                with session.transaction(limits.seconds), _watched(session, limits.seconds):
                    done = work(session)
                return _stopped(session, limits) if done is None else done
            except (pymysql.err.MySQLError, OSError, UnicodeError, ValueError, MemoryError) as error:
                told = engine_error(error)
                if session.stopped == "cancel":
                    return _stopped(session, limits)
                if told.code in _TIMED_OUT and session.used_up():
                    return _stopped(session, limits, told.code, told.message)
                return self._dialect.classify(told)
            finally:
                handle.bind(None)
                del self._running[handle]
                ended.set()


@contextmanager
def _watched(session: Session, seconds: float) -> Iterator[None]:
    """Stop from here what the server lets run on. Nothing is sent where it keeps to the time that it was given."""
    watch = threading.Timer(seconds + _GRACE_SECONDS, session.overrun)
    watch.daemon = True
    watch.start()
    try:
        yield
    finally:
        watch.cancel()
        watch.join()


def _dialect_of(session: Session) -> Dialect:
    found = mariadb.DIALECT if session.is_mariadb else mysql.DIALECT
    folds = int(session.rows("SELECT @@lower_case_table_names")[0][0])
    return replace(found, table_case=Case.INSENSITIVE if folds else Case.SENSITIVE)


def _fetch(session: Session, text: str, limits: ExecutionLimits) -> Result | Refusal | None:
    """The rows, capped as they stream."""
    with session.stream(text) as cursor:
        result = result_of(cursor)
        if cursor.description is None or result is None:
            return Refusal(
                defect=Defect.READ_ONLY,
                message="This session only reads: the statement returns no rows of any kind.",
            )
        return stream(columns_of(result.fields), cursor.fetchmany, limits, session.must_stop)


def _stopped(
    session: Session, limits: ExecutionLimits, code: str = _INTERRUPTED, message: str = ""
) -> Refusal:
    if session.stopped == "cancel":
        return Refusal(
            defect=Defect.CANCELLED, message=message or "Query execution was interrupted.", code=code
        )
    return Refusal(
        defect=Defect.STATEMENT_TIMEOUT,
        message=message or "The statement ran out of time.",
        code=code,
        hint=f"The statement was stopped after {limits.seconds:g} seconds.",
    )
