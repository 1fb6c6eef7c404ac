"""Of `lossless_cast`: types that don't meet, as PostgreSQL refuses them."""

from tests.unit.repair.case import Case
from tests.unit.repair.clinic import MYSQL, POSTGRES

from rejoinder.terms.classes import Defect

OPERATOR = (Defect.UNKNOWN_FUNCTION, "")
"""PostgreSQL says that there is no such operator, and names no function."""
_DATES = (Defect.UNKNOWN_FUNCTION, "pg_catalog.extract")
_SUM = (Defect.UNKNOWN_FUNCTION, "sum")
_ROUND = (Defect.UNKNOWN_FUNCTION, "round")

CASES = (
    Case(
        what="a part of a date that is kept as a text",
        draft="SELECT EXTRACT(YEAR FROM v.paid) FROM visits v WHERE date_part('month', paid) = 3",
        mended="SELECT EXTRACT(YEAR FROM CAST(v.paid AS timestamp)) FROM visits v"
        " WHERE date_part('month', CAST(paid AS timestamp)) = 3",
        caveat="`visits.paid` holds texts, which were read as dates.",
        dialect=POSTGRES,
        refused=_DATES,
    ),
    Case(
        what="a text that is formatted as a date",
        draft="SELECT to_char(paid, 'YYYY-MM'), date_trunc('month', paid) FROM visits",
        mended="SELECT to_char(CAST(paid AS timestamp), 'YYYY-MM'), date_trunc('month', CAST(paid AS timestamp))"
        " FROM visits",
        caveat="read as dates",
        dialect=POSTGRES,
        refused=_DATES,
    ),
    Case(
        what="a date column needs no cast",
        draft="SELECT EXTRACT(YEAR FROM day) FROM visits",
        mended=None,
        dialect=POSTGRES,
        refused=_DATES,
    ),
    Case(
        what="a number beside a column of texts is written as a text",
        draft="SELECT name FROM owners WHERE phone = 11 AND (name) <> 3",
        mended="SELECT name FROM owners WHERE phone = '11' AND (name) <> '3'",
        dialect=POSTGRES,
        refused=OPERATOR,
    ),
    Case(
        what="a column of numbers beside a column of texts is compared as a text",
        draft="SELECT o.name FROM owners o JOIN animals a ON o.phone = a.id",
        mended="SELECT o.name FROM owners o JOIN animals a ON o.phone = CAST(a.id AS text)",
        caveat="`animals.id` holds numbers, which were read as texts.",
        dialect=POSTGRES,
        refused=OPERATOR,
    ),
    Case(
        what="texts that are put in the order of numbers",
        draft="SELECT name FROM owners WHERE phone > 11 AND phone BETWEEN 1 AND 30 AND 5 <= phone",
        mended="SELECT name FROM owners WHERE CAST(phone AS numeric) > 11 AND CAST(phone AS numeric) BETWEEN 1 AND 30"
        " AND 5 <= CAST(phone AS numeric)",
        caveat="`owners.phone` holds texts, which were read as numbers.",
        dialect=POSTGRES,
        refused=OPERATOR,
    ),
    Case(
        what="texts that are reckoned with",
        draft="SELECT paid - fee_note, paid * 2, AVG(paid) FROM visits GROUP BY paid, fee_note",
        mended="SELECT CAST(paid AS numeric) - CAST(fee_note AS numeric), CAST(paid AS numeric) * 2,"
        " AVG(CAST(paid AS numeric)) FROM visits GROUP BY paid, fee_note",
        caveat="read as numbers",
        dialect=POSTGRES,
        refused=OPERATOR,
    ),
    Case(
        what="a text less a date is nothing that a number settles",
        draft="SELECT paid - day FROM visits",
        mended=None,
        dialect=POSTGRES,
        refused=OPERATOR,
    ),
    Case(
        what="the sum and the average of a condition",
        draft="SELECT SUM(fee > 3), AVG( paid = 'yes' AND fee > 1 ), SUM(fee) FROM visits",
        mended="SELECT SUM(CAST(fee > 3 AS integer)), AVG(CAST( paid = 'yes' AND fee > 1  AS integer)), SUM(fee)"
        " FROM visits",
        dialect=POSTGRES,
        refused=_SUM,
    ),
    Case(
        what="a float is rounded as an exact number",
        draft="SELECT ROUND(AVG(fee) * 1.5, 2), round(fee) FROM visits",
        mended="SELECT ROUND(CAST(AVG(fee) * 1.5 AS numeric), 2), round(fee) FROM visits",
        dialect=POSTGRES,
        refused=_ROUND,
    ),
    Case(
        what="a date that is searched as a text",
        draft="SELECT id FROM visits WHERE day LIKE '2024-01%' AND substring(day, 1, 4) = '2024'",
        mended="SELECT id FROM visits WHERE CAST(day AS text) LIKE '2024-01%'"
        " AND substring(CAST(day AS text), 1, 4) = '2024'",
        caveat="`visits.day` holds dates, which were read as texts.",
        dialect=POSTGRES,
        refused=OPERATOR,
    ),
    Case(
        what="a text that is compared with texts stays",
        draft="SELECT name FROM owners WHERE phone = '11' AND name LIKE 'A%'",
        mended=None,
        dialect=POSTGRES,
        refused=OPERATOR,
    ),
    Case(
        what="an engine that casts by itself isn't helped",
        draft="SELECT name FROM owners WHERE phone = 11",
        mended=None,
        dialect=MYSQL,
        refused=(Defect.TYPE_MISMATCH, ""),
    ),
)
