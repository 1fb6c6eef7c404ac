"""A bounded pool of sessions on a server (X8)."""

from __future__ import annotations

import selectors
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Generic, Protocol, TypeVar

from rejoinder.errors import DatabaseUnavailable
from rejoinder.ports import CancelHandle

_WAIT_SECONDS = 60.0
_CONFIRM_SECONDS = 10.0
"""How long a cancel waits to see the statement end."""
_REPEAT_SECONDS = 0.1
"""A cancel that reaches the server between two statements is lost, so it is sent again until it has ended."""


class Pooled(Protocol):
    """A session that is held for one step."""

    def reset(self) -> bool:
        """Make it as it was when it was opened. False where it can't be used again."""
        ...

    def is_there(self) -> bool:
        """Whether the server still listens, as far as that can be told without asking it."""
        ...

    def cancel(self) -> None:
        """Stop what is running, from any thread."""
        ...

    def close(self) -> None:
        """Close it."""
        ...


S = TypeVar("S", bound=Pooled)


def silent(socket: int) -> bool:
    """Whether the server has said nothing on this socket since its last answer: one that hangs up says so."""
    with selectors.DefaultSelector() as selector:
        selector.register(socket, selectors.EVENT_READ)
        return not selector.select(0)


def cancel_until_ended(handle: CancelHandle, ended: threading.Event | None) -> None:
    """Ask that a statement stops, again and again, until `ended` is set: None where it isn't running."""
    running = handle.request()
    if ended is not None and running:
        for _ in range(int(_CONFIRM_SECONDS / _REPEAT_SECONDS)):
            if ended.wait(_REPEAT_SECONDS) or not handle.request():
                break


class Pool(Generic[S]):
    """Opens sessions as they are needed, at most `most`; one that is given back is used again."""

    def __init__(self, name: str, most: int, open_one: Callable[[], S]) -> None:
        """`name` is for sentences. Opens the first session, and raises what `open_one` raises."""
        self.name = name
        self.most = max(most, 1)
        self._open_one = open_one
        self._changed = threading.Condition()
        self._idle: list[S] = []
        self._busy: set[S] = set()
        self._opening = 0
        self._closed = False
        with self.session():
            pass

    @contextmanager
    def session(self) -> Iterator[S]:
        """A session for one step. Raises `DatabaseUnavailable`."""
        session = self._taken()
        try:
            yield session
        finally:
            self._give_back(session)

    @property
    def closed(self) -> bool:
        """Whether somebody closed it."""
        return self._closed

    def close(self) -> None:
        """Close idle sessions, and stop those at work, which are closed as they are given back."""
        with self._changed:
            self._closed = True
            idle, self._idle = self._idle, []
            self._changed.notify_all()
        for session in idle:
            session.close()
        ends = time.monotonic() + _CONFIRM_SECONDS
        while (busy := tuple(self._busy)) and time.monotonic() < ends:
            for session in busy:
                session.cancel()
            with self._changed:
                self._changed.wait_for(lambda: not self._busy, _REPEAT_SECONDS)

    def closed_error(self) -> DatabaseUnavailable:
        """What whoever asks a closed pool is told."""
        return DatabaseUnavailable(f"The connection to `{self.name}` has been closed.")

    def _taken(self) -> S:
        with self._changed:
            free = self._changed.wait_for(
                lambda: self._closed or self._idle or len(self._busy) + self._opening < self.most,
                _WAIT_SECONDS,
            )
            if self._closed:
                raise self.closed_error()
            if not free:
                raise DatabaseUnavailable(
                    f"All {self.most} sessions on `{self.name}` have been busy for {_WAIT_SECONDS:.0f} seconds."
                )
            while self._idle:
                session = self._idle.pop()
                if session.is_there():
                    self._busy.add(session)
                    return session
                session.close()
            self._opening += 1
        opened: S | None = None
        try:
            opened = self._open_one()
        finally:
            with self._changed:
                self._opening -= 1
                if opened is not None:
                    self._busy.add(opened)
                self._changed.notify()
        return opened

    def _give_back(self, session: S) -> None:
        usable = session.reset()
        with self._changed:
            self._busy.discard(session)
            keep = usable and not self._closed
            if keep:
                self._idle.append(session)
            self._changed.notify()
        if not keep:
            session.close()
