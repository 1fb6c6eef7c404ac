"""A bounded pool of sessions on one SQLite database."""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from rejoinder.connectors._sqlite_place import Place
from rejoinder.connectors._sqlite_session import Guard, Session
from rejoinder.connectors._sqlite_trouble import refuse_unusable, unavailable
from rejoinder.errors import DatabaseUnavailable

_WAIT_SECONDS = 60.0


class Pool:
    """Opens sessions as they are needed, at most `most`; one that is given back is used again.

    A session whose file was replaced under its path is closed instead: it would go on showing the old one.
    """

    def __init__(self, place: Place, most: int, guards: frozenset[Guard]) -> None:
        """Opens the first session. Raises `DatabaseUnavailable`."""
        self.place = place
        self.most = 1 if place.path is None else max(most, 1)
        self._guards = guards
        self._changed = threading.Condition()
        self._idle: list[Session] = []
        self._busy: set[Session] = set()
        self._opening = 0
        self._closed = False
        refuse_unusable(place)
        with self.session():
            pass

    @contextmanager
    def session(self) -> Iterator[Session]:
        """A session for one step. Raises `DatabaseUnavailable`."""
        session = self._taken()
        try:
            yield session
        finally:
            self._give_back(session)

    def unavailable(self, error: Exception) -> DatabaseUnavailable:
        """What an error while reading means: that of a pool that was closed is only how it was stopped."""
        return unavailable(self.place, None if self._closed else error)

    def close(self) -> None:
        """Close idle sessions, and stop and close those at work."""
        with self._changed:
            self._closed = True
            idle, self._idle = self._idle, []
            for session in self._busy:
                session.cancel()
            self._changed.notify_all()
        for session in idle:
            session.close()

    def _taken(self) -> Session:
        deadline = time.monotonic() + _WAIT_SECONDS
        with self._changed:
            while not self._closed and not self._idle and len(self._busy) + self._opening >= self.most:
                if not self._changed.wait(deadline - time.monotonic()):
                    raise DatabaseUnavailable(
                        f"All {self.most} sessions on `{self.place}` have been busy for {_WAIT_SECONDS:.0f} seconds."
                    )
            if self._closed:
                raise unavailable(self.place, None)
            idle = self._idle.pop() if self._idle else None
            self._opening += 1
        session: Session | None = None
        try:
            session = self._fresh(idle)
        except (sqlite3.Error, OSError) as error:
            raise self.unavailable(error) from error
        finally:
            with self._changed:
                self._opening -= 1
                if session is not None:
                    self._busy.add(session)
                self._changed.notify()
        return session

    def _fresh(self, session: Session | None) -> Session:
        """The session if it still looks at the file of the path, else a new one."""
        if session is not None:
            if self.place.path is None or self.place.identity() == session.identity:
                return session
            session.close()
        return Session(self.place, self._guards)

    def _give_back(self, session: Session) -> None:
        session.reset()
        with self._changed:
            self._busy.discard(session)
            keep = not self._closed and not session.broken
            if keep:
                self._idle.append(session)
            self._changed.notify()
        if not keep:
            session.close()
