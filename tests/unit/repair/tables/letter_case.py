"""Of `letter_case`: a name in another case of letters than it is stored in."""

from tests.unit.repair.case import Case
from tests.unit.repair.clinic import MYSQL, POSTGRES, SNOWFLAKE

from rejoinder.terms.policy import Access

CASES = (
    Case(
        what="a bare column that the dialect folds",
        draft='SELECT bedCount FROM "Wards"',
        mended='SELECT "bedCount" FROM "Wards"',
        dialect=POSTGRES,
    ),
    Case(
        what="with a qualifier",
        draft='SELECT w.BEDCOUNT FROM "Wards" w',
        mended='SELECT w."bedCount" FROM "Wards" w',
        dialect=POSTGRES,
    ),
    Case(
        what="a table",
        draft="SELECT 1 FROM Wards AS w",
        mended='SELECT 1 FROM "Wards" AS w',
        dialect=POSTGRES,
    ),
    Case(
        what="a table that qualifies its columns keeps the drafted name",
        draft='SELECT Wards."bedCount" FROM Wards',
        mended='SELECT Wards."bedCount" FROM "Wards" AS Wards',
        dialect=POSTGRES,
    ),
    Case(
        what="a name in quotes that is stored in small letters",
        draft='SELECT "Name" FROM animals',
        mended='SELECT "name" FROM animals',
        dialect=POSTGRES,
    ),
    Case(
        what="small letters where the dialect folds to capitals",
        draft='SELECT name FROM "animals"',
        mended='SELECT "name" FROM "animals"',
        dialect=SNOWFLAKE,
    ),
    Case(
        what="a table where the engine tells the case of tables alone",
        draft="SELECT BEDCOUNT FROM wards",
        mended="SELECT BEDCOUNT FROM Wards",
        dialect=MYSQL,
    ),
    Case(
        what="in a subquery and in a common table expression",
        draft='WITH w AS (SELECT bedCount AS beds FROM "Wards") SELECT beds FROM w WHERE beds >'
        ' (SELECT AVG(bedCount) FROM "Wards")',
        mended='WITH w AS (SELECT "bedCount" AS beds FROM "Wards") SELECT beds FROM w WHERE beds >'
        ' (SELECT AVG("bedCount") FROM "Wards")',
        dialect=POSTGRES,
    ),
    Case(
        what="two tables of the query have such a name",
        draft='SELECT Number FROM "Wards" w JOIN "Wards" v ON v.animal = w.animal',
        mended=None,
        dialect=POSTGRES,
    ),
    Case(
        what="another name",
        draft='SELECT beds FROM "Wards"',
        mended=None,
        dialect=POSTGRES,
    ),
    Case(
        what="another schema is another matter",
        draft="SELECT 1 FROM archive.Wards",
        mended=None,
        dialect=POSTGRES,
    ),
    Case(
        what="the name is hidden from the asker",
        draft='SELECT bedCount FROM "Wards"',
        mended=None,
        dialect=POSTGRES,
        access=Access(hide_columns=("Wards.bedCount",)),
    ),
)
