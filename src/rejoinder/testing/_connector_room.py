"""What all parts of the connector contract stand on: running a statement, watching it run, waiting for a state."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from typing import ClassVar

import pytest

from rejoinder.check.mint import mint
from rejoinder.ports import CancelHandle, Connector
from rejoinder.terms.limits import ExecutionLimits
from rejoinder.terms.refusal import Refusal
from rejoinder.terms.result import Result
from rejoinder.terms.statement import Statement
from rejoinder.testing.connector_world import Engine, World

_PATIENCE_SECONDS = 20.0
LONG = ExecutionLimits(seconds=60.0)
"""Far longer than anything here takes: a statement that reaches it wasn't stopped as it should have been."""


class Watched(CancelHandle):
    """A handle that says when its statement is under way."""

    def __init__(self) -> None:
        super().__init__()
        self.under_way = threading.Event()

    def bind(self, stop: Callable[[], None] | None) -> None:
        """As in every handle, and note the moment."""
        super().bind(stop)
        if stop is not None:
            self.under_way.set()


class Room:
    """A part of the contract. `engine` is declared by the class of tests, `world` is its fixture."""

    engine: ClassVar[Engine]

    @pytest.fixture
    def connector(self, world: World) -> Iterator[Connector]:
        """A connector of two sessions on the world."""
        opened = world.open()
        yield opened
        opened.close()

    def statement(self, sql: str) -> Statement:
        """`sql` as if it had passed `check`: here the connector stands alone."""
        return mint(sql, dialect=self.engine.title)

    def run(
        self,
        connector: Connector,
        sql: str,
        limits: ExecutionLimits = LONG,
        handle: CancelHandle | None = None,
    ) -> Result | Refusal:
        """Execute `sql`."""
        return connector.execute(self.statement(sql), limits, handle or CancelHandle())

    def result(self, connector: Connector, sql: str, limits: ExecutionLimits = LONG) -> Result:
        """Execute `sql`, which must run."""
        found = self.run(connector, sql, limits)
        assert isinstance(found, Result), found
        return found

    def refusal(self, connector: Connector, sql: str, limits: ExecutionLimits = LONG) -> Refusal:
        """Execute `sql`, which must be refused."""
        found = self.run(connector, sql, limits)
        assert isinstance(found, Refusal), found
        return found

    @contextmanager
    def running(
        self, connector: Connector, sql: str, limits: ExecutionLimits = LONG
    ) -> Iterator[tuple[Watched, Future[Result | Refusal]]]:
        """A statement on another thread, under way; it is stopped at the end if it still runs."""
        handle = Watched()
        with ThreadPoolExecutor(1) as threads:
            future = threads.submit(self.run, connector, sql, limits, handle)
            try:
                assert handle.under_way.wait(_PATIENCE_SECONDS), "the statement never began"
                yield handle, future
            finally:
                connector.cancel(handle)


def becomes(holds: Callable[[], bool]) -> bool:
    """Whether a state of the database comes about; it is polled for some seconds."""
    deadline = time.monotonic() + _PATIENCE_SECONDS
    pause = threading.Event()
    while not holds():
        if time.monotonic() > deadline:
            return False
        pause.wait(0.01)
    return True
