"""Rows as an aligned table."""

from __future__ import annotations

import pytest

pytest.importorskip("rejoinder.results")
from rejoinder import ResultColumn
from rejoinder.cli.tables import narrowed, table

COLUMNS = (ResultColumn(name="city"), ResultColumn(name="orders"))


def test_names_stand_left_and_numbers_right():
    assert table(COLUMNS, [("Köln", 7), ("Bonn", 1200)], None).splitlines() == [
        "city  orders",
        "----  ------",
        "Köln       7",
        "Bonn    1200",
    ]


def test_wide_characters_take_two_places():
    assert table(COLUMNS, [("東京", 1)], None).splitlines()[-1] == "東京       1"


def test_no_rows_leave_the_head():
    assert table(COLUMNS, [], None).splitlines() == ["city  orders", "----  ------"]


def test_two_columns_of_one_name_both_survive():
    twice = (ResultColumn(name="id"), ResultColumn(name="id"))
    assert table(twice, [(1, 2)], None).splitlines() == ["id  id", "--  --", " 1   2"]


def test_a_wide_column_is_cut_at_the_terminal():
    lines = table(COLUMNS, [("x" * 50, 1)], 24).splitlines()
    assert [len(line) for line in lines] == [24, 24, 24]
    assert "…" in lines[2]


@pytest.mark.parametrize(
    ("widths", "most", "narrow"),
    [([10, 10], 22, [10, 10]), ([40, 10], 32, [20, 10]), ([40, 40], 42, [20, 20]), ([8, 8], 4, [6, 6])],
)
def test_the_widest_gives_first_and_none_gives_all(widths: list[int], most: int, narrow: list[int]):
    assert narrowed(widths, most) == narrow
