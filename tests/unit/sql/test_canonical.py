"""L7's form: layout, comments and case change nothing; anything that can change the answer does."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.unit.sql.shop import SQLITE

from rejoinder.dialects import dialect
from rejoinder.sql.canonical import canonical

EQUAL = [
    ("layout", "SELECT id,name FROM customers", "SELECT  id ,\n\tname\nFROM customers"),
    (
        "case of words",
        "SELECT id FROM customers WHERE id IS NULL",
        "select id from customers where id is null",
    ),
    ("case of names", "SELECT Id FROM Customers", "SELECT id FROM customers"),
    (
        "layout and case of two words that are one",
        "SELECT id FROM a GROUP BY id",
        "SELECT id FROM a group\n by id",
    ),
    ("comments", "SELECT id FROM customers", "SELECT /* why */ id FROM customers -- so"),
    ("a semicolon", "SELECT id FROM customers", "SELECT id FROM customers ;"),
    ("AS", "SELECT id AS a FROM customers AS c", "SELECT id a FROM customers c"),
    ("INNER", "SELECT 1 FROM a INNER JOIN b ON a.x = b.x", "SELECT 1 FROM a JOIN b ON a.x = b.x"),
    ("OUTER", "SELECT 1 FROM a LEFT OUTER JOIN b ON a.x = b.x", "SELECT 1 FROM a LEFT JOIN b ON a.x = b.x"),
    ("ASC", "SELECT id FROM a ORDER BY id ASC", "SELECT id FROM a ORDER BY id"),
    ("!=", "SELECT id FROM a WHERE id != 1", "SELECT id FROM a WHERE id <> 1"),
    ("==", "SELECT id FROM a WHERE id == 1", "SELECT id FROM a WHERE id = 1"),
    ("brackets round a plain name", "SELECT [id] FROM a", "SELECT id FROM a"),
    ("backticks and brackets", "SELECT `a b` FROM a", "SELECT [a b] FROM a"),
    ("layout of what can't be parsed", "SELECT FROM  WHERE", "SELECT\nFROM WHERE"),
    ("layout of what can't even be cut", "SELECT 'open  text", "SELECT  'open text"),
]

UNLIKE = [
    ("another literal", "SELECT 1", "SELECT 2"),
    ("case of a text", "SELECT id FROM a WHERE x = 'EU'", "SELECT id FROM a WHERE x = 'eu'"),
    ("spaces in a text", "SELECT id FROM a WHERE x = 'a b'", "SELECT id FROM a WHERE x = 'a  b'"),
    ("a text and a name", "SELECT 'id' FROM a", "SELECT id FROM a"),
    ("a text in double quotes, which may be a name", 'SELECT "id" FROM a', "SELECT id FROM a"),
    (
        "order of conditions",
        "SELECT id FROM a WHERE x = 1 AND y = 2",
        "SELECT id FROM a WHERE y = 2 AND x = 1",
    ),
    ("order of columns", "SELECT a, b FROM t", "SELECT b, a FROM t"),
    ("a qualifier", "SELECT a.id FROM a", "SELECT id FROM a"),
    ("DISTINCT", "SELECT DISTINCT id FROM a", "SELECT id FROM a"),
    ("DESC", "SELECT id FROM a ORDER BY id DESC", "SELECT id FROM a ORDER BY id"),
    ("LEFT", "SELECT 1 FROM a LEFT JOIN b ON a.x = b.x", "SELECT 1 FROM a JOIN b ON a.x = b.x"),
    ("ALL", "SELECT 1 UNION ALL SELECT 1", "SELECT 1 UNION SELECT 1"),
    ("a word of the grammar as a name", "SELECT id [to] FROM a", "SELECT id to FROM a"),
    ("brackets", "SELECT 1 - (2 - 3)", "SELECT 1 - 2 - 3"),
    ("a limit", "SELECT id FROM a LIMIT 1", "SELECT id FROM a LIMIT 10"),
    ("a quote inside a name", 'SELECT "a""b" FROM a', 'SELECT "a" "b" FROM a'),
    ("a name that a quote would end", 'SELECT `a"b` FROM a', 'SELECT "a" b FROM a'),
]


@pytest.mark.parametrize(("one", "other"), [row[1:] for row in EQUAL], ids=[row[0] for row in EQUAL])
def test_a_draft_stays_the_same_whatever_its(one: str, other: str):
    assert canonical(one, SQLITE) == canonical(other, SQLITE)


@pytest.mark.parametrize(("one", "other"), [row[1:] for row in UNLIKE], ids=[row[0] for row in UNLIKE])
def test_a_draft_is_another_one_by(one: str, other: str):
    assert canonical(one, SQLITE) != canonical(other, SQLITE)


def test_where_tables_are_told_apart_by_case_a_draft_is_too():
    one, other = "SELECT id FROM orders", "SELECT id FROM Orders"
    assert canonical(one, dialect("mysql")) != canonical(other, dialect("mysql"))
    assert canonical(one, dialect("postgres")) == canonical(other, dialect("postgres"))
    assert canonical(one, dialect("postgres")) != canonical('SELECT id FROM "Orders"', dialect("postgres"))


NAMES = st.sampled_from(["id", "Name", "total", "o.id", "[a b]", "`x`", '"Quoted"', "count(*)", "顧客"])
TEXTS = st.text(st.sampled_from("aB ü'%;-"), max_size=5).map(lambda text: "'" + text.replace("'", "''") + "'")
LITERALS = st.one_of(st.integers(0, 99).map(str), TEXTS)
CONDITIONS = st.builds("{} {} {}".format, NAMES, st.sampled_from(["=", "<>", ">", "LIKE"]), LITERALS)
DRAFTS = st.builds(
    "SELECT {} FROM orders AS o WHERE {} ORDER BY {}".format,
    st.lists(NAMES, min_size=1, max_size=3).map(", ".join),
    st.lists(CONDITIONS, min_size=1, max_size=3).map(" AND ".join),
    NAMES,
)
GAPS = st.sampled_from([" ", "  ", "\n", "\t", " /* a; b */ ", " -- it's\n", "\r\n"])


def words_of(draft: str) -> list[str]:
    """The draft in pieces between which any layout may stand: quoted things are whole."""
    pieces: list[str] = [""]
    closing = ""
    for sign in draft:
        pieces[-1] += sign
        if closing:
            closing = "" if sign == closing else closing
        elif sign in "'\"`[":
            closing = "]" if sign == "[" else sign
        elif sign == " ":
            pieces.append("")
    return pieces


@given(draft=DRAFTS, data=st.data())
def test_layout_comments_and_case_never_matter(draft: str, data: st.DataObject):
    pieces = words_of(draft)
    other = ""
    for piece in pieces:
        word = piece.rstrip(" ")
        plain = not set(word) & set("'\"`[")
        changed = data.draw(st.sampled_from([word, word.upper(), word.lower()])) if plain else word
        other += changed + data.draw(GAPS)
    assert canonical(other, SQLITE) == canonical(draft, SQLITE)


@given(draft=DRAFTS)
def test_the_canonical_form_is_its_own(draft: str):
    once = canonical(draft, SQLITE)
    assert canonical(once, SQLITE) == once


@given(one=LITERALS, other=LITERALS)
def test_drafts_that_differ_in_a_literal_differ(one: str, other: str):
    template = "SELECT id FROM orders WHERE status = {} AND id > 0"
    same = canonical(template.format(one), SQLITE) == canonical(template.format(other), SQLITE)
    assert same == (one == other)


@given(text=st.text(max_size=60))
def test_any_text_at_all_has_a_form(text: str):
    once = canonical(text, SQLITE)
    assert canonical("\n" + text, SQLITE) == once
