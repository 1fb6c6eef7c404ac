"""Texts that stored columns are compared with: what is looked up before and after a statement runs."""

from __future__ import annotations

import pytest
from tests.unit.repair.clinic import CATALOG, SQLITE

from rejoinder.sql.draft import Draft
from rejoinder.sql.literals import comparisons

TEXTS = [
    ("equal", "SELECT id FROM owners WHERE city = 'Graz'", ["owners.city Graz"]),
    ("from the other side", "SELECT id FROM owners WHERE 'Graz' = city", ["owners.city Graz"]),
    (
        "IN",
        "SELECT id FROM owners WHERE city IN ('Graz', ('Linz'))",
        ["owners.city Graz", "owners.city Linz"],
    ),
    ("in brackets", "SELECT id FROM owners WHERE ((city)) = ('Graz')", ["owners.city Graz"]),
    ("in double quotes", 'SELECT id FROM owners WHERE city = "Graz"', ["owners.city Graz"]),
    ("not equal to it", "SELECT id FROM owners WHERE NOT city = 'Graz'", ["owners.city Graz not"]),
    ("NOT IN", "SELECT id FROM owners WHERE city NOT IN ('Graz')", ["owners.city Graz not"]),
    (
        "in a query inside a NOT",
        "SELECT id FROM animals WHERE NOT EXISTS (SELECT 1 FROM owners WHERE city = 'Graz')",
        ["owners.city Graz"],
    ),
    (
        "through a common table expression",
        "WITH o AS (SELECT city AS town FROM owners) SELECT 1 FROM o WHERE town = 'Graz'",
        ["owners.city Graz"],
    ),
    (
        "in ON",
        "SELECT 1 FROM animals a JOIN owners o ON o.id = a.owner AND o.city = 'Graz'",
        ["owners.city Graz"],
    ),
    ("in HAVING", "SELECT city FROM owners GROUP BY city HAVING city = 'Graz'", ["owners.city Graz"]),
    (
        "a number beside a column of texts is a text",
        "SELECT id FROM owners WHERE city = 8010",
        ["owners.city 8010"],
    ),
    ("LIKE looks for a pattern", "SELECT id FROM owners WHERE city LIKE 'G%'", []),
    ("a number beside numbers is no text", "SELECT id FROM owners WHERE id = 1", []),
    ("a column of numbers", "SELECT id FROM owners WHERE id = '1'", []),
    ("an expression is no stored column", "SELECT id FROM owners WHERE lower(city) = 'graz'", []),
    ("two columns", "SELECT id FROM owners WHERE city = name", []),
]


@pytest.mark.parametrize(("sql", "expected"), [row[1:] for row in TEXTS], ids=[row[0] for row in TEXTS])
def test_texts_beside_stored_text_columns_are_found(sql: str, expected: list[str]):
    draft = Draft(text=sql, dialect=SQLITE, catalog=CATALOG)
    assert draft.resolution is not None
    found = comparisons(draft.resolution, CATALOG)
    assert [f"{each.name} {each.text}{' not' if each.negated else ''}" for each in found] == expected
