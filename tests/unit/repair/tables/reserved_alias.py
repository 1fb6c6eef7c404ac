"""Of `reserved_alias`: words of the grammar as aliases."""

from tests.unit.repair.case import Case
from tests.unit.repair.clinic import POSTGRES

from rejoinder.terms.classes import Defect

CASES = (
    Case(
        what="a column that is called by a word of the grammar, and put in order by it",
        draft="SELECT name, COUNT(*) AS order FROM animals GROUP BY name ORDER BY order DESC",
        mended='SELECT name, COUNT(*) AS "order" FROM animals GROUP BY name ORDER BY "order" DESC',
    ),
    Case(
        what="a table that is called by one, with AS and without",
        draft="SELECT to.name FROM animals to JOIN owners AS group ON group.id = to.owner",
        mended='SELECT "to".name FROM animals "to" JOIN owners AS "group" ON "group".id = "to".owner',
    ),
    Case(
        what="a column of a query inside",
        draft="SELECT t.check FROM (SELECT id AS check FROM animals) t",
        mended='SELECT t."check" FROM (SELECT id AS "check" FROM animals) t',
    ),
    Case(
        what="every spelling of the alias stays one name where names are folded",
        draft="SELECT Order.name FROM animals AS order",
        mended='SELECT "order".name FROM animals AS "order"',
        dialect=POSTGRES,
        refused=(Defect.SYNTAX, ""),
    ),
    Case(
        what="an alias that is no such word is another fault",
        draft="SELECT name AS n FROM animals WHERE name = 'a' ORDER BY n LIMIT",
        mended=None,
    ),
    Case(
        what="an alias in quotes is right as it is",
        draft='SELECT name AS "order", MAX(1, 2) FILTER (WHERE 1) FROM animals',
        mended=None,
    ),
)
