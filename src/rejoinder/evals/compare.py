"""Whether two results say the same: multisets of rows, in order only where the gold orders at its top level."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Iterable, Sequence
from decimal import Decimal
from itertools import islice, product
from typing import Any

_SIGNIFICANT_DIGITS = 9
_MOST_ORDERS = 200
"""Ways to match columns that have the same values: past these nobody looks further."""

Row = Sequence[Any]


def same_rows(found: Iterable[Row], gold: Iterable[Row], *, ordered: bool) -> bool:
    """Compare rows; the columns' order counts, their names don't.

    Numbers are compared to nine significant digits whatever their type, NULL equals NULL, and dates equal
    their ISO text.
    """
    left = [tuple(_value(value) for value in row) for row in found]
    right = [tuple(_value(value) for value in row) for row in gold]
    return left == right if ordered else Counter(left) == Counter(right)


def holds(found: Iterable[Row], gold: Iterable[Row]) -> bool:
    """Whether columns of `found`, in whatever order, have the very rows of `gold`; how often each comes is left aside.

    Many a result that `same_rows` refuses answers the question: it shows its columns in another order, one more of
    them, or a row twice.
    """
    left = {tuple(_value(value) for value in row) for row in found}
    right = {tuple(_value(value) for value in row) for row in gold}
    if not left or not right:
        return left == right
    mine, theirs = list(zip(*left, strict=True)), list(zip(*right, strict=True))
    fitting = [[at for at, own in enumerate(mine) if set(own) == set(column)] for column in theirs]
    tried = islice(product(*fitting), _MOST_ORDERS)
    return any({tuple(row[at] for at in order) for row in left} == right for order in tried)


def _value(value: Any) -> Any:
    if isinstance(value, bool):
        return ("number", f"{int(value)}")
    if isinstance(value, int | float | Decimal):
        return ("number", f"{float(value):.{_SIGNIFICANT_DIGITS}g}")
    if isinstance(value, dt.date | dt.time):
        return value.isoformat()
    return value
