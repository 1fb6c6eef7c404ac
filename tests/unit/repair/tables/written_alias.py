"""Of `written_alias`: aliases where nobody sees them."""

from tests.unit.repair.case import Case
from tests.unit.repair.clinic import POSTGRES, SQLITE

CASES = (
    Case(
        what="an alias in WHERE",
        draft="SELECT fee * 2 AS twice FROM visits WHERE twice > 5 AND Twice < 9",
        mended="SELECT fee * 2 AS twice FROM visits WHERE (fee * 2) > 5 AND (fee * 2) < 9",
        dialect=POSTGRES,
    ),
    Case(
        what="an alias without AS, after DISTINCT and among others",
        draft="SELECT DISTINCT upper(name) AS shout, lower(name) hush, id FROM animals WHERE hush = 'tom'",
        mended="SELECT DISTINCT upper(name) AS shout, lower(name) hush, id FROM animals WHERE (lower(name)) = 'tom'",
        dialect=POSTGRES,
    ),
    Case(
        what="an aggregate in HAVING",
        draft="SELECT animal_id, SUM(fee) AS spent FROM visits GROUP BY animal_id HAVING spent > 5",
        mended="SELECT animal_id, SUM(fee) AS spent FROM visits GROUP BY animal_id HAVING (SUM(fee)) > 5",
        dialect=POSTGRES,
    ),
    Case(
        what="an aggregate in WHERE asks of no row",
        draft="SELECT animal_id, SUM(fee) AS spent FROM visits WHERE spent > 5 GROUP BY animal_id",
        mended=None,
        dialect=POSTGRES,
    ),
    Case(
        what="a window function can be asked about nowhere",
        draft="SELECT id, row_number() OVER (ORDER BY fee) AS place FROM visits WHERE place = 1",
        mended=None,
        dialect=POSTGRES,
    ),
    Case(
        what="an alias of the query around isn't seen from within",
        draft="SELECT fee AS paid_in FROM visits WHERE id IN (SELECT id FROM animals WHERE paid_in > 1)",
        mended=None,
        dialect=POSTGRES,
    ),
    Case(
        what="the alias of the very query in brackets is meant",
        draft="SELECT name FROM animals WHERE id IN (SELECT animal_id AS a FROM visits WHERE a > 1)",
        mended="SELECT name FROM animals WHERE id IN (SELECT animal_id AS a FROM visits WHERE (animal_id) > 1)",
        dialect=POSTGRES,
    ),
    Case(
        what="all or nothing: another name is unknown",
        draft="SELECT fee * 2 AS twice FROM visits WHERE twice > 5 AND thrice < 9",
        mended=None,
        dialect=POSTGRES,
    ),
    Case(
        what="a name with a table before it is no alias",
        draft="SELECT fee * 2 AS twice FROM visits v WHERE v.twice > 5",
        mended=None,
        dialect=SQLITE,
    ),
)
