"""R2: what a mend must not lead to, whatever the rule: a row a kind of degeneracy."""

from __future__ import annotations

import pytest
from tests.unit.repair.clinic import CATALOG, SQLITE

from rejoinder.repair._sound import is_sound
from rejoinder.sql.draft import Draft

JOIN = "FROM animals a JOIN owners o ON o.id = a.owner"
MENDS = [
    ("another column", f"SELECT a.city {JOIN}", f"SELECT o.city {JOIN}", True),
    ("what can't be read", f"SELECT a.city {JOIN}", f"SELECT o.city {JOIN} WHERE", False),
    (
        "a comparison with itself",
        f"SELECT 1 {JOIN} AND a.x = a.id",
        f"SELECT 1 {JOIN} AND a.id = a.id",
        False,
    ),
    (
        "one that was there before",
        f"SELECT a.x {JOIN} AND a.id = a.id",
        f"SELECT a.id {JOIN} AND a.id = a.id",
        True,
    ),
    ("a constant with itself", f"SELECT a.x {JOIN} AND 1 = 1", f"SELECT a.id {JOIN} AND 1 = 1", True),
    ("a sum of a column and itself", f"SELECT a.x + a.id {JOIN}", f"SELECT a.id + a.id {JOIN}", False),
    (
        "a ratio of a count to itself",
        "SELECT 100.0 * COUNT(x) / COUNT(id) FROM animals",
        "SELECT 100.0 * COUNT(id) / COUNT(id) FROM animals",
        False,
    ),
    (
        "with casts and brackets",
        "SELECT CAST(SUM(x) AS REAL) / (SUM(fee)) FROM visits",
        "SELECT CAST(SUM(fee) AS REAL) / (SUM(fee)) FROM visits",
        False,
    ),
    ("one column twice", f"SELECT a.x, a.id {JOIN}", f"SELECT a.id, a.id {JOIN}", False),
    (
        "one column under two names",
        f"SELECT a.x AS i, a.id AS j {JOIN}",
        f"SELECT a.id AS i, a.id AS j {JOIN}",
        False,
    ),
    ("one group twice", f"SELECT 1 {JOIN} GROUP BY a.x, a.id", f"SELECT 1 {JOIN} GROUP BY a.id, a.id", False),
    ("one order twice", f"SELECT 1 {JOIN} ORDER BY a.x, a.id", f"SELECT 1 {JOIN} ORDER BY a.id, a.id", False),
    (
        "a condition that no longer joins",
        "SELECT 1 FROM animals a JOIN owners o ON o.x = a.owner",
        "SELECT 1 FROM animals a JOIN owners o ON a.id = a.owner",
        False,
    ),
    (
        "a set whose member is the row itself",
        "SELECT 1 FROM owners o WHERE o.id IN (SELECT x FROM animals)",
        "SELECT 1 FROM owners o WHERE o.id IN (SELECT o.id FROM animals)",
        False,
    ),
    (
        "a set of another table's column of that name",
        "SELECT 1 FROM owners o WHERE o.id IN (SELECT x FROM animals)",
        "SELECT 1 FROM owners o WHERE o.id IN (SELECT id FROM animals)",
        True,
    ),
    (
        "a derived table more",
        "SELECT name FROM owners UNION (SELECT name FROM vets)",
        "SELECT name FROM owners UNION SELECT * FROM (SELECT name FROM vets)",
        True,
    ),
]


@pytest.mark.parametrize(
    ("before", "after", "expected"), [row[1:] for row in MENDS], ids=[row[0] for row in MENDS]
)
def test_a_mend_makes_no_two_things_one(before: str, after: str, expected: bool):
    assert is_sound(Draft(text=before, dialect=SQLITE, catalog=CATALOG), after) is expected
