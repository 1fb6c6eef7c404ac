"""Prices and sizes as a person says them."""

from __future__ import annotations

import pytest

from rejoinder.results import price_text, size_text
from rejoinder.terms.estimate import Estimate, Unknown


@pytest.mark.parametrize(
    ("number", "text"),
    [(999, "999 bytes"), (1_000, "1 kB"), (4_100_000_000_000, "4.1 TB"), (5 * 10**15, "5 PB")],
)
def test_sizes_are_in_powers_of_a_thousand(number: int, text: str):
    assert size_text(number) == text


@pytest.mark.parametrize(
    ("estimate", "text"),
    [
        (Estimate(), "reads nothing"),
        (Estimate(rows_read=1), "reads about 1 row"),
        (Estimate(rows_read=1200, bytes_read=4_100), "reads about 1,200 rows, reads about 4.1 kB"),
        (Estimate(rows_returned=7), "returns about 7 rows"),
        (Estimate(cost=1234.5), "costs 1,234 in the planner's own unit"),
        (Unknown(reason="no statistics"), "unknown (no statistics)"),
    ],
)
def test_a_price_is_in_human_units(estimate: Estimate | Unknown, text: str):
    assert price_text(estimate) == text
