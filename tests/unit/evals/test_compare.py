"""Two results say the same where their rows do."""

from __future__ import annotations

import datetime as dt
from decimal import Decimal

import pytest

from rejoinder.evals.compare import holds, same_rows

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


HOLDS = {
    "the very rows": ([(1, "a")], [(1, "a")]),
    "another order of columns": ([("a", 1)], [(1, "a")]),
    "a column more": ([("x", 1, "a")], [(1, "a")]),
    "a row twice": ([(1,), (1,), (2,)], [(1,), (2,)]),
    "columns with the same values, matched by their rows": ([(1, 2), (2, 1)], [(2, 1), (1, 2)]),
    "nothing and nothing": ([], []),
}

LACKS = {
    "the same values in other rows": ([(1, "a"), (2, "b")], [(1, "b"), (2, "a")]),
    "a row more": ([(1,), (2,)], [(1,)]),
    "a column less": ([(1,)], [(1, "a")]),
    "nothing": ([], [(1,)]),
}


@pytest.mark.parametrize("rows", HOLDS.values(), ids=HOLDS.keys())
def test_a_result_may_hold_the_gold_without_being_it(rows):
    assert holds(*rows)


@pytest.mark.parametrize("rows", LACKS.values(), ids=LACKS.keys())
def test_a_result_that_lacks_something_of_the_gold_doesnt_hold_it(rows):
    assert not holds(*rows)
