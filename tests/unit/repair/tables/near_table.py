"""Of `near_table`: a table that doesn't exist, where one name alone looks like it."""

from tests.unit.repair.case import Case

from rejoinder.terms.policy import Access

CASES = (
    Case(
        what="in the singular",
        draft="SELECT name FROM animal",
        mended="SELECT name FROM animals",
        caveat="`animal` was read as the table `animals`",
    ),
    Case(
        what="a table that qualifies its columns keeps the drafted name",
        draft="SELECT animal.name FROM animal",
        mended="SELECT animal.name FROM animals AS animal",
        caveat="`animal` was read as the table `animals`",
    ),
    Case(
        what="with an alias",
        draft="SELECT a.name FROM animal AS a",
        mended="SELECT a.name FROM animals AS a",
        caveat="the table `animals`",
    ),
    Case(
        what="a name that needs quotes gets them",
        draft="SELECT animal_id FROM wait_list",
        mended='SELECT animal_id FROM "wait list"',
        caveat="the table `wait list`",
    ),
    Case(
        what="a quoted name stays quoted",
        draft='SELECT name FROM "Animal"',
        mended='SELECT name FROM "animals"',
        caveat="the table `animals`",
    ),
    Case(
        what="several tables at once",
        draft="SELECT a.name FROM animal a JOIN owner o ON o.id = a.owner",
        mended="SELECT a.name FROM animals a JOIN owners o ON o.id = a.owner",
        caveat="the table `owners`",
    ),
    Case(
        what="in a subquery",
        draft="SELECT name FROM owners WHERE id IN (SELECT owner FROM animal)",
        mended="SELECT name FROM owners WHERE id IN (SELECT owner FROM animals)",
        caveat="the table `animals`",
    ),
    Case(
        what="in a common table expression",
        draft="WITH dear AS (SELECT fee FROM visit) SELECT MAX(fee) FROM dear",
        mended="WITH dear AS (SELECT fee FROM visits) SELECT MAX(fee) FROM dear",
        caveat="the table `visits`",
    ),
    Case(
        what="all or nothing: nothing looks like one of two",
        draft="SELECT a.name FROM animal a JOIN invoices i ON i.animal = a.id",
        mended=None,
    ),
    Case(
        what="another schema is another matter",
        draft="SELECT name FROM archive.animal",
        mended=None,
    ),
    Case(
        what="the one that looks like it is denied",
        draft="SELECT number FROM chip",
        mended=None,
        access=Access(deny_tables=("chips",)),
    ),
    Case(
        what="the one that looks like it is hidden",
        draft="SELECT number FROM chip",
        mended=None,
        access=Access(hide_tables=("chips",)),
    ),
)
