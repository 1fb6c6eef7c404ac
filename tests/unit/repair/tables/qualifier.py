"""Of `qualifier`: a column with the qualifier of a table that lacks it."""

from tests.unit.repair.case import Case

from rejoinder.terms.policy import Access

CASES = (
    Case(
        what="one other table of the query has the column",
        draft="SELECT a.city FROM animals a JOIN owners o ON o.id = a.owner",
        mended="SELECT o.city FROM animals a JOIN owners o ON o.id = a.owner",
    ),
    Case(
        what="without aliases the tables' own names qualify",
        draft="SELECT animals.city FROM animals JOIN owners ON owners.id = animals.owner",
        mended="SELECT owners.city FROM animals JOIN owners ON owners.id = animals.owner",
    ),
    Case(
        what="a quoted qualifier stays quoted",
        draft='SELECT "a"."city" FROM animals AS "a" JOIN owners AS "o" ON "o".id = "a".owner',
        mended='SELECT "o"."city" FROM animals AS "a" JOIN owners AS "o" ON "o".id = "a".owner',
    ),
    Case(
        what="an owner whose name needs quotes gets them",
        draft='SELECT a."place no" FROM animals a JOIN "wait list" ON "wait list".animal_id = a.id',
        mended='SELECT "wait list"."place no" FROM animals a JOIN "wait list" ON "wait list".animal_id = a.id',
    ),
    Case(
        what="the owner is a derived table",
        draft="SELECT a.n FROM animals a JOIN (SELECT animal_id, COUNT(*) AS n FROM visits GROUP BY 1) v"
        " ON v.animal_id = a.id",
        mended="SELECT v.n FROM animals a JOIN (SELECT animal_id, COUNT(*) AS n FROM visits GROUP BY 1) v"
        " ON v.animal_id = a.id",
    ),
    Case(
        what="the owner is a common table expression",
        draft="WITH dear AS (SELECT animal_id, fee FROM visits) SELECT a.fee FROM animals a"
        " JOIN dear d ON d.animal_id = a.id",
        mended="WITH dear AS (SELECT animal_id, fee FROM visits) SELECT d.fee FROM animals a"
        " JOIN dear d ON d.animal_id = a.id",
    ),
    Case(
        what="several columns are mended at once",
        draft="SELECT a.city, a.phone FROM animals a JOIN owners o ON o.id = a.owner",
        mended="SELECT o.city, o.phone FROM animals a JOIN owners o ON o.id = a.owner",
    ),
    Case(
        what="each arm of a set operation by its own tables",
        draft="SELECT a.city FROM animals a JOIN owners o ON o.id = a.owner UNION"
        " SELECT a.wage FROM animals a JOIN vets v ON v.id = a.vet_id",
        mended="SELECT o.city FROM animals a JOIN owners o ON o.id = a.owner UNION"
        " SELECT v.wage FROM animals a JOIN vets v ON v.id = a.vet_id",
    ),
    Case(
        what="inside a subquery, the tables of the subquery",
        draft="SELECT name FROM owners WHERE id IN"
        " (SELECT v.owner FROM visits v JOIN animals a ON a.id = v.animal_id)",
        mended="SELECT name FROM owners WHERE id IN"
        " (SELECT a.owner FROM visits v JOIN animals a ON a.id = v.animal_id)",
    ),
    Case(
        what="two tables have it, and an inner join makes them the same",
        draft="SELECT s.animal_id FROM species s JOIN animals a ON a.species_code = s.code"
        " JOIN visits v ON v.animal_id = a.id JOIN chips c ON c.animal_id = v.animal_id",
        mended="SELECT v.animal_id FROM species s JOIN animals a ON a.species_code = s.code"
        " JOIN visits v ON v.animal_id = a.id JOIN chips c ON c.animal_id = v.animal_id",
    ),
    Case(
        what="two tables have it and nothing makes them the same",
        draft="SELECT v.name FROM visits v JOIN animals a ON a.id = v.animal_id JOIN owners o ON o.id = a.owner",
        mended=None,
    ),
    Case(
        what="all or nothing: one of two columns could be either table's",
        draft="SELECT v.name, v.city FROM visits v JOIN animals a ON a.id = v.animal_id"
        " JOIN owners o ON o.id = a.owner",
        mended=None,
    ),
    Case(
        what="a column that no table of the query has",
        draft="SELECT a.wage FROM animals a JOIN owners o ON o.id = a.owner",
        mended=None,
    ),
    Case(
        what="an alias that the query doesn't have",
        draft="SELECT o.city, x.phone FROM owners o JOIN animals a ON a.owner = o.id",
        mended="SELECT o.city, o.phone FROM owners o JOIN animals a ON a.owner = o.id",
    ),
    Case(
        what="a table that the query lacks, and that has the column",
        draft="SELECT visits.animal_id FROM chips",
        mended=None,
    ),
    Case(
        what="a condition that would compare a column with itself",
        draft="SELECT 1 FROM visits v JOIN animals a ON a.owner = v.owner",
        mended=None,
    ),
    Case(
        what="a ratio that would be of a count to itself",
        draft="SELECT CAST(COUNT(DISTINCT v.animal_id) AS REAL) * 100 / COUNT(DISTINCT a.animal_id) FROM visits v",
        mended=None,
    ),
    Case(
        what="two columns that would become one",
        draft="SELECT o.city, a.city FROM animals a JOIN owners o ON o.id = a.owner",
        mended=None,
    ),
    Case(
        what="the owner's column is hidden from the asker",
        draft="SELECT a.phone FROM animals a JOIN owners o ON o.id = a.owner",
        mended=None,
        access=Access(hide_columns=("owners.phone",)),
    ),
)
