"""Two results say the same where their rows do."""

from __future__ import annotations

import datetime as dt
from decimal import Decimal

import pytest

from rejoinder.evals.compare import same_rows

SAME = {
    "nothing": ([], []),
    "rows in another order": ([(1,), (2,)], [(2,), (1,)]),
    "an integer and its decimal": ([(3,)], [(Decimal("3.00"),)]),
    "a float that differs beyond nine digits": ([(0.1 + 0.2,)], [(0.3,)]),
    "true and one": ([(True,)], [(1,)]),
    "a date and its text": ([(dt.date(2024, 2, 29),)], [("2024-02-29",)]),
    "NULL and NULL": ([(None, "a")], [(None, "a")]),
    "a list and a tuple": ([[1, "x"]], [(1, "x")]),
}

DIFFERENT = {
    "a row twice": ([(1,), (1,)], [(1,)]),
    "columns in another order": ([(1, "a")], [("a", 1)]),
    "one column more": ([(1, 2)], [(1,)]),
    "NULL and an empty text": ([(None,)], [("",)]),
    "a number and its text": ([(1,)], [("1",)]),
    "another case": ([("Ayr",)], [("ayr",)]),
    "the ninth digit": ([(1.00000001,)], [(1.00000002,)]),
}


@pytest.mark.parametrize("rows", SAME.values(), ids=SAME.keys())
def test_rows_that_say_the_same_are_equal(rows):
    assert same_rows(*rows, ordered=False)


@pytest.mark.parametrize("rows", DIFFERENT.values(), ids=DIFFERENT.keys())
def test_rows_that_say_something_else_are_not(rows):
    assert not same_rows(*rows, ordered=False)


def test_order_counts_where_the_gold_orders():
    assert not same_rows([(1,), (2,)], [(2,), (1,)], ordered=True)
    assert same_rows([(1,), (2,)], [(1.0,), (2.0,)], ordered=True)
