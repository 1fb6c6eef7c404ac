"""Of `set_operation`: ORDER BY, LIMIT or brackets around the arms of a set operation."""

from tests.unit.repair.case import Case

CASES = (
    Case(
        what="an arm in brackets",
        draft="SELECT name FROM owners UNION (SELECT name FROM vets)",
        mended="SELECT name FROM owners UNION SELECT * FROM (SELECT name FROM vets)",
    ),
    Case(
        what="both arms in brackets, and an order of the whole",
        draft="(SELECT name FROM owners LIMIT 1) UNION ALL (SELECT name FROM vets LIMIT 1) ORDER BY name;",
        mended="SELECT * FROM (SELECT name FROM owners LIMIT 1) UNION ALL"
        " SELECT * FROM (SELECT name FROM vets LIMIT 1) ORDER BY name;",
    ),
    Case(
        what="an order and a limit before the operator",
        draft="SELECT name FROM owners ORDER BY name LIMIT 1 UNION SELECT name FROM vets",
        mended="SELECT * FROM (SELECT name FROM owners ORDER BY name LIMIT 1) UNION SELECT name FROM vets",
    ),
    Case(
        what="the ends of the last arm are those of the whole",
        draft="SELECT name FROM owners ORDER BY name UNION SELECT name FROM vets ORDER BY name LIMIT 2",
        mended="SELECT * FROM (SELECT name FROM owners ORDER BY name) UNION"
        " SELECT name FROM vets ORDER BY name LIMIT 2",
    ),
    Case(
        what="in a derived table",
        draft="SELECT COUNT(*) FROM (SELECT name FROM owners INTERSECT (SELECT name FROM vets)) AS both",
        mended="SELECT COUNT(*) FROM (SELECT name FROM owners INTERSECT SELECT * FROM (SELECT name FROM vets))"
        " AS both",
    ),
    Case(
        what="after common table expressions",
        draft="WITH o AS (SELECT name FROM owners) SELECT name FROM o LIMIT 1 EXCEPT SELECT name FROM vets",
        mended="WITH o AS (SELECT name FROM owners) SELECT * FROM (SELECT name FROM o LIMIT 1)"
        " EXCEPT SELECT name FROM vets",
    ),
    Case(
        what="a subquery in brackets is no arm",
        draft="SELECT name FROM owners WHERE id = (SELECT 1) ORDER BY name LIMIT 1 UNION SELECT name FROM vets",
        mended="SELECT * FROM (SELECT name FROM owners WHERE id = (SELECT 1) ORDER BY name LIMIT 1)"
        " UNION SELECT name FROM vets",
    ),
    Case(
        what="a bracket that isn't closed",
        draft="SELECT name FROM owners UNION (SELECT name FROM vets",
        mended=None,
    ),
    Case(
        what="an arm that isn't there",
        draft="(SELECT name FROM owners) UNION",
        mended=None,
    ),
    Case(
        what="arms of different widths",
        draft="SELECT name, city FROM owners UNION SELECT name FROM vets",
        mended=None,
    ),
)
