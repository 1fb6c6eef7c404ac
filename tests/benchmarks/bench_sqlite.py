"""Running statements and reading catalogs on SQLite"""

from __future__ import annotations

import os
import sqlite3
import statistics
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

from tests.benchmarks.figures import Figure, median_seconds

from rejoinder import sample
from rejoinder.check.mint import mint
from rejoinder.connectors import sqlite
from rejoinder.connectors.sqlite import SqliteConnector
from rejoinder.ports import CancelHandle
from rejoinder.terms.limits import ExecutionLimits
from rejoinder.terms.result import Result
from rejoinder.terms.statement import Statement

SHARED = Path(os.environ.get("REJOINDER_SHARED", Path(__file__).resolve().parents[3] / "shared"))
LIMITS = ExecutionLimits()
ENDLESS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"
STATEMENTS = {
    "one row": "SELECT * FROM sites WHERE site_id = 1",
    "10,000 rows": "SELECT * FROM order_lines",
    "an aggregate over 50,000 rows": "SELECT item_id, sum(quantity * unit_price) FROM order_lines GROUP BY item_id",
}
ROUNDS = 15


def main() -> Sequence[Figure]:
    """Overhead over the driver, catalogs, cancelling, and making the sample."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "sample.db"
        made = _seconds(lambda: sample.build(path))
        return [
            *_overheads(path),
            *_catalogs(),
            *_cancels(path),
            Figure(what="make the sample database", value=made, unit="s", goal="a second or two"),
        ]


def _overheads(path: Path) -> Iterator[Figure]:
    with closing(sqlite.open(str(path))) as connector, closing(sqlite3.connect(path)) as plain:
        for what, sql in STATEMENTS.items():
            statement = mint(sql, dialect="sqlite")
            ours, theirs = _in_turns(
                lambda statement=statement: connector.execute(statement, LIMITS, CancelHandle()),
                lambda sql=sql: plain.execute(sql).fetchmany(LIMITS.rows + 1),
            )
            yield Figure(
                what=f"execute: {what}",
                value=ours * 1e3,
                unit="ms",
                peer=theirs * 1e3,
                peer_name="sqlite3, fetchmany:",
                note="digest, caps, deadline and types included",
            )
        statement = mint(STATEMENTS["an aggregate over 50,000 rows"], dialect="sqlite")
        priced = median_seconds(lambda: connector.estimate(statement, LIMITS, CancelHandle()))
        yield Figure(what="estimate of that aggregate", value=priced * 1e3, unit="ms")
        yield Figure(
            what="fingerprint of the sample", value=median_seconds(connector.fingerprint) * 1e3, unit="ms"
        )


def _catalogs() -> Iterator[Figure]:
    path = SHARED / "corpora" / "sqlite" / "snails" / "SBODemoUS.sqlite"
    if not path.is_file():
        return
    with closing(sqlite.open(str(path))) as connector:
        read = median_seconds(connector.catalog, 7)
        yield Figure(what="catalog of 2,588 tables and 90,477 columns", value=read, unit="s")
    first = statistics.median(_seconds(lambda: _first_fingerprint(path)) for _ in range(7))
    yield Figure(
        what="fingerprint of that catalog, opened for it", value=first * 1e3, unit="ms", goal="<= 50 ms"
    )


def _first_fingerprint(path: Path) -> str:
    with closing(sqlite.open(str(path))) as connector:
        return connector.fingerprint()


def _cancels(path: Path) -> Iterator[Figure]:
    statement = mint(ENDLESS, dialect="sqlite")
    with closing(sqlite.open(str(path))) as connector:
        waited = sorted(_cancelled_after(connector, statement) for _ in range(50))
    yield Figure(
        what="cancel of a statement that runs, until it has ended",
        value=statistics.median(waited) * 1e3,
        unit="ms",
        note=f"the slowest of 50: {waited[-1] * 1e3:.1f} ms",
    )


class _Watched(CancelHandle):
    """A handle that says when its statement is under way."""

    def __init__(self) -> None:
        super().__init__()
        self.under_way = threading.Event()

    def bind(self, stop: Callable[[], None] | None) -> None:
        super().bind(stop)
        self.under_way.set()


def _cancelled_after(connector: SqliteConnector, statement: Statement) -> float:
    handle = _Watched()
    with ThreadPoolExecutor(1) as threads:
        future = threads.submit(connector.execute, statement, LIMITS, handle)
        handle.under_way.wait()
        started = time.perf_counter()
        connector.cancel(handle)
        seconds = time.perf_counter() - started
        assert not isinstance(future.result(), Result)
    return seconds


def _in_turns(ours: Callable[[], object], theirs: Callable[[], object]) -> tuple[float, float]:
    """Medians of two calls that take turns, so that both meet the same machine."""
    ours(), theirs()
    pairs = [(_seconds(ours), _seconds(theirs)) for _ in range(ROUNDS)]
    return statistics.median(one for one, _ in pairs), statistics.median(other for _, other in pairs)


def _seconds(call: Callable[[], object]) -> float:
    started = time.perf_counter()
    call()
    return time.perf_counter() - started
