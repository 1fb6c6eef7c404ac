"""X5: every type reaches JSON, CSV and the screen without loss or crash."""

from __future__ import annotations

import datetime as dt
import json
import uuid
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rejoinder.results import cell_text, counted, csv_text, json_value, text_table
from rejoinder.terms.result import ResultColumn

TYPES: list[tuple[Any, Any, str]] = [
    # value, in JSON, in CSV
    (None, None, ""),
    (True, True, "true"),
    (7, 7, "7"),
    (2**53 - 1, 2**53 - 1, "9007199254740991"),
    (2**53, "9007199254740992", "9007199254740992"),
    (-(2**63), "-9223372036854775808", "-9223372036854775808"),
    (1.5, 1.5, "1.5"),
    (1e300, 1e300, "1e+300"),
    (float("nan"), "NaN", "NaN"),
    (float("inf"), "Infinity", "Infinity"),
    (float("-inf"), "-Infinity", "-Infinity"),
    (Decimal("12.30"), 12.3, "12.30"),
    (Decimal("1000"), 1000, "1000"),
    (Decimal("0.1234567890123456789"), "0.1234567890123456789", "0.1234567890123456789"),
    (Decimal("12345678901234567890"), "12345678901234567890", "12345678901234567890"),
    (Decimal("1E+400"), "1E+400", "1E+400"),
    (Decimal("NaN"), "NaN", "NaN"),
    (Decimal("-Infinity"), "-Infinity", "-Infinity"),
    ("text", "text", "text"),
    ("日本語 é", "日本語 é", "日本語 é"),
    (b"\x00\xff", {"base64": "AP8="}, "00ff"),
    (memoryview(b"hi"), {"base64": "aGk="}, "6869"),
    (dt.date(2024, 2, 29), "2024-02-29", "2024-02-29"),
    (dt.datetime(2024, 2, 29, 12, tzinfo=dt.UTC), "2024-02-29T12:00:00+00:00", "2024-02-29T12:00:00+00:00"),
    (dt.time(23, 59, 59), "23:59:59", "23:59:59"),
    (dt.timedelta(days=1, hours=2, minutes=3, seconds=4, milliseconds=500), "P1DT2H3M4.5S", "P1DT2H3M4.5S"),
    (dt.timedelta(0), "PT0S", "PT0S"),
    (-dt.timedelta(seconds=30), "-PT30S", "-PT30S"),
    (uuid.UUID(int=1), "00000000-0000-0000-0000-000000000001", "00000000-0000-0000-0000-000000000001"),
    ([1, None, "a"], [1, None, "a"], '[1, null, "a"]'),
    ((2**60,), ["1152921504606846976"], '["1152921504606846976"]'),
    ({"b": b"x", 1: True}, {"b": {"base64": "eA=="}, "1": True}, '{"b": {"base64": "eA=="}, "1": true}'),
    (frozenset({2, 1}), [1, 2], "[1, 2]"),
]


@pytest.mark.parametrize(
    ("value", "in_json", "in_csv"),
    TYPES,
    ids=[f"{type(value).__name__}-{at}" for at, (value, _, _) in enumerate(TYPES)],
)
def test_a_value_of_every_type_is_written_exactly(value: Any, in_json: Any, in_csv: str):
    written = json_value(value)
    assert written == in_json
    assert type(written) is type(in_json)
    json.dumps(written, allow_nan=False)
    assert csv_text([column("c"), column("d")], [(value, 1)]).splitlines()[1] == csv_line(in_csv)
    assert cell_text(value)


@given(
    st.decimals() | st.integers() | st.floats() | st.binary() | st.text() | st.timedeltas() | st.datetimes()
)
def test_no_value_crashes_a_form(value: Any):
    json.dumps(json_value(value), allow_nan=False)
    csv_text([column("c")], [(value,)], guard=True)
    assert "\n" not in text_table([column("c")], [(value,)], width=10).split("\n", 2)[2]


@given(st.decimals(allow_nan=False, allow_infinity=False))
def test_a_decimal_is_a_number_only_where_a_double_holds_it(value: Decimal):
    written = json_value(value)
    assert Decimal(str(written)) == value


def test_duplicate_column_names_survive():
    assert csv_text([column("id"), column("id")], [(1, 2)]) == "id,id\n1,2\n"


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1"])
def test_a_formula_is_guarded_only_where_that_is_asked_for(text: str):
    assert f"'{text}" in csv_text([column("c")], [(text,)], guard=True).replace('"', "")
    assert "'" not in csv_text([column("c")], [(text,)])


def test_numbers_and_headers_are_told_from_formulas():
    assert csv_text([column("=evil")], [(-1,), (Decimal("-1.5"),)], guard=True) == "'=evil\n-1\n-1.5\n"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\x1b[2Jgone", "\\x1b[2Jgone"),
        ("a\nb\tc\r", "a\\nb\\tc\\r"),
        ("\x9b31m", "\\x9b31m"),
        ("abc\u202edcba", "abc\\u202edcba"),
        ("\ud800", "\\ud800"),
        ("\x00", "\\x00"),
        ("plain — “text” 日本", "plain — “text” 日本"),
    ],
)
def test_a_cell_holds_nothing_that_a_terminal_obeys(text: str, shown: str):
    assert cell_text(text) == shown
    assert shown in text_table([column(text)], [], width=80)


def test_long_bytes_are_shown_by_their_beginning_and_size():
    assert cell_text(b"a" * 5_000) == f"x'{'61' * 24}…' (5,000 bytes)"
    assert cell_text(b"\x00\x01") == "x'0001'"


def test_numbers_stand_to_the_right_and_wide_letters_count_as_two():
    table = text_table([column("名"), column("total")], [("日本", 5), ("é", 1_000), (None, None)], width=40)
    assert table.split("\n") == ["名    total", "----  -----", "日本      5", "é      1000", "NULL   NULL"]


def test_the_widest_columns_are_cut_to_the_width():
    table = text_table([column("a"), column("note")], [("x" * 50, "short")], width=20)
    assert table.split("\n")[2] == "xxxxxxxxxxxx…  short"
    assert all(len(line) <= 20 for line in table.split("\n"))


@given(
    st.lists(
        st.lists(st.text(st.characters(codec="ascii"), max_size=60), min_size=4, max_size=4), max_size=5
    ),
    st.integers(10, 120),
)
def test_no_line_is_wider_than_the_terminal_while_there_is_room(cells: list[list[str]], width: int):
    table = text_table([column(name) for name in ("a", "bb", "ccc", "dddd")], cells, width=max(width, 34))
    assert all(len(line) <= max(width, 34) for line in table.split("\n"))


def test_more_columns_than_fit_become_a_block_for_each_row():
    columns = [column(f"column_{n}") for n in range(9)]
    table = text_table(columns, [tuple(range(9)), tuple(range(9))], width=40)
    assert table.split("\n\n")[1].split("\n")[0] == "column_0  0"


def test_a_cut_result_never_sounds_like_a_whole_one():
    assert counted(10_000, True) == "first 10,000 rows; there are more"
    assert counted(1, False) == "1 row"
    assert counted(0, False) == "0 rows"


def column(name: str) -> ResultColumn:
    return ResultColumn(name=name)


def csv_line(field: str) -> str:
    quoted = '"' + field.replace('"', '""') + '"' if any(char in field for char in ',"\n\r') else field
    return f"{quoted},1"
