"""Of `key_name`: a key by the name that custom gives it."""

from tests.unit.repair.case import Case

from rejoinder.terms.policy import Access

CASES = (
    Case(
        what="the table's own key after the table",
        draft="SELECT owners.owner_id FROM owners",
        mended="SELECT owners.id FROM owners",
        caveat="`owner_id` was read as the key `id`",
    ),
    Case(
        what="the key that refers to another table, after that table",
        draft="SELECT name FROM animals WHERE owner_id = 1",
        mended="SELECT name FROM animals WHERE owner = 1",
        caveat="`owner_id` was read as the key `owner`",
    ),
    Case(
        what="the column with an id more",
        draft="SELECT v.name FROM vets v WHERE v.reportsToID = 7",
        mended="SELECT v.name FROM vets v WHERE v.reports_to = 7",
        caveat="`reportsToID` was read as the key `reports_to`",
    ),
    Case(
        what="in another style",
        draft="SELECT chipNumber FROM chips",
        mended="SELECT number FROM chips",
        caveat="`chipNumber` was read as the key `number`",
    ),
    Case(
        what="a name that needs quotes gets them",
        draft='SELECT wait_list_place_no FROM "wait list"',
        mended='SELECT "place no" FROM "wait list"',
        caveat="the key `place no`",
    ),
    Case(
        what="both sides of a join",
        draft="SELECT a.name FROM animals a JOIN owners o ON a.owner_id = o.owner_id",
        mended="SELECT a.name FROM animals a JOIN owners o ON a.owner = o.id",
        caveat="the key `owner`",
    ),
    Case(
        what="in a subquery and in a common table expression",
        draft="WITH rich AS (SELECT owner_id FROM owners) SELECT 1 FROM animals WHERE owner IN"
        " (SELECT owner_id FROM owners)",
        mended="WITH rich AS (SELECT id FROM owners) SELECT 1 FROM animals WHERE owner IN"
        " (SELECT id FROM owners)",
        caveat="the key `id`",
    ),
    Case(
        what="two keys answer to the name",
        draft="SELECT referrals.vet_id FROM referrals",
        mended=None,
    ),
    Case(
        what="two tables of the query have such a key",
        draft="SELECT owner_id FROM animals JOIN owners ON animals.owner = owners.id",
        mended=None,
    ),
    Case(
        what="a column that is no key",
        draft="SELECT owner_city FROM owners",
        mended=None,
    ),
    Case(
        what="all or nothing: one of two is no key",
        draft="SELECT owner_id, owner_city FROM owners",
        mended=None,
    ),
    Case(
        what="the key is hidden from the asker",
        draft="SELECT owner_id FROM animals",
        mended=None,
        access=Access(hide_columns=("animals.owner",)),
    ),
    Case(
        what="the table that it refers to is hidden: its name explains nothing",
        draft="SELECT vet_id_id, species_id FROM animals",
        mended=None,
        access=Access(hide_tables=("species",)),
    ),
)
