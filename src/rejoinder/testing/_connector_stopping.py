"""The part of the connector contract about deadlines, cancelling, sessions at the same time, and closing."""

from __future__ import annotations

import os
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from rejoinder.errors import DatabaseUnavailable
from rejoinder.ports import CancelHandle, Connector
from rejoinder.terms.classes import Defect
from rejoinder.terms.limits import ExecutionLimits, LookupLimits
from rejoinder.terms.refusal import Refusal
from rejoinder.testing._connector_room import LONG, Room, becomes
from rejoinder.testing.connector_world import UnreachableCase, World

_SOON = ExecutionLimits(seconds=0.2)
_OVERDUE = ExecutionLimits(seconds=0.0)
_PATIENCE_SECONDS = 20.0


class StoppingRules(Room):
    """X3 and X8."""

    # Deadlines

    def test_a_statement_is_stopped_at_its_deadline(self, connector: Connector) -> None:
        refused = self.refusal(connector, self.engine.endless, _SOON)
        assert refused.defect is Defect.STATEMENT_TIMEOUT
        assert "0.2 seconds" in refused.hint

    def test_the_database_is_idle_after_a_deadline_and_the_session_can_be_used(self, world: World) -> None:
        connector = world.open(sessions=1)
        self.refusal(connector, self.engine.endless, _SOON)
        assert becomes(lambda: not world.busy())
        assert self.result(connector, "SELECT 1").rows == ((1,),)
        connector.close()

    def test_the_deadline_of_one_statement_is_none_of_the_next(self, world: World) -> None:
        connector = world.open(sessions=1)
        self.refusal(connector, self.engine.endless, _SOON)
        found = self.result(connector, self.engine.numbers.format(count=50_000), ExecutionLimits(rows=60_000))
        assert len(found.rows) == 50_000
        connector.close()

    def test_a_deadline_that_has_passed_stops_a_statement_that_has_not_begun(
        self, connector: Connector
    ) -> None:
        assert self.refusal(connector, self.engine.endless, _OVERDUE).defect is Defect.STATEMENT_TIMEOUT

    def test_rows_that_come_for_ever_are_stopped_at_the_deadline_too(self, connector: Connector) -> None:
        limits = ExecutionLimits(seconds=0.2, rows=10**9, result_bytes=10**12)
        assert self.refusal(connector, self.engine.endless_rows, limits).defect is Defect.STATEMENT_TIMEOUT

    # Cancelling

    def test_a_cancel_from_another_thread_stops_a_statement(self, world: World) -> None:
        connector = world.open(sessions=1)
        with self.running(connector, self.engine.endless) as (handle, future):
            assert becomes(world.busy)
            connector.cancel(handle)
            assert not world.busy(), "a cancel is confirmed: it returns when the statement has ended"
            stopped = future.result(_PATIENCE_SECONDS)
        assert isinstance(stopped, Refusal)
        assert stopped.defect is Defect.CANCELLED
        assert becomes(lambda: not world.busy())
        assert self.result(connector, "SELECT 1").rows == ((1,),)
        connector.close()

    @pytest.mark.parametrize("call", ["execute", "estimate"])
    def test_a_cancel_that_came_first_stops_a_statement_as_it_begins(
        self, connector: Connector, call: str
    ) -> None:
        handle = CancelHandle()
        connector.cancel(handle)
        found = getattr(connector, call)(self.statement(self.engine.endless), LONG, handle)
        assert isinstance(found, Refusal)
        assert found.defect is Defect.CANCELLED

    def test_a_cancel_that_comes_late_or_twice_stops_nothing_else(self, world: World) -> None:
        connector = world.open(sessions=1)
        handle = CancelHandle()
        self.run(connector, "SELECT 1", handle=handle)
        connector.cancel(handle)
        connector.cancel(handle)
        assert self.result(connector, "SELECT 1").rows == ((1,),)
        connector.close()

    def test_a_cancel_stops_only_the_statement_of_its_handle(self, world: World) -> None:
        connector = world.open(sessions=2)
        with (
            self.running(connector, self.engine.endless) as (first, one),
            self.running(connector, self.engine.endless) as (second, other),
        ):
            connector.cancel(first)
            assert isinstance(one.result(_PATIENCE_SECONDS), Refusal)
            assert not other.done()
            connector.cancel(second)
            assert isinstance(other.result(_PATIENCE_SECONDS), Refusal)
        connector.close()

    # Sessions

    def test_statements_run_at_the_same_time(self, world: World) -> None:
        connector = world.open(sessions=2)
        assert connector.sessions == 2
        with self.running(connector, self.engine.endless) as (_, future):
            assert self.result(connector, "SELECT count(*) FROM customers").rows == ((4,),)
            assert not future.done()
        connector.close()

    def test_more_statements_than_sessions_wait_for_their_turn(self, world: World) -> None:
        connector = world.open(sessions=2)
        with ThreadPoolExecutor(8) as threads:
            found = list(threads.map(lambda at: self.result(connector, f"SELECT {at}").rows, range(40)))
        assert found == [((at,),) for at in range(40)]
        connector.close()

    def test_the_catalog_and_values_can_be_read_while_a_statement_runs(self, world: World) -> None:
        connector = world.open(sessions=2)
        with self.running(connector, self.engine.endless) as (_, future):
            catalog = connector.catalog()
            column = next(iter(catalog.tables)).ref
            assert connector.values([], [], LookupLimits()) == {}
            assert column in catalog.by_ref
            assert not future.done()
        connector.close()

    # Closing

    def test_closing_twice_is_closing_once(self, world: World) -> None:
        connector = world.open()
        connector.close()
        connector.close()

    def test_a_closed_connector_says_that_it_is_closed(self, world: World) -> None:
        connector = world.open()
        connector.close()
        for call in (
            lambda: self.run(connector, "SELECT 1"),
            connector.catalog,
            connector.fingerprint,
            lambda: connector.estimate(self.statement("SELECT 1"), LONG, CancelHandle()),
        ):
            with pytest.raises(DatabaseUnavailable, match="closed"):
                call()

    def test_closing_stops_what_still_runs(self, world: World) -> None:
        connector = world.open(sessions=1)
        with self.running(connector, self.engine.endless) as (_, future):
            connector.close()
            stopped = future.result(_PATIENCE_SECONDS)
        assert isinstance(stopped, Refusal)
        assert stopped.defect in {Defect.CANCELLED, Defect.CONNECTION, Defect.SHUTDOWN}
        assert becomes(lambda: not world.busy())

    def test_closing_leaves_neither_threads_nor_open_files(self, world: World) -> None:
        def held() -> tuple[int, int]:
            return threading.active_count(), _open_files()

        def use() -> None:
            connector = world.open(sessions=3)
            with self.running(connector, self.engine.endless) as (handle, _):
                self.result(connector, "SELECT 1")
                connector.catalog()
                connector.cancel(handle)
            connector.close()

        use()  # what a driver or a codec loads once is loaded now
        before = held()
        use()
        assert becomes(lambda: held() <= before), (held(), before)

    # Before a statement is sent

    def test_what_cannot_be_opened_is_an_exception_with_a_sentence(
        self, unreachable: UnreachableCase, tmp_path: Path
    ) -> None:
        with pytest.raises(unreachable.error) as raised:
            self.engine.open(unreachable.url.replace("{}", str(tmp_path))).close()
        assert unreachable.says in str(raised.value)
        assert str(raised.value).rstrip().endswith((".", "?"))


def _open_files() -> int:
    """Open file descriptors of this process, where the system lists them."""
    listed = Path("/proc/self/fd")
    return len(os.listdir(listed)) if listed.is_dir() else 0
