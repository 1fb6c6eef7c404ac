"""Of `quantified`: comparisons with ALL and ANY."""

from tests.unit.repair.case import Case

CASES = (
    Case(
        what="above all is above the largest",
        draft="SELECT name FROM vets WHERE wage > ALL (SELECT bonus FROM payroll)",
        mended="SELECT name FROM vets WHERE wage > (SELECT MAX(bonus) FROM payroll)",
        caveat="the largest of them, missing values left out",
    ),
    Case(
        what="below all is below the smallest",
        draft="SELECT name FROM vets WHERE wage <= ALL (SELECT bonus FROM payroll WHERE bonus > 1)",
        mended="SELECT name FROM vets WHERE wage <= (SELECT MIN(bonus) FROM payroll WHERE bonus > 1)",
        caveat="the smallest of them",
    ),
    Case(
        what="below any is below the largest",
        draft="SELECT name FROM vets WHERE wage < ANY (SELECT bonus FROM payroll)",
        mended="SELECT name FROM vets WHERE wage < (SELECT MAX(bonus) FROM payroll)",
    ),
    Case(
        what="above any is above the smallest",
        draft="SELECT name FROM vets WHERE wage >= ANY (SELECT p.bonus AS b FROM payroll p)",
        mended="SELECT name FROM vets WHERE wage >= (SELECT MIN(p.bonus) AS b FROM payroll p)",
    ),
    Case(
        what="equal to any is IN",
        draft="SELECT name FROM vets WHERE id = ANY (SELECT vet_id FROM payroll)",
        mended="SELECT name FROM vets WHERE id IN (SELECT vet_id FROM payroll)",
    ),
    Case(
        what="unlike all is NOT IN",
        draft="SELECT name FROM vets WHERE id <> ALL (SELECT vet_id FROM payroll)",
        mended="SELECT name FROM vets WHERE id NOT IN (SELECT vet_id FROM payroll)",
    ),
    Case(
        what="groups can't be put into one extreme",
        draft="SELECT name FROM vets WHERE wage > ALL (SELECT SUM(fee) FROM visits GROUP BY animal_id)",
        mended=None,
    ),
    Case(
        what="some is any, in another layout",
        draft="SELECT name FROM vets WHERE wage>some ( SELECT bonus FROM payroll )",
        mended="SELECT name FROM vets WHERE wage>( SELECT MIN(bonus) FROM payroll )",
    ),
    Case(
        what="nor can a limit",
        draft="SELECT name FROM vets WHERE wage > ALL (SELECT bonus FROM payroll LIMIT 1)",
        mended=None,
    ),
    Case(
        what="equal to all has no counterpart",
        draft="SELECT name FROM vets WHERE wage = ALL (SELECT bonus FROM payroll)",
        mended=None,
    ),
    Case(
        what="all or nothing: one of two has no counterpart",
        draft="SELECT name FROM vets WHERE id = ANY (SELECT vet_id FROM payroll)"
        " AND wage = ALL (SELECT bonus FROM payroll)",
        mended=None,
    ),
)
