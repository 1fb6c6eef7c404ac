"""Of `nested_aggregate`: an aggregate of an aggregate."""

from tests.unit.repair.case import Case

CASES = (
    Case(
        what="the largest count of the groups",
        draft="SELECT MAX(COUNT(*)) FROM visits GROUP BY animal_id",
        mended="SELECT MAX(each_group) FROM (SELECT COUNT(*) AS each_group FROM visits GROUP BY animal_id)",
    ),
    Case(
        what="with a name, a condition on rows and one on groups",
        draft="SELECT avg( sum(v.fee) ) AS mean FROM visits v WHERE v.fee > 1 GROUP BY v.animal_id"
        " HAVING COUNT(*) > 1;",
        mended="SELECT avg( each_group ) AS mean FROM (SELECT sum(v.fee) AS each_group FROM visits v"
        " WHERE v.fee > 1 GROUP BY v.animal_id HAVING COUNT(*) > 1);",
    ),
    Case(
        what="in a comparison with such a count",
        draft="SELECT animal_id FROM visits GROUP BY animal_id HAVING COUNT(*) ="
        " (SELECT MAX(COUNT(*)) FROM visits GROUP BY animal_id) ORDER BY animal_id",
        mended="SELECT animal_id FROM visits GROUP BY animal_id HAVING COUNT(*) ="
        " (SELECT MAX(each_group) FROM (SELECT COUNT(*) AS each_group FROM visits GROUP BY animal_id))"
        " ORDER BY animal_id",
    ),
    Case(
        what="in both arms of a set operation",
        draft="SELECT MAX(COUNT(*)) FROM visits GROUP BY animal_id UNION"
        " SELECT MIN(COUNT(*)) FROM visits GROUP BY animal_id",
        mended="SELECT MAX(each_group) FROM (SELECT COUNT(*) AS each_group FROM visits GROUP BY animal_id) UNION"
        " SELECT MIN(each_group) FROM (SELECT COUNT(*) AS each_group FROM visits GROUP BY animal_id)",
    ),
    Case(
        what="nothing says which groups",
        draft="SELECT AVG(COUNT(*)) FROM visits",
        mended=None,
    ),
    Case(
        what="which of the groups another column is of",
        draft="SELECT MAX(COUNT(*)), animal_id FROM visits GROUP BY animal_id",
        mended=None,
    ),
    Case(
        what="an order of the groups",
        draft="SELECT MAX(COUNT(*)) FROM visits GROUP BY animal_id ORDER BY animal_id",
        mended=None,
    ),
    Case(
        what="a part of what the inner one is",
        draft="SELECT MAX(COUNT(*) + 1) FROM visits GROUP BY animal_id",
        mended=None,
    ),
)
