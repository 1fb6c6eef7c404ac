"""Of `key`: a column by the name that it has at the other end of a foreign key."""

from tests.unit.repair.case import Case

from rejoinder.terms.policy import Access

CASES = (
    Case(
        what="the table's own column refers to one of that name",
        draft="SELECT animals.code FROM animals",
        mended="SELECT animals.species_code FROM animals",
        caveat="`code` was read as `species_code`",
    ),
    Case(
        what="the same without a qualifier",
        draft="SELECT name, code FROM animals",
        mended="SELECT name, species_code FROM animals",
        caveat="`code` was read as `species_code`",
    ),
    Case(
        what="a join on the referring table's name for it",
        draft="SELECT a.name FROM animals a JOIN species s ON a.species_code = s.species_code",
        mended="SELECT a.name FROM animals a JOIN species s ON a.species_code = s.code",
        caveat="`species_code` was read as `code`",
    ),
    Case(
        what="the same in a subquery that reads the referring table",
        draft="SELECT label FROM species s WHERE EXISTS"
        " (SELECT 1 FROM animals a WHERE a.species_code = s.species_code)",
        mended="SELECT label FROM species s WHERE EXISTS"
        " (SELECT 1 FROM animals a WHERE a.species_code = s.code)",
        caveat="`species_code` was read as `code`",
    ),
    Case(
        what="the same bare name in a subquery, where the query around it happens to know it",
        draft="SELECT label FROM species WHERE code IN (SELECT code FROM animals GROUP BY code)",
        mended="SELECT label FROM species WHERE code IN"
        " (SELECT species_code FROM animals GROUP BY species_code)",
        caveat="`code` was read as `species_code`",
    ),
    Case(
        what="an aggregate of a column that only the query around has, which the engine refuses",
        draft="SELECT label FROM species WHERE code IN"
        " (SELECT species_code FROM animals GROUP BY species_code HAVING COUNT(code) > 1)",
        mended="SELECT label FROM species WHERE code IN"
        " (SELECT species_code FROM animals GROUP BY species_code HAVING COUNT(species_code) > 1)",
        caveat="`code` was read as `species_code`",
    ),
    Case(
        what="a quoted name stays quoted",
        draft='SELECT "a"."code" FROM animals AS "a"',
        mended='SELECT "a"."species_code" FROM animals AS "a"',
        caveat="`code` was read as `species_code`",
    ),
    Case(
        what="in each arm of a set operation",
        draft="SELECT code FROM animals UNION SELECT code FROM species",
        mended="SELECT species_code FROM animals UNION SELECT code FROM species",
        caveat="`code` was read as `species_code`",
    ),
    Case(
        what="inside a common table expression",
        draft="WITH known AS (SELECT code FROM animals) SELECT COUNT(*) FROM known",
        mended="WITH known AS (SELECT species_code FROM animals) SELECT COUNT(*) FROM known",
        caveat="`code` was read as `species_code`",
    ),
    Case(
        what="two keys could explain the name",
        draft="SELECT referrals.id, referrals.vet_id FROM referrals",
        mended=None,
    ),
    Case(
        what="two of the table's own columns refer to columns of that name",
        draft="SELECT a.id FROM visits JOIN (SELECT 1 AS x) a ON 1 = 1",
        mended=None,
    ),
    Case(
        what="a name from the far end of a table that the query doesn't read",
        draft="SELECT label FROM species WHERE species_code = 'cat'",
        mended=None,
    ),
    Case(
        what="the table at the other end is hidden from the asker",
        draft="SELECT animals.code FROM animals",
        mended=None,
        access=Access(hide_tables=("species",)),
    ),
)
