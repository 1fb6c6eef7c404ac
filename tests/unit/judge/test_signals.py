"""Signs of trouble in a result: a row a kind of result, for every signal there is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.unit.repair.clinic import CATALOG, SQLITE

from rejoinder import judge
from rejoinder.check.mint import mint
from rejoinder.terms.catalog import ColumnRef, TableRef
from rejoinder.terms.lookup import StoredValues
from rejoinder.terms.result import Result, ResultColumn, Stored
from rejoinder.terms.signal import Signal
from rejoinder.terms.statement import Statement

CITY = ColumnRef(TableRef("", "owners"), "city")
GRAZ = "SELECT name FROM owners WHERE city = 'graz'"
COUNTED = "SELECT COUNT(*) FROM owners WHERE city = 'graz'"
NO_GRAZ: StoredValues = {CITY: (Stored(value="Graz"),)}
NOTHING: Sequence[Sequence[Any]] = ()


def statement(sql: str) -> Statement:
    return mint(sql, dialect="sqlite")


def result(rows: Sequence[Sequence[Any]], *, truncated: bool = False) -> Result:
    width = len(rows[0]) if rows else 1
    columns = tuple(ResultColumn(name=f"c{number}") for number in range(width))
    return Result(columns=columns, rows=tuple(tuple(row) for row in rows), truncated=truncated)


def signals(sql: str, found: Result, stored: StoredValues) -> tuple[Signal, ...]:
    return judge.signals(statement(sql), found, dialect=SQLITE, catalog=CATALOG, stored=stored)


RESULTS: list[tuple[str, str, Result, StoredValues, list[str]]] = [
    ("rows, as they should be", GRAZ, result([("Ana",)]), NO_GRAZ, []),
    ("no rows, and the text isn't stored", GRAZ, result(NOTHING), NO_GRAZ, ["unmatched"]),
    ("a count of nothing, and the text isn't stored", COUNTED, result([(0,)]), NO_GRAZ, ["unmatched"]),
    ("no rows, and the text is stored", GRAZ, result(NOTHING), {CITY: (Stored(value="graz"),)}, []),
    ("no rows, and nobody looked", GRAZ, result(NOTHING), {}, []),
    ("no rows, and no text", "SELECT name FROM owners WHERE id = 9", result(NOTHING), NO_GRAZ, []),
    (
        "no rows besides that text",
        "SELECT 1 FROM owners WHERE NOT city = 'graz'",
        result(NOTHING),
        NO_GRAZ,
        [],
    ),
    (
        "no rows outside a list",
        "SELECT 1 FROM owners WHERE city NOT IN ('graz')",
        result(NOTHING),
        NO_GRAZ,
        [],
    ),
    ("a text beside numbers", "SELECT 1 FROM owners WHERE id = 'Ana'", result(NOTHING), {}, ["unlike"]),
    (
        "a list of texts beside numbers",
        'SELECT 1 FROM visits WHERE fee IN ("x", 3)',
        result([(0,)]),
        {},
        ["unlike"],
    ),
    ("a number in quotes is one", "SELECT 1 FROM owners WHERE id = '9'", result(NOTHING), {}, []),
    (
        "texts joined to numbers",
        "SELECT 1 FROM owners o JOIN animals a ON a.owner = o.name",
        result(NOTHING),
        {},
        ["unlike"],
    ),
    ("texts joined to numbers, and rows", "SELECT 1 FROM owners WHERE id = name", result([(1,)]), {}, []),
    (
        "numbers joined to numbers",
        "SELECT 1 FROM owners o JOIN animals a ON a.owner = o.id",
        result(NOTHING),
        {},
        [],
    ),
    (
        "a number beside texts",
        "SELECT 1 FROM owners WHERE city = 8010",
        result(NOTHING),
        {CITY: ()},
        ["unmatched"],
    ),
    ("a count of something", COUNTED, result([(2,)]), NO_GRAZ, []),
    ("two counts, one of nothing", COUNTED, result([(0, 2)]), NO_GRAZ, []),
    ("one value, which is NULL", GRAZ, result([(None,)]), {}, ["all_null"]),
    ("many values, all NULL", GRAZ, result([(None, None), (None, None)]), {}, ["all_null"]),
    ("some NULL", GRAZ, result([(None, 1), (None, None)]), {}, []),
    ("zero is a value", GRAZ, result([(0,)]), {}, []),
    ("an empty text is a value", GRAZ, result([("",)]), {}, []),
    ("cut", GRAZ, result([("Ana",), ("Bo",)], truncated=True), {}, ["truncated"]),
    ("cut, and all NULL", GRAZ, result([(None,)], truncated=True), {}, ["all_null", "truncated"]),
]
SENTENCES = [
    (
        GRAZ,
        result(NOTHING),
        "Nothing was found, and `owners.city` holds no value `graz`.",
    ),
    (
        GRAZ,
        result([(None,)]),
        "Every value of the answer is missing (NULL): nothing may have matched what was asked for.",
    ),
    (
        "SELECT 1 FROM owners WHERE id = 'Ana'",
        result(NOTHING),
        "Nothing was found, and `owners.id`, which holds numbers, was compared with the text `Ana`.",
    ),
    (
        "SELECT 1 FROM owners o JOIN animals a ON a.owner = o.name",
        result(NOTHING),
        "Nothing was found, and `animals.owner`, which holds numbers, was compared with `owners.name`,"
        " which holds texts.",
    ),
    (GRAZ, result([(1,)], truncated=True), "There are more rows than are shown; these are the first row."),
    (
        GRAZ,
        result([(1,)] * 1200, truncated=True),
        "There are more rows than are shown; these are the first 1,200 rows.",
    ),
]


@pytest.mark.parametrize(
    ("sql", "found", "stored", "expected"), [row[1:] for row in RESULTS], ids=[row[0] for row in RESULTS]
)
def test_what_a_result_gives_reason_to_doubt(
    sql: str, found: Result, stored: StoredValues, expected: list[str]
):
    assert [signal.name for signal in signals(sql, found, stored)] == expected


@pytest.mark.parametrize(
    ("sql", "found", "sentence"),
    SENTENCES,
    ids=["unmatched", "all_null", "unlike", "unlike columns", "first row", "first rows"],
)
def test_a_signal_tells_the_asker_in_a_plain_sentence(sql: str, found: Result, sentence: str):
    (signal,) = signals(sql, found, NO_GRAZ)
    assert signal.message == sentence


def test_only_what_another_statement_could_better_asks_for_a_correction():
    asked = {
        signal.name: signal.correctable
        for _, sql, found, stored, _ in RESULTS
        for signal in signals(sql, found, stored)
    }
    assert asked == {"unmatched": True, "all_null": True, "unlike": True, "truncated": False}


def test_each_text_that_is_not_stored_is_named_once():
    sql = "SELECT 1 FROM owners WHERE city IN ('graz', 'linz') OR city = 'graz'"
    found = signals(sql, result(NOTHING), {CITY: ()})
    assert [signal.message for signal in found] == [
        "Nothing was found, and `owners.city` holds no value `graz`.",
        "Nothing was found, and `owners.city` holds no value `linz`.",
    ]
    assert {signal.subject for signal in found} == {"owners.city"}


def test_values_are_looked_up_only_where_nothing_was_found():
    wanted = judge.wants(statement(GRAZ), result(NOTHING), dialect=SQLITE, catalog=CATALOG)
    assert (wanted.columns, wanted.literals) == ((CITY,), ("graz",))
    idle = judge.wants(statement(GRAZ), result([("Ana",)]), dialect=SQLITE, catalog=CATALOG)
    assert (idle.columns, idle.literals) == ((), ())


def test_a_statement_that_reads_no_table_has_nothing_to_look_up():
    found = judge.wants(statement("VALUES ('a')"), result(NOTHING), dialect=SQLITE, catalog=CATALOG)
    assert found.columns == ()


values = st.one_of(st.none(), st.integers(), st.floats(), st.text(max_size=3), st.binary(max_size=3))


@given(rows=st.lists(st.tuples(values, values), max_size=4), truncated=st.booleans())
def test_judging_never_fails_and_sees_each_sign_by_its_own_definition(
    rows: list[tuple[Any, Any]], truncated: bool
):
    names = {signal.name for signal in signals(GRAZ, result(rows, truncated=truncated), NO_GRAZ)}
    assert ("truncated" in names) == truncated
    assert ("unmatched" in names) == (not rows)
    assert ("all_null" in names) == (bool(rows) and all(each == (None, None) for each in rows))


def test_every_signal_is_in_the_table():
    assert {name for row in RESULTS for name in row[4]} == {"all_null", "truncated", "unlike", "unmatched"}
    assert len(judge.signs()) == 4
