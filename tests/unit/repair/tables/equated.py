"""Of `equated`: a column that several tables have, where the joins make it the same in all of them."""

from tests.unit.repair.case import Case

CASES = (
    Case(
        what="an inner join equates the two",
        draft="SELECT animal_id FROM visits v JOIN chips c ON v.animal_id = c.animal_id",
        mended="SELECT v.animal_id FROM visits v JOIN chips c ON v.animal_id = c.animal_id",
    ),
    Case(
        what="a condition of WHERE equates them too",
        draft="SELECT animal_id FROM visits v, chips c WHERE v.animal_id = c.animal_id",
        mended="SELECT v.animal_id FROM visits v, chips c WHERE v.animal_id = c.animal_id",
    ),
    Case(
        what="by way of a third table",
        draft="SELECT animal_id FROM visits JOIN animals ON visits.animal_id = animals.id"
        " JOIN chips ON chips.animal_id = animals.id",
        mended="SELECT visits.animal_id FROM visits JOIN animals ON visits.animal_id = animals.id"
        " JOIN chips ON chips.animal_id = animals.id",
    ),
    Case(
        what="in every clause that names it",
        draft="SELECT animal_id, COUNT(*) FROM visits v JOIN chips c ON v.animal_id = c.animal_id"
        " GROUP BY animal_id ORDER BY animal_id",
        mended="SELECT v.animal_id, COUNT(*) FROM visits v JOIN chips c ON v.animal_id = c.animal_id"
        " GROUP BY v.animal_id ORDER BY v.animal_id",
    ),
    Case(
        what="an outer join keeps the side that is always there",
        draft="SELECT animal_id FROM chips c RIGHT JOIN visits v ON v.animal_id = c.animal_id",
        mended="SELECT v.animal_id FROM chips c RIGHT JOIN visits v ON v.animal_id = c.animal_id",
    ),
    Case(
        what="a table whose name needs quotes",
        draft='SELECT animal_id FROM "wait list" JOIN chips ON "wait list".animal_id = chips.animal_id',
        mended='SELECT "wait list".animal_id FROM "wait list"'
        ' JOIN chips ON "wait list".animal_id = chips.animal_id',
    ),
    Case(
        what="in a subquery",
        draft="SELECT name FROM animals WHERE id IN"
        " (SELECT animal_id FROM visits v JOIN chips c ON v.animal_id = c.animal_id)",
        mended="SELECT name FROM animals WHERE id IN"
        " (SELECT v.animal_id FROM visits v JOIN chips c ON v.animal_id = c.animal_id)",
    ),
    Case(
        what="a count over an outer join differs by the side",
        draft="SELECT COUNT(animal_id) FROM visits v LEFT JOIN chips c ON v.animal_id = c.animal_id",
        mended=None,
    ),
    Case(
        what="no condition equates them",
        draft="SELECT name FROM animals a JOIN owners o ON o.id = a.owner",
        mended=None,
    ),
    Case(
        what="the condition is one of several that need not hold",
        draft="SELECT animal_id FROM visits v JOIN chips c ON v.animal_id = c.animal_id OR c.number = v.paid",
        mended=None,
    ),
    Case(
        what="all or nothing: one of two is equated",
        draft="SELECT animal_id, name FROM visits v JOIN chips c ON v.animal_id = c.animal_id"
        " JOIN animals a ON a.id = v.animal_id JOIN owners o ON o.id = a.owner",
        mended=None,
    ),
)
