"""Of `grouped_condition`: a condition on groups among those on rows."""

from tests.unit.repair.case import Case

CASES = (
    Case(
        what="the only condition",
        draft="SELECT animal_id FROM visits WHERE COUNT(*) > 1 GROUP BY animal_id",
        mended="SELECT animal_id FROM visits GROUP BY animal_id HAVING COUNT(*) > 1",
    ),
    Case(
        what="beside conditions on rows, and on groups in HAVING",
        draft="SELECT animal_id FROM visits WHERE fee BETWEEN 1 AND 99 AND COUNT(*) > 1 AND paid = 'yes'"
        " GROUP BY animal_id HAVING SUM(fee) > 9 ORDER BY 1",
        mended="SELECT animal_id FROM visits WHERE fee BETWEEN 1 AND 99 AND paid = 'yes'"
        " GROUP BY animal_id HAVING SUM(fee) > 9 AND COUNT(*) > 1 ORDER BY 1",
    ),
    Case(
        what="beside a choice in HAVING",
        draft="SELECT animal_id FROM visits WHERE COUNT(*) > 1 GROUP BY animal_id"
        " HAVING SUM(fee) > 9 OR SUM(fee) < 1",
        mended="SELECT animal_id FROM visits GROUP BY animal_id"
        " HAVING (SUM(fee) > 9 OR SUM(fee) < 1) AND COUNT(*) > 1",
    ),
    Case(
        what="a condition on a group or on what it is grouped by",
        draft="SELECT animal_id FROM visits WHERE COUNT(*) > 1 OR animal_id = 3 GROUP BY animal_id",
        mended="SELECT animal_id FROM visits GROUP BY animal_id HAVING (COUNT(*) > 1 OR animal_id = 3)",
    ),
    Case(
        what="in a subquery, and with an aggregate in a query inside the conditions on rows",
        draft="SELECT name FROM animals WHERE id IN (SELECT animal_id FROM visits"
        " WHERE fee > (SELECT AVG(fee) FROM visits) AND COUNT(*) > 0 GROUP BY animal_id)",
        mended="SELECT name FROM animals WHERE id IN (SELECT animal_id FROM visits"
        " WHERE fee > (SELECT AVG(fee) FROM visits) GROUP BY animal_id HAVING COUNT(*) > 0)",
    ),
    Case(
        what="a condition on a group or on a row",
        draft="SELECT animal_id FROM visits WHERE COUNT(*) > 1 OR fee > 1 GROUP BY animal_id",
        mended=None,
    ),
    Case(
        what="no groups",
        draft="SELECT name FROM animals WHERE COUNT(*) > 1",
        mended=None,
    ),
)
