"""L10: whether a later statement still asks what an earlier one asked."""

from __future__ import annotations

import pytest
from tests.unit.repair.clinic import SQLITE

from rejoinder.sql.predicates import orders_at_top, same_question
from rejoinder.terms.fact import Fact, FactKind

STORED = Fact(kind=FactKind.STORED_VALUE, sentence="", subject="graz", names=("Graz",))
OWNER = Fact(kind=FactKind.OWNER, sentence="", subject="city", names=("owners", "city"))
NEAR = Fact(kind=FactKind.NEAR_NAME, sentence="", subject="town", names=("city",))

QUESTIONS = [
    ("the same statement", "SELECT 1 FROM t WHERE a = 1", "SELECT 1 FROM t WHERE a = 1", (), True),
    (
        "another layout and alias",
        "SELECT 1 FROM t WHERE a = 1",
        "select 1\nfrom t AS x where x.a=1",
        (),
        True,
    ),
    (
        "a join more",
        "SELECT 1 FROM t WHERE a = 1",
        "SELECT 1 FROM t JOIN u ON u.i = t.i WHERE a = 1",
        (),
        True,
    ),
    ("a filter more", "SELECT 1 FROM t WHERE a = 1", "SELECT 1 FROM t WHERE a = 1 AND b = 2", (), True),
    ("a filter less", "SELECT 1 FROM t WHERE a = 1 AND b = 2", "SELECT 1 FROM t WHERE a = 1", (), False),
    ("another literal", "SELECT 1 FROM t WHERE a = 'x'", "SELECT 1 FROM t WHERE a = 'y'", (), False),
    ("another operator", "SELECT 1 FROM t WHERE a > 1", "SELECT 1 FROM t WHERE a >= 1", (), False),
    ("negated", "SELECT 1 FROM t WHERE a = 1", "SELECT 1 FROM t WHERE NOT a = 1", (), False),
    ("twice negated", "SELECT 1 FROM t WHERE a = 1", "SELECT 1 FROM t WHERE NOT (NOT (a = 1))", (), True),
    ("read from the other side", "SELECT 1 FROM t WHERE a < b", "SELECT 1 FROM t WHERE b > a", (), True),
    ("sides exchanged", "SELECT 1 FROM t WHERE a < b", "SELECT 1 FROM t WHERE b < a", (), False),
    ("another column", "SELECT 1 FROM t WHERE a = 1", "SELECT 1 FROM t WHERE b = 1", (), False),
    ("in HAVING now", "SELECT 1 FROM t WHERE a = 1", "SELECT 1 FROM t GROUP BY a HAVING a = 1", (), True),
    ("another limit", "SELECT a FROM t LIMIT 5", "SELECT a FROM t LIMIT 10", (), False),
    ("another rounding", "SELECT ROUND(a, 2) FROM t", "SELECT ROUND(a, 3) FROM t", (), False),
    ("NULL counts", "SELECT 1 FROM t WHERE a IS NULL", "SELECT 1 FROM t WHERE a IS NOT NULL", (), False),
    (
        "a stored spelling that a fact supports",
        "SELECT 1 FROM o WHERE city = 'graz'",
        "SELECT 1 FROM o WHERE city = 'Graz'",
        (STORED,),
        True,
    ),
    (
        "a spelling that no fact supports",
        "SELECT 1 FROM o WHERE city = 'graz'",
        "SELECT 1 FROM o WHERE city = 'Linz'",
        (STORED,),
        False,
    ),
    (
        "a column that a fact supports",
        "SELECT 1 FROM o WHERE town = 'Graz'",
        "SELECT 1 FROM o WHERE city = 'Graz'",
        (NEAR,),
        True,
    ),
    (
        "a column that belongs to another table",
        "SELECT 1 FROM a WHERE a.city = 'Graz'",
        "SELECT 1 FROM a JOIN owners o ON o.id = a.owner WHERE o.city = 'Graz'",
        (OWNER,),
        True,
    ),
    (
        "double quotes for a text",
        'SELECT 1 FROM o WHERE city = "Graz"',
        "SELECT 1 FROM o WHERE city = 'Graz'",
        (),
        True,
    ),
    ("what can't be read keeps nothing", "SELECT 1 FROM t WHERE a = 1", "SELECT FROM WHERE", (), False),
    ("nor can what it came from", "SELECT FROM WHERE", "SELECT 1 FROM t", (), False),
]
ORDERED = [
    ("SELECT a FROM t ORDER BY a", True),
    ("SELECT a FROM t", False),
    ("SELECT a FROM (SELECT a FROM t ORDER BY a)", False),
    ("SELECT a FROM t UNION SELECT b FROM u ORDER BY 1", True),
    ("SELECT a FROM t UNION SELECT b FROM (SELECT b FROM u ORDER BY b)", False),
    ("WITH x AS (SELECT a FROM t ORDER BY a) SELECT a FROM x", False),
    ("WITH x AS (SELECT a FROM t) SELECT a FROM x ORDER BY a LIMIT 1;", True),
    ("SELECT SUM(a) OVER (ORDER BY b) FROM t", False),
    ("(SELECT a FROM t ORDER BY a)", True),
    ("no statement", False),
]


@pytest.mark.parametrize(
    ("earlier", "later", "facts", "expected"),
    [row[1:] for row in QUESTIONS],
    ids=[row[0] for row in QUESTIONS],
)
def test_a_later_statement_asks_the_same_if_it_keeps_every_condition_and_literal(
    earlier: str, later: str, facts: tuple[Fact, ...], expected: bool
):
    assert same_question(earlier, later, SQLITE, facts) is expected


@pytest.mark.parametrize(("sql", "expected"), ORDERED)
def test_only_an_order_of_the_statement_itself_counts(sql: str, expected: bool):
    assert orders_at_top(sql, SQLITE) is expected
