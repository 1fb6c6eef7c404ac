"""Names that look like a name: which are offered, and which one alone may be taken."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rejoinder.sql.near import near_names, only_near, plain

OFFERED = [
    ("another number", "animal", ["owners", "animals"], ("animals",)),
    ("another style", "petType", ["pet_id", "pet_type"], ("pet_type",)),
    ("a space for an underscore", "first name", ["last_name", "first_name"], ("first_name",)),
    ("a slip", "enrollment", ["enrolment", "enlistment"], ("enrolment",)),
    ("an abbreviation", "qty", ["price", "quantity"], ("quantity",)),
    ("abbreviated words", "cust_nm", ["cost_no", "customer_name"], ("customer_name",)),
    ("the best first, at most three", "rates", ["rater", "rate", "dates", "ratex"], ("rate",)),
    ("another script", "氏名", ["名前", "氏名"], ("氏名",)),
    ("another word", "pupils", ["people"], ()),
    ("nothing to choose from", "anything", [], ()),
    ("no name", "", ["a"], ()),
]
TAKEN = [
    ("another number", "animal", ["owners", "animals"], "animals"),
    ("another style", "birthDate", ["date_of_birth", "birth_date"], "birth_date"),
    ("a slip in a long name", "implantd", ["implanted", "number"], "implanted"),
    ("an abbreviation", "qty", ["quantity", "price"], "quantity"),
    ("two that look like it", "fee_nots", ["fee_note", "fee_not"], None),
    ("a slip in a short name is as likely another word", "cart", ["card", "owner"], None),
    ("a short name in another number", "pets", ["pet", "vet"], "pet"),
    ("another word", "pupils", ["people"], None),
    ("nothing to choose from", "anything", [], None),
]
names = st.text(alphabet="abcdeXYZ_ 12é名", min_size=1, max_size=12)


@pytest.mark.parametrize(
    ("name", "candidates", "expected"), [row[1:] for row in OFFERED], ids=[row[0] for row in OFFERED]
)
def test_what_looks_like_a_name_is_offered_best_first(
    name: str, candidates: list[str], expected: tuple[str, ...]
):
    assert near_names(name, candidates)[: len(expected) or None] == expected


@pytest.mark.parametrize(
    ("name", "candidates", "expected"), [row[1:] for row in TAKEN], ids=[row[0] for row in TAKEN]
)
def test_one_name_alone_is_taken(name: str, candidates: list[str], expected: str | None):
    assert only_near(name, candidates) == expected


@given(name=names, candidates=st.lists(names, max_size=6))
def test_only_candidates_are_offered_each_once_and_what_is_taken_is_offered_first(
    name: str, candidates: list[str]
):
    offered = near_names(name, candidates)
    assert set(offered) <= set(candidates)
    assert len(set(offered)) == len(offered) <= 3
    taken = only_near(name, candidates)
    assert taken is None or taken == offered[0]


@given(name=names)
def test_a_name_that_is_there_is_offered(name: str):
    assert near_names(name, [name]) == (name,)


@pytest.mark.parametrize("name", ["pet_types", "PetType", "pet type", "PET_TYPE", "petTypes"])
def test_one_name_in_several_styles_is_one_name(name: str):
    assert plain(name) == "pettype"
