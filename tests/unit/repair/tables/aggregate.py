"""Of `aggregate`: an aggregate where none may stand."""

from tests.unit.repair.case import Case

CASES = (
    Case(
        what="the largest count of the groups",
        draft="SELECT MAX(COUNT(*)) FROM visits GROUP BY animal_id",
        mended="SELECT MAX(each_group) FROM (SELECT COUNT(*) AS each_group FROM visits GROUP BY animal_id)",
    ),
    Case(
        what="in a comparison with such a count",
        draft="SELECT animal_id FROM visits GROUP BY animal_id HAVING COUNT(*) ="
        " (SELECT MAX(COUNT(*)) FROM visits AS v WHERE v.fee > 1 GROUP BY v.animal_id)",
        mended="SELECT animal_id FROM visits GROUP BY animal_id HAVING COUNT(*) ="
        " (SELECT MAX(each_group) FROM (SELECT COUNT(*) AS each_group FROM visits AS v"
        " WHERE v.fee > 1 GROUP BY v.animal_id))",
    ),
    Case(
        what="a condition on a group in WHERE",
        draft="SELECT animal_id FROM visits WHERE COUNT(*) > 1 GROUP BY animal_id",
        mended="SELECT animal_id FROM visits GROUP BY animal_id HAVING COUNT(*) > 1",
    ),
    Case(
        what="beside conditions on rows, and on groups in HAVING",
        draft="SELECT animal_id FROM visits WHERE fee > 1 AND COUNT(*) > 1 AND paid = 'yes'"
        " GROUP BY animal_id HAVING SUM(fee) > 9",
        mended="SELECT animal_id FROM visits WHERE fee > 1 AND paid = 'yes'"
        " GROUP BY animal_id HAVING SUM(fee) > 9 AND COUNT(*) > 1",
    ),
    Case(
        what="a condition on a group or on what it is grouped by",
        draft="SELECT animal_id FROM visits WHERE COUNT(*) > 1 OR animal_id = 3 GROUP BY animal_id",
        mended="SELECT animal_id FROM visits GROUP BY animal_id HAVING COUNT(*) > 1 OR animal_id = 3",
    ),
    Case(
        what="nothing says which groups",
        draft="SELECT AVG(COUNT(*)) FROM visits",
        mended=None,
    ),
    Case(
        what="a condition on a group or on a row",
        draft="SELECT animal_id FROM visits WHERE COUNT(*) > 1 OR fee > 1 GROUP BY animal_id",
        mended=None,
    ),
    Case(
        what="which of the groups the other column is of",
        draft="SELECT MAX(COUNT(*)), animal_id FROM visits GROUP BY animal_id",
        mended=None,
    ),
    Case(
        what="WHERE without GROUP BY",
        draft="SELECT name FROM animals WHERE COUNT(*) > 1",
        mended=None,
    ),
    Case(
        what="all or nothing: one of two can't be mended",
        draft="SELECT animal_id FROM visits WHERE COUNT(*) > 1 GROUP BY animal_id"
        " HAVING SUM(fee) > (SELECT AVG(SUM(fee)) FROM visits)",
        mended=None,
    ),
)
