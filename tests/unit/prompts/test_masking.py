"""What of a database's error stays in a prompt: messages of real engines, and what their values look like."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.unit.prompts.world import CATALOG, corrected, said

from rejoinder.prompts.masking import leaving
from rejoinder.terms.classes import Defect
from rejoinder.terms.refusal import Refusal

TEXT = "SELECT CAST(\"Full Name\" AS INTEGER), abs(size) FROM city WHERE size = 'large' AND id > 40"

MASKED = [
    ('invalid input syntax for type integer: "Ada Byron"', 'invalid input syntax for type integer: "…"'),
    (
        "Could not convert string 'Ada Byron' to INT32",
        "Could not convert string '…' to INT32",
    ),
    (
        "Type VARCHAR with value 'Ada' can't be cast because it isn't one",
        "Type VARCHAR with value '…' can't be cast because it isn't one",
    ),
    ("Truncated incorrect INTEGER value: 'Ada'", "Truncated incorrect INTEGER value: '…'"),
    ("Bad int64 value: ada@example.org", "Bad int64 value: …"),
    ("Cannot parse Int32 from String, because value is too short: Ada", None),
    ("Key (id)=(ada@example.org) already exists", "Key (id)=(…) already exists"),
    ("Overflow in multiplication of INT32 (90210 * 77)!", "Overflow in multiplication of INT32 (… * …)!"),
    ("date/time field value out of range: 1852-11-27", "date/time field value out of range: …"),
    ('invalid input syntax: "she said "yes" twice"', 'invalid input syntax: "…"'),
    ("Conversion failed for 'O'Brien' to int", "Conversion failed for '…' to int"),
    ("a value cut off: 'Ada By", "a value cut off: '…'"),
    ("ungültige Eingabesyntax: »Ada«", "ungültige Eingabesyntax: »…«"),
    ("ungültige Eingabesyntax: „Ada“", "ungültige Eingabesyntax: „…“"),
    ("syntaxe en entrée invalide : « Ada »", "syntaxe en entrée invalide : «…»"),
    ("不正な値です: 「Ada」", "不正な値です: 「…」"),
    ('Perhaps you meant the column "city.payroll_number".', 'Perhaps you meant the column "…".'),
]
KEPT = [
    'column "city.Full Name" must appear in the GROUP BY clause',
    'invalid input syntax for type integer: "large"',
    "no such column: nme",
    "function abs(text) does not exist",
    "No function matches 'abs(TEXT)'",
    "The table doesn't have it, and can't have had it",
    "Unknown column 'city.id' in 'where'",
    "a value above 40",
    "",
]


def masked(message: str) -> str:
    refusal = Refusal(defect=Defect.INVALID_CAST, message=message, code="22P02", hint=message)
    left = leaving(refusal, "masked", text=TEXT, catalog=CATALOG)
    assert left.hint == left.message
    assert (left.defect, left.code) == (refusal.defect, refusal.code)
    return left.message


@pytest.mark.parametrize(("message", "left"), MASKED, ids=[message for message, _ in MASKED])
def test_a_value_that_an_engine_quotes_is_taken_out(message: str, left: str | None):
    found = masked(message)
    assert "Ada" not in found
    assert left in (None, found)


@pytest.mark.parametrize("message", KEPT)
def test_what_the_model_wrote_or_may_see_stays(message: str):
    assert masked(message) == message


@given(
    st.text(min_size=4).filter(lambda value: any(letter.isalnum() for letter in value)),
    st.sampled_from("\"'"),
)
def test_whatever_a_value_holds_none_of_its_words_is_left(value: str, quote: str):
    value = f"zyzzyva {value} zyzzyva"
    assert "zyzzyva" not in masked(f"invalid input for type x: {quote}{value}{quote} at the end")


REFUSED = Refusal(
    defect=Defect.INVALID_CAST,
    code="22P02",
    message='invalid input syntax for type integer: "Ada Byron"',
    hint='Ask "Ada Byron".',
    position=7,
)


def test_a_correction_tells_of_an_error_what_policy_lets_it():
    full, masked, off = (said(corrected(refusal=REFUSED, errors=each)) for each in ("full", "masked", "off"))
    assert 'type integer: "Ada Byron"\nAsk "Ada Byron".' in full
    assert 'type integer: "…"\nAsk "…".' in masked
    assert "The database refused it (invalid_cast, code 22P02)." in off
    for told in (masked, off):
        assert "Ada" not in told
    assert "database_message" not in off
    assert "invalid input" not in off


def test_the_error_of_a_rewritten_statement_is_masked_in_any_case():
    told = said(corrected(refusal=REFUSED, errors="full", executed_sql="SELECT 1 FROM city WHERE id = 7"))
    assert "Ada" not in told
