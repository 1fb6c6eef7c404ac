"""Rows came back, and every value in them is NULL: an aggregate over nothing, or a join that matched nothing."""

from __future__ import annotations

from collections.abc import Iterator

from rejoinder.judge._signal import Judged, Sign
from rejoinder.terms.signal import Signal


def _sees(judged: Judged) -> Iterator[Signal]:
    rows = judged.result.rows
    if rows and all(value is None for row in rows for value in row):
        yield Signal(
            name="all_null",
            message="Every value of the answer is missing (NULL): nothing may have matched what was asked for.",
            correctable=True,
        )


SIGN = Sign(sees=_sees)
