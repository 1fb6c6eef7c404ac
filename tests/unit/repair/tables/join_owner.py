"""Of `join_owner`: a column of a table that the query lacks, where one declared key alone leads to it."""

from tests.unit.repair.case import Case

from rejoinder.terms.policy import Access

JOINED = "which was joined by its key"

CASES = (
    Case(
        what="a key that is never empty joins without losing a row",
        draft="SELECT name, label FROM animals",
        mended="SELECT name, species.label FROM animals JOIN species ON animals.species_code = species.code",
        caveat=JOINED,
    ),
    Case(
        what="a key that may be empty joins by an outer join",
        draft="SELECT name, wage FROM animals",
        mended="SELECT animals.name, vets.wage FROM animals LEFT JOIN vets ON animals.vet_id = vets.id",
        caveat=JOINED,
    ),
    Case(
        what="with the qualifier of the table that the key starts from",
        draft="SELECT a.name, a.city FROM animals a",
        mended="SELECT a.name, owners.city FROM animals a JOIN owners ON a.owner = owners.id",
        caveat=JOINED,
    ),
    Case(
        what="over two hops, when there is no shorter way",
        draft="SELECT v.day, v.city FROM visits v",
        mended="SELECT v.day, owners.city FROM visits v JOIN animals ON v.animal_id = animals.id"
        " JOIN owners ON animals.owner = owners.id",
        caveat="`animals` and `owners`",
    ),
    Case(
        what="one join for several columns of the table",
        draft="SELECT a.city FROM animals a WHERE a.phone = '11'",
        mended="SELECT owners.city FROM animals a JOIN owners ON a.owner = owners.id WHERE owners.phone = '11'",
        caveat=JOINED,
    ),
    Case(
        what="bare columns that both tables have are told apart",
        draft="SELECT id, label FROM animals ORDER BY id",
        mended="SELECT id, species.label FROM animals JOIN species ON animals.species_code = species.code"
        " ORDER BY id",
        caveat=JOINED,
    ),
    Case(
        what="behind another table, in brackets with the table that it is joined to",
        draft="SELECT v.day, a.label FROM visits v JOIN animals a ON a.id = v.animal_id",
        mended="SELECT v.day, species.label FROM visits v JOIN (animals a JOIN species"
        " ON a.species_code = species.code) ON a.id = v.animal_id",
        caveat=JOINED,
    ),
    Case(
        what="in the subquery that lacks the column",
        draft="SELECT name FROM owners WHERE id IN (SELECT owner FROM animals WHERE legs = 2)",
        mended="SELECT name FROM owners WHERE id IN (SELECT owner FROM animals JOIN species"
        " ON animals.species_code = species.code WHERE species.legs = 2)",
        caveat=JOINED,
    ),
    Case(
        what="inside a common table expression",
        draft="WITH known AS (SELECT label FROM animals) SELECT * FROM known",
        mended="WITH known AS (SELECT species.label FROM animals JOIN species"
        " ON animals.species_code = species.code) SELECT * FROM known",
        caveat=JOINED,
    ),
    Case(
        what="a name that is taken gets a number",
        draft="SELECT species.name, species.label FROM animals AS species",
        mended="SELECT species.name, species_2.label FROM animals AS species JOIN species AS species_2"
        " ON species.species_code = species_2.code",
        caveat=JOINED,
    ),
    Case(
        what="a key in the other direction that is unique",
        draft="SELECT name, number FROM animals",
        mended="SELECT name, chips.number FROM animals LEFT JOIN chips ON animals.id = chips.animal_id",
        caveat=JOINED,
    ),
    Case(
        what="a table that the draft names and doesn't read",
        draft="SELECT animals.name, owners.city FROM animals WHERE owners.phone = '11'",
        mended="SELECT animals.name, owners.city FROM animals JOIN owners ON animals.owner = owners.id"
        " WHERE owners.phone = '11'",
        caveat=JOINED,
    ),
    Case(
        what="such a table, though another of the query has a column of that name",
        draft="SELECT v.day, animals.name FROM visits v JOIN (SELECT 1 AS name) x ON v.id = x.name",
        mended="SELECT v.day, animals.name FROM visits v JOIN animals ON v.animal_id = animals.id"
        " JOIN (SELECT 1 AS name) x ON v.id = x.name",
        caveat=JOINED,
    ),
    Case(
        what="such a table, to which two keys lead",
        draft="SELECT referrals.id, vets.name FROM referrals",
        mended=None,
    ),
    Case(
        what="such a table, whose rows are several",
        draft="SELECT animals.name, visits.fee FROM animals",
        mended=None,
    ),
    Case(
        what="an alias of nothing",
        draft="SELECT a.name, x.city FROM animals a",
        mended=None,
    ),
    Case(
        what="several rows may refer to one: the grain would change",
        draft="SELECT name, fee FROM animals",
        mended=None,
    ),
    Case(
        what="two keys lead to the table",
        draft="SELECT id, wage FROM referrals",
        mended=None,
    ),
    Case(
        what="two tables own a column of that name",
        draft="SELECT v.day, v.name FROM visits v",
        mended=None,
    ),
    Case(
        what="all or nothing: one of two columns is nowhere",
        draft="SELECT name, label, colour FROM animals",
        mended=None,
    ),
    Case(
        what="a bare star would show the joined table's columns too",
        draft="SELECT *, label FROM animals",
        mended=None,
    ),
    Case(
        what="the table that owns the column is denied",
        draft="SELECT name, label FROM animals",
        mended=None,
        access=Access(deny_tables=("species",)),
    ),
    Case(
        what="the column alone is hidden",
        draft="SELECT name, label FROM animals",
        mended=None,
        access=Access(hide_columns=("species.label",)),
    ),
    Case(
        what="the way leads through a table that is hidden",
        draft="SELECT v.day, v.city FROM visits v",
        mended=None,
        access=Access(hide_tables=("animals",)),
    ),
)
