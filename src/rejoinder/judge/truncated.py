"""The result was cut: totals and extremes of what is shown are not those of the whole (X4)."""

from __future__ import annotations

from collections.abc import Iterator

from rejoinder.judge._signal import Judged, Sign
from rejoinder.terms.signal import Signal


def _sees(judged: Judged) -> Iterator[Signal]:
    if judged.result.truncated:
        count = len(judged.result.rows)
        rows = "the first row" if count == 1 else f"the first {count:,} rows"
        yield Signal(name="truncated", message=f"There are more rows than are shown; these are {rows}.")


SIGN = Sign(sees=_sees)
