"""One DuckDB instance, opened so that it can only read, and the sessions on it.

Three guards keep a statement from doing more than reading, each by itself: the file is opened read-only; files,
extensions and settings are shut off and locked; and the session takes only statements that DuckDB's own parser
calls a query (a read-only database would still make temporary tables, load an extension or begin a transaction).
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Literal

from rejoinder.errors import DatabaseUnavailable
from rejoinder.terms.classes import Defect
from rejoinder.terms.refusal import Refusal

if TYPE_CHECKING:
    from pathlib import Path

    import duckdb

_SANDBOX: Mapping[str, str | int | float | bool] = {
    "enable_external_access": False,
    "autoinstall_known_extensions": False,
    "autoload_known_extensions": False,
    "allow_community_extensions": False,
    "allow_unsigned_extensions": False,
    "python_enable_replacements": False,  # a name in FROM may otherwise be a variable of this process
    "max_temp_directory_size": "0B",  # what doesn't fit into memory isn't written beside the database
    "errors_as_json": True,  # the class, the position and the message apart from the statement
    "lock_configuration": True,
}
_QUERIES = frozenset({"SELECT", "MULTI"})
"""`MULTI` is a PIVOT that has to look at the values first. DESCRIBE, SUMMARIZE and VALUES are SELECTs to DuckDB."""
_REPEAT_SECONDS = 0.005
"""An interrupt that comes between two steps of DuckDB's is lost, so it is sent until the statement has ended."""
_WAIT_SECONDS = 60.0
_END_SECONDS = 10.0
"""How long closing waits for statements that it has stopped. They end within milliseconds."""


class Instance:
    """The database in this process; every session is a connection of its own to it."""

    def __init__(self, path: Path, options: Mapping[str, str], most: int) -> None:
        """Raises `duckdb.Error`."""
        import duckdb

        self.path = path
        self.most = max(most, 1)
        self._changed = threading.Condition()
        self._busy: set[Session] = set()
        self._closed = False
        self._root = duckdb.connect(path, read_only=True, config={**_SANDBOX, **options})

    @contextmanager
    def session(self) -> Iterator[Session]:
        """A session for one step. Raises `DatabaseUnavailable`."""
        with self._changed:
            free = self._changed.wait_for(lambda: self._closed or len(self._busy) < self.most, _WAIT_SECONDS)
            if self._closed:
                raise DatabaseUnavailable(f"The connection to `{self.path}` has been closed.")
            if not free:
                raise DatabaseUnavailable(
                    f"All {self.most} sessions on `{self.path}` have been busy for {_WAIT_SECONDS:.0f} seconds."
                )
            session = Session(self._root.cursor())
            self._busy.add(session)
        try:
            yield session
        finally:
            session.close()
            with self._changed:
                self._busy.discard(session)
                self._changed.notify_all()

    def close(self) -> None:
        """Stop what runs, and close the instance when it has ended: closing the root breaks off its sessions."""
        with self._changed:
            self._closed = True
            for session in self._busy:
                session.cancel()
            self._changed.notify_all()
            self._changed.wait_for(lambda: not self._busy, _END_SECONDS)
            self._root.close()


class Session:
    """A connection for one step, used by one thread; a second thread stops it."""

    def __init__(self, connection: duckdb.DuckDBPyConnection) -> None:
        self._connection = connection
        self._deadline = float("inf")
        self._changed = threading.Condition()
        self._ended = False
        self.stopped: Literal["", "deadline", "cancel"] = ""
        """What stopped the statement, if anything did."""

    def rows(self, sql: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """What our own SQL returns."""
        return self._connection.execute(sql, list(values)).fetchall()

    def allows(self, sql: str) -> bool:
        """Whether the engine lets our own SQL pass that this session would never run, undone at once.

        An input that is missing or an output that can't be opened was let pass as well.
        """
        import duckdb

        self._connection.execute("BEGIN")
        try:
            self._connection.execute(sql)
        except (duckdb.PermissionException, duckdb.InvalidInputException):
            return False
        except duckdb.Error:
            return True
        finally:
            self._connection.execute("ROLLBACK")
        return True

    def refused(self, text: str) -> Refusal | None:
        """Why a text isn't a single query, or None. Raises `duckdb.Error` for one that can't be parsed."""
        found = self._connection.extract_statements(text)
        if not found:
            return Refusal(defect=Defect.NO_SQL, message="The text holds no statement.")
        kinds = [statement.type.name for statement in found]
        if len(kinds) > 1:
            return Refusal(
                defect=Defect.NOT_ONE_STATEMENT,
                message=f"The text holds {len(kinds)} statements: one is run.",
            )
        if kinds[0] not in _QUERIES:
            return Refusal(
                defect=Defect.READ_ONLY,
                message=f"This session only reads: a statement of the kind {kinds[0]} isn't run.",
            )
        return None

    def stream(self, text: str) -> duckdb.DuckDBPyConnection:
        """A query of somebody else, whose rows are fetched from what is returned."""
        return self._connection.execute(text)

    @contextmanager
    def watched(self, seconds: float) -> Iterator[None]:
        """Stop what runs within after `seconds`, or when somebody cancels it."""
        self._deadline = time.monotonic() + seconds
        watcher = threading.Thread(target=self._watch, name="rejoinder-duckdb-watch", daemon=True)
        watcher.start()
        try:
            yield
        finally:
            with self._changed:
                self._ended = True
                self._changed.notify()
            watcher.join()

    def cancel(self) -> None:
        """Stop what is running, from any thread. What hasn't begun yet is stopped as it begins."""
        with self._changed:
            self.stopped = self.stopped or "cancel"
            self._changed.notify()

    def must_stop(self) -> bool:
        """Whether a cancel came or the deadline has passed."""
        if not self.stopped and time.monotonic() >= self._deadline:
            self.stopped = "deadline"
        return bool(self.stopped)

    def close(self) -> None:
        """Close the connection and forget what belonged to it, temporary things included."""
        self._connection.close()

    def _watch(self) -> None:
        with self._changed:
            while not self._ended:
                if self.must_stop():
                    self._connection.interrupt()
                    self._changed.wait(_REPEAT_SECONDS)
                else:
                    self._changed.wait(max(self._deadline - time.monotonic(), 0.0))
