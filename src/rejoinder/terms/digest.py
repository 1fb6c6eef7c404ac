"""One short name for what a result says, so that two results can be compared when the rows are gone."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from typing import Any

from rejoinder.terms.result import ResultColumn

_AT_ONCE = 500


def digest_of(columns: Sequence[ResultColumn], rows: Sequence[tuple[Any, ...]]) -> str:
    """SHA-256 over the columns' names and all values with their types, in their order.

    It is the same in every process and on every machine: JSON in ASCII, which tells 1 from 1.0 and from '1'.
    """
    digest = hashlib.sha256(_encoded([column.name for column in columns]))
    for start in range(0, len(rows), _AT_ONCE):
        digest.update(b"\n" + _encoded(rows[start : start + _AT_ONCE]))
    return digest.hexdigest()


def _encoded(values: Any) -> bytes:
    try:
        return json.dumps(values, default=_tagged).encode("ascii")
    except TypeError:  # a mapping whose keys JSON doesn't know
        return repr(values).encode("ascii", "backslashreplace")


def _tagged(value: Any) -> list[str]:
    text = value.hex() if isinstance(value, bytes | bytearray | memoryview) else str(value)
    return [type(value).__name__, text]
