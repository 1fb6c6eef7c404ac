"""Amounts as people read them."""

from __future__ import annotations

from decimal import Decimal

import pytest

from rejoinder.cli.amounts import counted, money, seconds


@pytest.mark.parametrize(
    ("number", "text"), [(0, "0 rows"), (1, "1 row"), (2, "2 rows"), (12345, "12,345 rows")]
)
def test_one_is_singular_and_thousands_have_commas(number: int, text: str):
    assert counted(number, "row") == text


@pytest.mark.parametrize(
    ("number", "text"), [(0.0004, "0 ms"), (0.25, "250 ms"), (1.26, "1.3 s"), (9.94, "9.9 s"), (61.7, "62 s")]
)
def test_seconds_have_as_many_digits_as_matter(number: float, text: str):
    assert seconds(number) == text


@pytest.mark.parametrize(
    ("dollars", "text"),
    [(None, "price unknown"), (Decimal(0), "free"), (Decimal("0.00123"), "0.0012 USD")],
)
def test_money_shows_what_a_call_costs(dollars: Decimal | None, text: str):
    assert money(dollars) == text
