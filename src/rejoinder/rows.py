"""The worker's store of rows. The ledger has none: they live here, keyed by run and sequence, under a cap."""

from __future__ import annotations

import sys
from collections import OrderedDict

from rejoinder.terms.ids import RunId
from rejoinder.terms.result import Result

_SAMPLE = 100


class RowStore:
    """Results by the sequence of their `Executed`, oldest dropped first when `most_bytes` is passed.

    The newest result always stays, whatever its size: its connector has already held it to a byte cap.
    Rows are kept for `keep_seconds` after they were put; times are monotonic seconds.
    """

    def __init__(self, most_bytes: int = 256 * 1024 * 1024, keep_seconds: float = 600.0) -> None:
        self._results: OrderedDict[tuple[RunId, int], tuple[Result, int, float]] = OrderedDict()
        self._bytes = 0
        self._most_bytes = most_bytes
        self._keep_seconds = keep_seconds

    def put(self, run: RunId, sequence: int, result: Result, now: float) -> None:
        """Keep a result, and drop what is too old or too much."""
        self._discard((run, sequence))
        size = _bytes_of(result)
        self._results[run, sequence] = (result, size, now)
        self._bytes += size
        while len(self._results) > 1:
            oldest = next(iter(self._results))
            expired = now - self._results[oldest][2] > self._keep_seconds
            if not expired and self._bytes <= self._most_bytes:
                return
            self._discard(oldest)

    def get(self, run: RunId, sequence: int) -> Result | None:
        """The rows, if this worker still has them."""
        kept = self._results.get((run, sequence))
        return None if kept is None else kept[0]

    def _discard(self, key: tuple[RunId, int]) -> None:
        kept = self._results.pop(key, None)
        if kept is not None:
            self._bytes -= kept[1]


def _bytes_of(result: Result) -> int:
    """An estimate from the first rows: measuring every cell would cost more than it saves."""
    sample = result.rows[:_SAMPLE]
    if not sample:
        return 0
    measured = sum(sys.getsizeof(value) for row in sample for value in row)
    return measured * len(result.rows) // len(sample)
