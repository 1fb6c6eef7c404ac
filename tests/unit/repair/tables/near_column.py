"""Of `near_column`: a column that doesn't exist, where one name alone of the tables at hand looks like it."""

from tests.unit.repair.case import Case

from rejoinder.terms.policy import Access

CASES = (
    Case(
        what="in another style",
        draft="SELECT speciesCode FROM animals",
        mended="SELECT species_code FROM animals",
        caveat="`speciesCode` was read as the column `species_code`",
    ),
    Case(
        what="misspelt, with a qualifier",
        draft="SELECT c.implantd FROM chips c",
        mended="SELECT c.implanted FROM chips c",
        caveat="`implantd` was read as the column `implanted`",
    ),
    Case(
        what="a name that needs quotes gets them",
        draft='SELECT place_no FROM "wait list"',
        mended='SELECT "place no" FROM "wait list"',
        caveat="the column `place no`",
    ),
    Case(
        what="a quoted name stays quoted",
        draft='SELECT "c"."implantd" FROM chips AS "c"',
        mended='SELECT "c"."implanted" FROM chips AS "c"',
        caveat="the column `implanted`",
    ),
    Case(
        what="in every clause that names it",
        draft="SELECT speciesCode, COUNT(*) FROM animals GROUP BY speciesCode",
        mended="SELECT species_code, COUNT(*) FROM animals GROUP BY species_code",
        caveat="the column `species_code`",
    ),
    Case(
        what="of a common table expression",
        draft="WITH dear AS (SELECT fee AS highest_fee FROM visits) SELECT highestfee FROM dear",
        mended="WITH dear AS (SELECT fee AS highest_fee FROM visits) SELECT highest_fee FROM dear",
        caveat="the column `highest_fee`",
    ),
    Case(
        what="of the query around it",
        draft="SELECT number FROM chips c WHERE EXISTS (SELECT 1 FROM visits v WHERE v.day > c.implantd)",
        mended="SELECT number FROM chips c WHERE EXISTS (SELECT 1 FROM visits v WHERE v.day > c.implanted)",
        caveat="the column `implanted`",
    ),
    Case(
        what="ownership comes first: another table has a column of that very name",
        draft="SELECT implanted FROM visits",
        mended=None,
    ),
    Case(
        what="nothing looks like it",
        draft="SELECT colour FROM animals",
        mended=None,
    ),
    Case(
        what="two names look like it",
        draft="SELECT fee_nots FROM (SELECT 1 AS fee_note, 2 AS fee_not)",
        mended=None,
    ),
    Case(
        what="all or nothing: nothing looks like one of two",
        draft="SELECT implantd, colour FROM chips",
        mended=None,
    ),
    Case(
        what="the one that looks like it is hidden",
        draft="SELECT implantd FROM chips",
        mended=None,
        access=Access(hide_columns=("chips.implanted",)),
    ),
)
