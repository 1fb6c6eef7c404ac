"""Of `foreign`: syntax of another dialect, which is the same tree in this one."""

from tests.unit.repair.case import Case

CASES = (
    Case(
        what="TOP is LIMIT",
        draft="SELECT TOP 2 name FROM animals ORDER BY name",
        mended="SELECT name FROM animals ORDER BY name LIMIT 2",
    ),
    Case(
        what="FETCH FIRST is LIMIT",
        draft="SELECT name FROM animals ORDER BY name FETCH FIRST 2 ROWS ONLY",
        mended="SELECT name FROM animals ORDER BY name LIMIT 2",
    ),
    Case(
        what="two colons are a cast",
        draft="SELECT fee::INTEGER FROM visits",
        mended="SELECT CAST(fee AS INTEGER) FROM visits",
    ),
    Case(
        what="MINUS is EXCEPT",
        draft="SELECT name FROM animals MINUS SELECT name FROM owners",
        mended="SELECT name FROM animals EXCEPT SELECT name FROM owners",
    ),
    Case(
        what="QUALIFY is a condition around a derived table",
        draft="SELECT name FROM animals QUALIFY ROW_NUMBER() OVER (PARTITION BY owner ORDER BY id) = 1",
        mended="SELECT name FROM (SELECT name, ROW_NUMBER() OVER (PARTITION BY owner ORDER BY id) AS _w"
        " FROM animals) AS _t WHERE _w = 1",
    ),
    Case(
        what="a text in double quotes with a backslash",
        draft='SELECT "it\\"s" FROM animals',
        mended="SELECT 'it\"s' FROM animals",
    ),
    Case(
        what="one dialect has another reading, which has no counterpart here",
        draft="SELECT E'a\\'b' FROM animals",
        mended=None,
    ),
    Case(
        what="what no dialect reads",
        draft="SELECT name FROM animals WHERE WHERE",
        mended=None,
    ),
    Case(
        what="what is no query in any of them",
        draft="DECLARE @x INT SELECT @x",
        mended=None,
    ),
)
