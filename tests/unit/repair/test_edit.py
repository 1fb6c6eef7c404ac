"""Edits of a draft's text, and names and texts as each dialect writes them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rejoinder.dialects import dialect
from rejoinder.repair._edit import Edit, alias, apply, literal, name

EDITS = [
    ("none", [], "abcdef"),
    ("one", [Edit(1, 3, "X")], "aXdef"),
    ("several, in any order", [Edit(4, 5, "Y"), Edit(0, 1, "X")], "XbcdYf"),
    ("an insertion", [Edit(2, 2, "X")], "abXcdef"),
    ("at both ends", [Edit(0, 0, "X"), Edit(6, 6, "Y")], "XabcdefY"),
    ("side by side", [Edit(0, 2, "X"), Edit(2, 4, "Y")], "XYef"),
    ("the same twice is once", [Edit(1, 3, "X"), Edit(1, 3, "X")], "aXdef"),
    ("two that meet", [Edit(0, 3, "X"), Edit(2, 4, "Y")], None),
    ("two for one place", [Edit(1, 3, "X"), Edit(1, 3, "Y")], None),
]
NAMES = [
    ("bare where it can be", "sqlite", "city", "", "city"),
    ("quoted where the drafted one was", "sqlite", "city", '"town"', '"city"'),
    ("a space", "sqlite", "place no", "", '"place no"'),
    ("a word of the grammar", "sqlite", "order", "", '"order"'),
    ("another script", "sqlite", "氏名", "", '"氏名"'),
    ("a quote in it", "sqlite", 'a"b', "", '"a""b"'),
    ("a digit first", "sqlite", "2nd", "", '"2nd"'),
    ("case doesn't matter", "sqlite", "bedCount", "", "bedCount"),
    ("case is folded down", "postgres", "bedCount", "", '"bedCount"'),
    ("small letters stay", "postgres", "city", "", "city"),
    ("case is folded up", "snowflake", "city", "", '"city"'),
    ("capitals stay", "snowflake", "CITY", "", "CITY"),
    ("backticks", "mysql", "place no", "", "`place no`"),
]
LITERALS = [
    ("sqlite", "O'Mally", "'O''Mally'"),
    ("sqlite", "a\\b", "'a\\b'"),
    ("mysql", "a\\b", "'a\\\\b'"),
    ("postgres", "漢 '字'", "'漢 ''字'''"),
]


@pytest.mark.parametrize(("edits", "expected"), [row[1:] for row in EDITS], ids=[row[0] for row in EDITS])
def test_edits_are_made_at_once_or_not_at_all(edits: list[Edit], expected: str | None):
    assert apply("abcdef", edits) == expected


@pytest.mark.parametrize(
    ("engine", "stored", "like", "expected"), [row[1:] for row in NAMES], ids=[row[0] for row in NAMES]
)
def test_a_stored_name_is_written_so_that_the_engine_finds_it(
    engine: str, stored: str, like: str, expected: str
):
    assert name(stored, dialect(engine), like=like) == expected


def test_a_made_up_name_keeps_its_letters_bare():
    assert alias("Wards", dialect("postgres")) == "Wards"
    assert alias("my wards", dialect("postgres")) == '"my wards"'


@pytest.mark.parametrize(("engine", "value", "expected"), LITERALS)
def test_a_text_is_written_as_the_dialect_reads_it(engine: str, value: str, expected: str):
    assert literal(value, dialect(engine)) == expected


@given(text=st.text(max_size=30), cuts=st.lists(st.integers(0, 30), min_size=2, max_size=2), new=st.text())
def test_an_edit_changes_its_own_stretch_alone(text: str, cuts: list[int], new: str):
    start, end = sorted(min(cut, len(text)) for cut in cuts)
    assert apply(text, [Edit(start, end, new)]) == text[:start] + new + text[end:]
