"""The worker's store of rows keeps the newest, within its bounds of bytes and time."""

from __future__ import annotations

from rejoinder.rows import RowStore
from rejoinder.terms.ids import RunId
from rejoinder.terms.result import Result

RUN, OTHER = RunId("run"), RunId("other")


def _rows(count: int) -> Result:
    return Result(columns=(), rows=tuple((number, "x" * 100) for number in range(count)))


def test_rows_are_found_by_run_and_sequence():
    store = RowStore()
    result = _rows(3)
    store.put(RUN, 7, result, now=0.0)
    assert store.get(RUN, 7) is result
    assert store.get(RUN, 8) is None
    assert store.get(OTHER, 7) is None


def test_the_oldest_are_dropped_when_there_are_too_many_bytes():
    store = RowStore(most_bytes=30_000)
    for sequence in (1, 2, 3):
        store.put(RUN, sequence, _rows(100), now=0.0)
    assert store.get(RUN, 1) is None
    assert store.get(RUN, 3) is not None


def test_the_newest_stays_whatever_its_size():
    store = RowStore(most_bytes=1)
    store.put(RUN, 1, _rows(100), now=0.0)
    assert store.get(RUN, 1) is not None


def test_rows_are_dropped_after_their_time():
    store = RowStore(keep_seconds=600)
    store.put(RUN, 1, _rows(1), now=0.0)
    store.put(RUN, 2, _rows(1), now=600.0)
    assert store.get(RUN, 1) is not None
    store.put(RUN, 3, _rows(1), now=601.0)
    assert store.get(RUN, 1) is None
    assert store.get(RUN, 2) is not None


def test_putting_the_same_sequence_again_replaces_it_and_counts_its_bytes_once():
    store = RowStore(most_bytes=60_000)
    store.put(OTHER, 1, _rows(100), now=0.0)
    for _ in range(10):
        store.put(RUN, 1, _rows(100), now=0.0)
    assert store.get(OTHER, 1) is not None
