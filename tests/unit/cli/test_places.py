"""Where in the SQL a finding stands."""

from __future__ import annotations

import pytest

from rejoinder.cli.checking import position, underlined

SQL = "SELECT a,\n  nope\nFROM t"


@pytest.mark.parametrize(("offset", "place"), [(0, (1, 1)), (7, (1, 8)), (12, (2, 3)), (22, (3, 6))])
def test_lines_and_columns_count_from_one(offset: int, place: tuple[int, int]):
    assert position(SQL, offset) == place


@pytest.mark.parametrize(
    ("start", "end", "lines"),
    [
        (12, 16, ["  nope", "  ^^^^"]),
        (7, 8, ["SELECT a,", "       ^"]),
        (7, 16, ["SELECT a,", "       ^^"]),
        (22, 23, ["FROM t", "     ^"]),
    ],
)
def test_the_stretch_is_marked_on_its_first_line(start: int, end: int, lines: list[str]):
    assert underlined(SQL, start, end) == lines


def test_the_end_of_the_text_can_be_marked():
    assert underlined("SELECT", 6, 6) == ["SELECT", "      ^"]
