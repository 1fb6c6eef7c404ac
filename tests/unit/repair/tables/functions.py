"""Of `functions`: a function of another dialect, where this one says exactly the same in its own way."""

from tests.unit.repair.case import Case

CASES = (
    Case(
        what="a part of a date",
        draft="SELECT YEAR(born) FROM animals",
        mended="SELECT CAST(strftime('%Y', born) AS INTEGER) FROM animals",
    ),
    Case(
        what="a part of a date in words of its own",
        draft="SELECT EXTRACT(MONTH FROM day) FROM visits",
        mended="SELECT CAST(strftime('%m', day) AS INTEGER) FROM visits",
    ),
    Case(
        what="a call inside a call",
        draft="SELECT NVL(YEAR(born), 0) FROM animals",
        mended="SELECT ifnull(CAST(strftime('%Y', born) AS INTEGER), 0) FROM animals",
    ),
    Case(
        what="several calls at once",
        draft="SELECT YEAR(day) FROM visits WHERE MONTH(day) = 2",
        mended="SELECT CAST(strftime('%Y', day) AS INTEGER) FROM visits"
        " WHERE CAST(strftime('%m', day) AS INTEGER) = 2",
    ),
    Case(
        what="a text beside a bracket and a comma inside a text",
        draft="SELECT CHARINDEX('(,', name) FROM animals",
        mended="SELECT instr(name, '(,') FROM animals",
    ),
    Case(
        what="a format of another language",
        draft="SELECT DATE_FORMAT(day, '%Y-%m-%i') FROM visits",
        mended="SELECT strftime('%Y-%m-%M', day) FROM visits",
    ),
    Case(
        what="an expression keeps its brackets beside an operator",
        draft="SELECT DIVIDE(SUM(fee) - 1, COUNT(*)) FROM visits",
        mended="SELECT (CAST(SUM(fee) - 1 AS REAL) / COUNT(*)) FROM visits",
    ),
    Case(
        what="in a subquery",
        draft="SELECT name FROM animals WHERE id IN (SELECT animal_id FROM visits WHERE DAY(day) = 5)",
        mended="SELECT name FROM animals WHERE id IN"
        " (SELECT animal_id FROM visits WHERE CAST(strftime('%d', day) AS INTEGER) = 5)",
    ),
    Case(
        what="a format that has no counterpart",
        draft="SELECT DATE_FORMAT(day, '%W') FROM visits",
        mended=None,
    ),
    Case(
        what="all or nothing: one of two functions is nobody's",
        draft="SELECT YEAR(born), ZODIAC(born) FROM animals",
        mended=None,
    ),
    Case(
        what="another number of arguments",
        draft="SELECT YEAR(born, 1) FROM animals",
        mended=None,
    ),
)
