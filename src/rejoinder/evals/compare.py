"""Whether two results say the same: multisets of rows, in order only where the gold orders at its top level."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Iterable, Sequence
from decimal import Decimal
from typing import Any

_SIGNIFICANT_DIGITS = 9

Row = Sequence[Any]


def same_rows(found: Iterable[Row], gold: Iterable[Row], *, ordered: bool) -> bool:
    """Compare rows; the columns' order counts, their names don't.

    Numbers are compared to nine significant digits whatever their type, NULL equals NULL, and dates equal
    their ISO text.
    """
    left = [tuple(_value(value) for value in row) for row in found]
    right = [tuple(_value(value) for value in row) for row in gold]
    return left == right if ordered else Counter(left) == Counter(right)


def _value(value: Any) -> Any:
    if isinstance(value, bool):
        return ("number", f"{int(value)}")
    if isinstance(value, int | float | Decimal):
        return ("number", f"{float(value):.{_SIGNIFICANT_DIGITS}g}")
    if isinstance(value, dt.date | dt.time):
        return value.isoformat()
    return value
