"""The drafter refuses to guess: what it does where a question has no reading, or several."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.unit.drafting.schema import CATALOG, catalog_of, terms
from tests.unit.drafting.test_reading import DATES, READ

from rejoinder.dialects import dialect
from rejoinder.drafting import LONGEST, read_question
from rejoinder.sql.canonical import canonical
from rejoinder.terms.catalog import Catalog, TableRef
from rejoinder.terms.reading import Ask, Declined, Sql

UNKNOWN = {
    "frobnicate": "frobnicate",
    "How many wibbles are there?": "wibbles",
    "How many orders and wibbles are there?": "wibbles",
    "What is the total revenue by month?": "revenue",
    "What is the average age of customers?": "age",
    "How many orders were cancelled?": "cancelled",
    "How much did we earn?": "earn",
    "Quelle est la moyenne des prix?": "Quelle",
    "что такое заказ": "заказ",
    "注文はいくつありますか": "注文はいくつありますか",
    "عدد الطلبات؟": "الطلبات",
    "orders \N{PILE OF POO} wibbles": "wibbles",
    "average tip per payment method and wibble": "wibble",
}

NOT_TAKEN = {
    "an extreme of an average": "Which site has the highest average rating of the lowest payments?",
    "a negation of nothing": "orders not",
    "an either without an or before": "or takeaway",
    "a number of nothing": "orders 17 18",
    "a group of nothing": "orders per",
    "an order by nothing": "sites ordered by",
    "the first of nothing": "top items",
    "a comparison with a word": "items with price above red",
    "two owners of one word": "What is the region of sites and suppliers?",
    "average over rows that a join repeats": "average seats per payment method",
    "both of what one row holds once": "Which orders were both takeaway and dine-in?",
    "the best of each group": "What is the most expensive item in each category?",
    "a verb that is another table's": "customers who never ordered",
    "a verb that isn't a column of it": "Which suppliers never delivered?",
    "an age where only a date is stored": "How old are the sites?",
    "two counts in one": "How many sites are there in each region and how many in each city?",
    "sameness": "Which customers are from the same city as Harbour Table?",
    "an aggregate and something beside it": "the average price and category of items",
    "all columns and one more": "all details and the name of suppliers",
    "a year of something that isn't a date": "customers whose email is before 2024",
    "a day that doesn't exist": "orders on February 30, 2025",
    "an order by what a row has several of": "sites sorted by rating",
    "words that SQL would read": "'; DROP TABLE orders; --",
}

AMBIGUOUS = {
    "customers who ordered in 2024": [
        "SELECT first_name, last_name FROM customers WHERE customer_id IN "
        "(SELECT customer_id FROM orders WHERE ordered_at >= '2024-01-01' AND ordered_at < '2025-01-01')"
    ],
    "regions": ["SELECT DISTINCT region FROM sites", "SELECT DISTINCT region FROM suppliers"],
    "names": ["SELECT DISTINCT name FROM items", "SELECT DISTINCT name FROM menus"],
    "How many seats has Mill & Barley?": [
        "SELECT DISTINCT seats FROM sites WHERE name = 'Mill & Barley'",
        "SELECT SUM(seats) FROM sites WHERE name = 'Mill & Barley'",
    ],
    "customers in Kelmouth or North Sea": [],
}

NO_QUESTION = {
    "empty": "",
    "blanks": " \t\n",
    "punctuation": "?!... --- ;;; ()",
    "quotes": "\"\"''``“”",
    "an emoji": "\N{PILE OF POO}",
}


@pytest.mark.parametrize("question", UNKNOWN)
def test_a_word_that_means_nothing_here_is_asked_about(question: str):
    reading = read_question(terms(question)).reading
    assert isinstance(reading, Ask)
    assert f"“{UNKNOWN[question]}”" in reading.question
    assert "`sites`" in reading.question


@pytest.mark.parametrize("kind", NOT_TAKEN)
def test_what_is_beyond_the_drafter_is_never_taken_for_less(kind: str):
    assert not isinstance(read_question(terms(NOT_TAKEN[kind])).reading, Sql)


@pytest.mark.parametrize("question", AMBIGUOUS)
def test_readings_that_are_not_sure_or_not_alone_are_offered(question: str):
    reading = read_question(terms(question)).reading
    assert isinstance(reading, Ask)
    offered = [option.sql for option in reading.options]
    assert [sql for sql in AMBIGUOUS[question] if sql not in offered] == []
    assert len({option.label for option in reading.options}) == len(reading.options)


def test_tables_of_one_name_are_told_apart_by_their_schemas():
    (orders,) = [table for table in CATALOG.tables if table.ref.name == "orders"]
    both = tuple(
        replace(orders, ref=TableRef(schema, "orders"), foreign_keys=()) for schema in ("shop", "archive")
    )
    catalog = Catalog(fingerprint="two", tables=both, search_path=("shop", "archive"))
    reading = read_question(terms("How many orders are there?", catalog=catalog)).reading
    assert isinstance(reading, Ask)
    assert {option.label: option.sql for option in reading.options} == {
        f"the number of rows of `orders`, in the schema `{schema}`": f"SELECT COUNT(*) FROM {schema}.orders"
        for schema in ("shop", "archive")
    }


def test_a_name_that_is_nearly_right_is_offered():
    reading = read_question(terms("How many custmers are there?")).reading
    assert isinstance(reading, Ask)
    assert "customers" in [option.label for option in reading.options]


@pytest.mark.parametrize("kind", NO_QUESTION)
def test_a_text_without_a_word_is_declined(kind: str):
    assert isinstance(read_question(terms(NO_QUESTION[kind])).reading, Declined)


@pytest.mark.parametrize(
    "text",
    ["How many orders are there? " * 40_000, "“" * 1_000_000, "x" * (LONGEST + 1)],
    ids=["a megabyte of questions", "a megabyte of quotes", "one character too many"],
)
def test_a_text_longer_than_a_simple_question_is_declined_unread(text: str):
    reading = read_question(terms(text)).reading
    assert isinstance(reading, Declined)
    assert f"{LONGEST:,} characters" in reading.reason


@pytest.mark.parametrize(
    "text",
    ["“" * LONGEST, "'a" * (LONGEST // 2), "9" * LONGEST, "orders and " * 90, "not " * 250, "of " * 333],
    ids=["quotes", "apostrophes", "digits", "ands", "nots", "ofs"],
)
def test_a_text_made_to_be_slow_is_answered_all_the_same(text: str):
    assert not isinstance(read_question(terms(text)).reading, Sql)


def test_an_empty_catalog_is_said():
    reading = read_question(terms("How many orders are there?", catalog=Catalog(fingerprint=""))).reading
    assert isinstance(reading, Ask)
    assert "no table" in reading.question


@given(
    question=st.sampled_from(sorted([*READ, *DATES])),
    word=st.text("qxzjvk", min_size=6, max_size=12),
    place=st.integers(min_value=0, max_value=30),
)
def test_every_word_of_a_question_counts(question: str, word: str, place: int):
    words = question.split()
    words.insert(place % (len(words) + 1), word)
    assert not isinstance(read_question(terms(" ".join(words))).reading, Sql)


@given(st.text(max_size=60))
def test_no_text_is_beyond_an_answer(text: str):
    assert isinstance(read_question(terms(text)).reading, Sql | Ask | Declined)


@given(st.lists(st.sampled_from(sorted({w for q in [*READ, *DATES] for w in q.split()})), max_size=12))
def test_no_order_of_known_words_is_beyond_an_answer(words: list[str]):
    assert isinstance(read_question(terms(" ".join(words))).reading, Sql | Ask | Declined)


@pytest.mark.parametrize("question", [*READ, *DATES])
def test_the_same_question_has_the_same_reading(question: str):
    assert read_question(terms(question)) == read_question(terms(question))


# Corrections and replies

AFTER = "How many staff work at Harbour Table?"


def test_a_reading_that_failed_is_not_proposed_again():
    first = read_question(terms(AFTER)).reading
    assert isinstance(first, Sql)
    tried = canonical(first.text, dialect("sqlite"))
    second = read_question(terms(AFTER, earlier=(tried,))).reading
    offered = [second.text] if isinstance(second, Sql) else [option.sql for option in second.options]
    assert offered
    assert tried not in [canonical(sql, dialect("sqlite")) for sql in offered if sql]


def test_where_every_reading_has_failed_it_declines():
    question = "What is the average rating of reviews?"
    first = read_question(terms(question)).reading
    assert isinstance(first, Sql)
    tried = (canonical(first.text, dialect("sqlite")),)
    assert isinstance(read_question(terms(question, earlier=tried)).reading, Declined)


REPLIES = {
    "a name in place of the word": ("What is the total revenue of payments?", "amount"),
    "a question of its own": ("How is business?", "What is the total amount of payments?"),
    "what was left out": ("What is the total amount?", "of payments"),
}


@pytest.mark.parametrize("kind", REPLIES)
def test_a_reply_makes_the_question_readable(kind: str):
    question, reply = REPLIES[kind]
    assert not isinstance(read_question(terms(question)).reading, Sql)
    reading = read_question(terms(question, said=(reply,))).reading
    assert reading == Sql("SELECT SUM(amount) FROM payments")


def test_a_reply_that_says_nothing_asks_again():
    reading = read_question(terms("How many wibbles are there?", said=("wobbles",))).reading
    assert isinstance(reading, Ask)


# Names that SQL has to quote, and catalogs without declared keys

AWKWARD = """
order: order int*, group text, Größe int, select int!
"""


def test_names_are_quoted_where_they_have_to_be():
    question = "What is the average Größe per group of order?"
    reading = read_question(terms(question, catalog=catalog_of(AWKWARD))).reading
    assert reading == Sql('SELECT AVG("Größe"), "group" FROM "order" GROUP BY "group"')


UNDECLARED = """
singers: singer_id int*, name text!, country text!
songs: song_id int*, title text!, singer_id int!
"""


def test_columns_called_like_another_tables_key_join_where_no_key_is_declared():
    question = "How many songs are there for each singer?"
    reading = read_question(terms(question, catalog=catalog_of(UNDECLARED))).reading
    assert reading == Sql(
        "SELECT COUNT(*), singers.name FROM songs JOIN singers ON songs.singer_id = singers.singer_id "
        "GROUP BY singers.name, singers.singer_id"
    )


def test_a_table_that_looks_dead_is_not_what_is_meant():
    reading = read_question(terms("How many orders have the status Completed?")).reading
    assert isinstance(reading, Sql)
    assert "orders_old" not in reading.text
    assert any(table.ref.name == "orders_old" for table in CATALOG.tables)
