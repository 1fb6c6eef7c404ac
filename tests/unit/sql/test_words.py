"""Words: names and sentences taken apart, so that they meet."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rejoinder.sql.words import abbreviates, fold, name_words, root, segments, singular, text_words

NAMES = {
    "order_lines": ("order", "lines"),
    "orderLines": ("order", "lines"),
    "OrderLines2024": ("order", "lines", "2024"),
    "HTTPStatus": ("http", "status"),
    "customerIDs": ("customer", "ids"),
    "ORDER_LINES": ("order", "lines"),
    "Größe": ("grosse",),
    "ÜBER_PRÜFUNG": ("uber", "prufung"),
    "данные_клиента": ("данные", "клиента"),
    "注文明細": ("注文明細",),
    "": (),
    "__": (),
}

SINGULARS = {
    "countries": "country",
    "boxes": "box",
    "addresses": "address",
    "prices": "price",
    "people": "person",
    "status": "status",
    "analysis": "analysis",
    "series": "series",
    "ids": "id",
    "gas": "gas",
    "order": "order",
}

ROOTS = [("ordered", "orders"), ("shipping", "shipped"), ("deliveries", "delivery"), ("winner", "winning")]

SHORT = {
    ("desc", "description"): True,
    ("qty", "quantity"): True,
    ("cust", "customer"): True,
    ("age", "average"): False,
    ("d", "date"): False,
    ("date", "date"): False,
    ("order", "ord"): False,
}

TOGETHER = {
    "countrycode": ("country", "code"),
    "orderlines": ("order", "lines"),
    "counter": ("counter",),
    "xyz": ("xyz",),
}


@pytest.mark.parametrize("name", NAMES)
def test_a_name_is_its_words(name: str):
    assert name_words(name) == NAMES[name]


@pytest.mark.parametrize("word", SINGULARS)
def test_a_noun_has_its_singular(word: str):
    assert singular(word) == SINGULARS[word]


@pytest.mark.parametrize(("one", "other"), ROOTS, ids=[f"{one} {other}" for one, other in ROOTS])
def test_forms_of_one_word_have_one_root(one: str, other: str):
    assert root(one) == root(other)


@pytest.mark.parametrize(("short", "word"), SHORT, ids=[" ".join(pair) for pair in SHORT])
def test_an_abbreviation_is_told_from_another_word(short: str, word: str):
    assert abbreviates(short, word) is SHORT[short, word]


@pytest.mark.parametrize("word", TOGETHER)
def test_words_written_together_are_taken_apart_where_all_are_known(word: str):
    assert segments(word, {"country", "code", "count", "order", "line"}) == TOGETHER[word]


def test_a_sentence_says_names_whole_and_apart():
    assert text_words("How many orderLines?") == ("how", "many", "order", "lines", "orderlines")


def test_a_script_without_spaces_is_read_by_pairs():
    assert text_words("注文明細") == ("注文", "文明", "明細")


@given(st.text(max_size=40))
def test_words_are_folded_whatever_they_are_in(text: str):
    assert all(word == fold(word) for word in (*name_words(text), *text_words(text)))


@given(st.text(st.characters(categories=["Ll"]), min_size=1, max_size=20))
def test_a_singular_and_a_root_are_never_empty(word: str):
    assert singular(word)
    assert root(word)
