"""Rows as they stream from a driver: capped in number and in bytes, N + 1, never fetched whole (X4)."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from rejoinder.terms.classes import Defect
from rejoinder.terms.digest import digest_of
from rejoinder.terms.limits import ExecutionLimits
from rejoinder.terms.refusal import Refusal
from rejoinder.terms.result import Result, ResultColumn

Row: TypeAlias = tuple[Any, ...]

_FIRST, _MOST = 16, 1_000
"""Rows in the first and in the largest batch: the first ones tell how large a row is."""
_SHARE = 4
"""A batch takes about this part of the bytes that are left."""


def stream(
    columns: tuple[ResultColumn, ...],
    fetch: Callable[[int], Sequence[Row]],
    limits: ExecutionLimits,
    must_stop: Callable[[], bool],
) -> Result | Refusal | None:
    """What the limits allow of the rows that `fetch(most)` brings; None where it was stopped on the way.

    A single row that is larger than a result may be is a refusal. Raises what the driver raises.
    """
    rows: list[Row] = []
    used, truncated, most = 0, False, _FIRST
    while not truncated:
        batch = fetch(min(most, limits.rows + 1 - len(rows)))
        if must_stop():
            return None
        for row in batch:
            used += bytes_of(row)
            truncated = len(rows) >= limits.rows or used > limits.result_bytes
            if truncated:
                break
            rows.append(row)
        if not batch:
            break
        left = (limits.result_bytes - used) * len(rows) // max(used, 1)
        most = max(1, min(most * 4, _MOST, left // _SHARE))
    if truncated and not rows and limits.rows > 0:
        sentence = f"A single row is larger than the {limits.result_bytes:,} bytes that a result may have."
        return Refusal(defect=Defect.RESOURCES, message=sentence)
    kept = tuple(rows)
    return Result(columns=columns, rows=kept, truncated=truncated, digest=digest_of(columns, kept))


def bytes_of(value: Any) -> int:
    """Bytes of memory that a value takes, with what is inside it."""
    size = sys.getsizeof(value)
    if isinstance(value, Mapping):
        return size + sum(bytes_of(key) + bytes_of(each) for key, each in value.items())
    if isinstance(value, tuple | list | set | frozenset):
        return size + sum(map(bytes_of, value))
    return size
