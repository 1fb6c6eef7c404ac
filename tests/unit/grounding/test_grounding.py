"""G1 to G6, as far as grounding decides them: what a question is about, within a number of tokens."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.unit.grounding.warehouse import GOLD, column, names, table, warehouse

from rejoinder.grounding import ground, ground_lookup
from rejoinder.prompts import catalog_text
from rejoinder.sql.unused import looks_unused
from rejoinder.terms.catalog import Catalog
from rejoinder.terms.result import Stored

QUESTION = "Which medicines were given to patients in ward 7?"
BIG = warehouse(*GOLD, others=3_000)


def anything(_: object) -> bool:
    return True


def nothing(_: object) -> bool:
    return False


# G3: all of it while it fits


def test_a_catalog_that_fits_is_sent_whole():
    small = Catalog(fingerprint="small", tables=GOLD)
    chosen = ground(QUESTION, small, stored={}, tokens=8_000)
    assert chosen.whole
    assert chosen.catalog is small
    assert chosen.notes == ()


def test_a_catalog_of_thousands_of_tables_is_cut_to_the_tables_of_the_question():
    chosen = ground(QUESTION, BIG, stored={}, tokens=8_000)
    assert not chosen.whole
    assert {"patients", "medicines"} <= names(chosen.catalog)
    assert len(chosen.catalog.tables) < 300
    assert "of 3003 tables" in chosen.notes[0]


def test_the_table_that_joins_two_of_the_best_comes_with_them():
    question = "Which medicines of a policy claim batch did patients get?"
    assert "rx" in names(ground(question, BIG, stored={}, tokens=1_000).catalog)


@pytest.mark.parametrize("tokens", [300, 1_000, 2_500, 8_000])
def test_the_part_that_is_chosen_fits_the_prompt(tokens: int):
    chosen = ground(QUESTION, BIG, stored={}, tokens=tokens)
    assert chosen.catalog.tables
    assert catalog_text.tokens(catalog_text.render(chosen.catalog, chosen.stored)) <= tokens


def test_the_tables_keep_the_order_of_the_catalog():
    order = [each.ref for each in BIG.tables]
    places = [order.index(each.ref) for each in ground(QUESTION, BIG, stored={}, tokens=2_500).catalog.tables]
    assert places == sorted(places)


def test_a_wide_table_keeps_its_keys_and_the_columns_of_the_question():
    wide = table("telemetry", "id " + " ".join(f"channel{n}" for n in range(3_000)) + " voltage")
    chosen = ground("highest voltage of the telemetry", warehouse(wide), stored={}, tokens=2_000)
    kept = next(each for each in chosen.catalog.tables if each.ref.name == "telemetry")
    assert {"id", "voltage"} <= {each.name for each in kept.columns}
    assert "more columns aren't listed" in kept.comment


def test_names_that_are_written_together_or_shortened_are_found():
    cryptic = table("PrchOrdHdr", "id vndrName ordDt")
    chosen = ground("vendor of each purchase order", warehouse(cryptic), stored={}, tokens=1_000)
    assert "PrchOrdHdr" in names(chosen.catalog)


def test_a_table_is_found_by_its_comment():
    told = table("t0417", "id a b c", comment="allergies that a nurse wrote down")
    assert "t0417" in names(ground("allergies by nurse", warehouse(told), stored={}, tokens=1_000).catalog)


def test_a_question_in_another_script_finds_names_in_it():
    orders = table("заказы", "id клиент сумма")
    assert "заказы" in names(ground("сумма заказы", warehouse(orders), stored={}, tokens=1_000).catalog)


# G3: shards, dead tables


def shards(count: int) -> tuple:
    return tuple(table(f"events_2024{n:04}", "id user_id action") for n in range(1, count + 1))


def test_tables_of_one_pattern_are_shown_once_with_their_count():
    chosen = ground("actions of users in events", warehouse(*shards(365)), stored={}, tokens=1_000)
    listed = [each for each in chosen.catalog.tables if each.ref.name.startswith("events_")]
    assert [each.ref.name for each in listed] == ["events_20240365"]
    assert "one of 365 tables `events_*`" in listed[0].comment
    assert len(chosen.stands_for[listed[0].ref]) == 365


def test_tables_of_one_pattern_with_other_columns_stay_apart():
    other = table("events_20250001", "id device firmware")
    chosen = ground("firmware in events", warehouse(*shards(40), other), stored={}, tokens=1_000)
    assert "events_20250001" in names(chosen.catalog)


@pytest.mark.parametrize(
    ("dead", "why"),
    [
        (table("patients_old", "id full_name ward"), "its name says `old`"),
        (table("tmp_patients", "id full_name ward"), "its name says `tmp`"),
        (table("patients_bak_2023", "id full_name ward"), "its name says `bak`"),
        (table("patients2", "id full_name ward", comment="deprecated, see patients"), "its comment says"),
        (table("patients3", "id full_name ward", rows=0), "holds no rows"),
    ],
    ids=["old", "tmp", "a backup of a year", "a comment", "no rows"],
)
def test_a_table_that_looks_dead_is_marked_and_comes_last(dead: object, why: str):
    assert why in looks_unused(dead, others_have_rows=True)
    chosen = ground(QUESTION, Catalog(fingerprint="", tables=(dead, *GOLD)), stored={}, tokens=8_000)
    assert why in next(each.comment for each in chosen.catalog.tables if each.ref == dead.ref)
    small = ground("patients in the ward", warehouse(dead, *GOLD), stored={}, tokens=60)
    assert names(small.catalog) <= {"patients", "rx"}


@pytest.mark.parametrize("name", ["gold_prices", "temperatures", "copyrights", "unions", "old"])
def test_a_word_that_only_looks_like_a_dead_one_marks_nothing(name: str):
    assert looks_unused(table(name, "id"), others_have_rows=True) == ""


# G2: what can't be read


def test_what_the_role_cannot_read_is_not_chosen():
    secret = replace(GOLD[0], readable=False)
    assert "patients" not in names(ground(QUESTION, warehouse(secret), stored={}, tokens=1_000).catalog)


# G4: stored values


def test_values_that_the_question_mentions_are_looked_up_quoted_ones_first():
    wanted = ground_lookup(
        'Patients called "anna möller" in Ward Seven',
        Catalog(fingerprint="", tables=GOLD),
        values="match",
        sensitive=nothing,
    )
    assert wanted.literals[0] == "anna möller"
    assert "Ward Seven" in wanted.literals
    assert column("patients.ward") in wanted.columns
    assert wanted.samples == ()


def test_where_values_are_off_nothing_is_looked_up():
    wanted = ground_lookup(QUESTION, BIG, values="off", sensitive=nothing)
    assert (wanted.columns, wanted.literals, wanted.samples) == ((), (), ())


@pytest.mark.parametrize("values", ["match", "sample"])
def test_a_sensitive_column_is_never_looked_at(values: str):
    hidden = column("patients.full_name")
    wanted = ground_lookup(
        "full name of patients like Anna",
        Catalog(fingerprint="", tables=GOLD),
        values=values,
        sensitive=lambda each: each == hidden,
    )
    assert column("patients.ward") in wanted.columns
    assert hidden not in (*wanted.columns, *wanted.samples)


def test_where_all_is_sensitive_nothing_is_looked_up():
    wanted = ground_lookup(QUESTION, BIG, values="sample", sensitive=anything)
    assert (wanted.columns, wanted.samples) == ((), ())


def test_columns_and_literals_that_are_looked_up_are_few():
    wanted = ground_lookup(" ".join(f"Word{n}" for n in range(500)), BIG, values="sample", sensitive=nothing)
    assert len(wanted.columns) <= 80
    assert len(wanted.literals) <= 60
    assert len(wanted.samples) <= 20


def test_the_columns_of_the_best_tables_are_looked_at_first():
    wanted = ground_lookup(QUESTION, BIG, values="match", sensitive=nothing)
    assert {each.table.name for each in wanted.columns[:8]} <= {"patients", "medicines", "rx"}


def test_a_stored_value_brings_its_table():
    drawer = table("z9", "id k v")
    stored = {column("z9.v"): (Stored(value="Quinine", matched="quinine"),)}
    chosen = ground("how much quinine is there", warehouse(drawer), stored=stored, tokens=1_000)
    assert "z9" in names(chosen.catalog)
    assert chosen.stored == stored


def test_values_of_a_table_that_is_not_sent_are_not_sent_either():
    stored = {column("aa_ledger_header.id"): (Stored(value="x"),)}
    chosen = ground(QUESTION, BIG, stored=stored, tokens=60)
    assert chosen.stored == {}


def test_samples_of_a_large_domain_are_not_sent():
    many = tuple(Stored(value=f"Patient {n}") for n in range(50))
    few = tuple(Stored(value=f"Ward {n}") for n in range(5))
    stored = {column("patients.full_name"): many, column("patients.ward"): few}
    small = Catalog(fingerprint="", tables=GOLD)
    assert ground(QUESTION, small, stored=stored, tokens=8_000).stored == {column("patients.ward"): few}


# G5, and bounds


def test_the_same_question_is_always_grounded_alike():
    first = ground(QUESTION, BIG, stored={}, tokens=2_500)
    again = ground(QUESTION, warehouse(*GOLD, others=3_000), stored={}, tokens=2_500)
    assert first.catalog == again.catalog
    assert catalog_text.render(first.catalog, {}) == catalog_text.render(again.catalog, {})


@given(st.text(max_size=300))
def test_no_question_is_beyond_grounding(question: str):
    wanted = ground_lookup(question, BIG, values="match", sensitive=nothing)
    assert len(wanted.literals) <= 60
    chosen = ground(question, BIG, stored={}, tokens=500)
    assert catalog_text.tokens(catalog_text.render(chosen.catalog, {})) <= 500


@pytest.mark.parametrize(
    "text",
    ["“" * 1_000_000, "'a" * 500_000, "x" * 1_000_000, "wörd " * 200_000, "注文" * 500_000],
    ids=["open quotes", "apostrophes", "one word", "words", "a script without spaces"],
)
def test_a_megabyte_is_grounded_all_the_same(text: str):
    assert len(ground_lookup(text, BIG, values="match", sensitive=nothing).literals) <= 60
    assert ground(text, BIG, stored={}, tokens=500).catalog.tables


def test_an_empty_catalog_grounds_to_nothing():
    empty = Catalog(fingerprint="")
    assert ground_lookup(QUESTION, empty, values="match", sensitive=nothing).columns == ()
    assert ground(QUESTION, empty, stored={}, tokens=500).whole
