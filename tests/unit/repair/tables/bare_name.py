"""Of `bare_name`: a name that needs quotes, written without them."""

from tests.unit.repair.case import Case

from rejoinder.terms.policy import Access

CASES = (
    Case(
        what="a column of two words, where one may stand",
        draft='SELECT MAX(place no) FROM "wait list"',
        mended='SELECT MAX("place no") FROM "wait list"',
    ),
    Case(
        what="with a qualifier and in another layout",
        draft='SELECT w.animal_id FROM "wait list" w WHERE w.Asked   ON > 1',
        mended='SELECT w.animal_id FROM "wait list" w WHERE w."asked on" > 1',
    ),
    Case(
        what="a table and its columns at once",
        draft="SELECT COUNT(*) FROM wait list WHERE place no = 1 AND asked on > 1",
        mended='SELECT COUNT(*) FROM "wait list" WHERE "place no" = 1 AND "asked on" > 1',
    ),
    Case(
        what="what reads as a name and its alias",
        draft='SELECT place no, animal_id FROM "wait list"',
        mended='SELECT "place no", animal_id FROM "wait list"',
    ),
    Case(
        what="a table that reads as a name and its alias",
        draft="SELECT animal_id FROM wait list",
        mended='SELECT animal_id FROM "wait list"',
    ),
    Case(
        what="in a subquery and in a common table expression",
        draft="WITH w AS (SELECT animal_id FROM wait list) SELECT name FROM animals WHERE id IN"
        " (SELECT animal_id FROM wait list) AND id IN (SELECT animal_id FROM w)",
        mended='WITH w AS (SELECT animal_id FROM "wait list") SELECT name FROM animals WHERE id IN'
        ' (SELECT animal_id FROM "wait list") AND id IN (SELECT animal_id FROM w)',
    ),
    Case(
        what="a text and a comment keep their words",
        draft="SELECT 'place no' FROM \"wait list\" /* place no */ WHERE MAX(place no) = 'place no' GROUP BY (",
        mended=None,
    ),
    Case(
        what="what is quoted already",
        draft='SELECT MAX("place no"), MAX(asked on) FROM "wait list" -- asked on',
        mended='SELECT MAX("place no"), MAX("asked on") FROM "wait list" -- asked on',
    ),
    Case(
        what="words that are no name",
        draft='SELECT MAX(place number) FROM "wait list"',
        mended=None,
    ),
    Case(
        what="a column of a table that the draft doesn't name",
        draft="SELECT MAX(place no) FROM animals",
        mended=None,
    ),
    Case(
        what="another fault remains",
        draft='SELECT MAX(place no) FROM "wait list" WHERE WHERE',
        mended=None,
    ),
    Case(
        what="the column is hidden from the asker",
        draft='SELECT MAX(place no) FROM "wait list"',
        mended=None,
        access=Access(hide_columns=("wait list.place no",)),
    ),
)
