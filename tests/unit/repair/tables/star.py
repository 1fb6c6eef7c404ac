"""Of `star`: a star over a table of which the asker may read only some columns."""

from tests.unit.repair.case import Case

from rejoinder.terms.policy import Access

NO_PHONE = Access(hide_columns=("owners.phone",), deny_columns=("owners.city",))
READ = "Only the columns that you may read are shown."

CASES = (
    Case(
        what="of the only table",
        draft="SELECT * FROM owners",
        mended="SELECT id, name FROM owners",
        access=NO_PHONE,
        caveat=READ,
    ),
    Case(
        what="of one table among others",
        draft="SELECT o.*, a.born FROM animals a JOIN owners o ON o.id = a.owner",
        mended="SELECT o.id, o.name, a.born FROM animals a JOIN owners o ON o.id = a.owner",
        access=NO_PHONE,
        caveat=READ,
    ),
    Case(
        what="of several tables at once",
        draft="SELECT * FROM owners o JOIN chips c ON c.animal_id = o.id",
        mended="SELECT o.id, o.name, c.number, c.animal_id, c.implanted FROM owners o"
        " JOIN chips c ON c.animal_id = o.id",
        access=NO_PHONE,
        caveat=READ,
    ),
    Case(
        what="USING gives its column once",
        draft="SELECT * FROM visits JOIN chips USING (animal_id)",
        mended="SELECT visits.id, visits.animal_id, visits.day, chips.number, chips.implanted"
        " FROM visits JOIN chips USING (animal_id)",
        access=Access(allow_columns=("visits.id", "visits.animal_id", "visits.day", "chips.*")),
        caveat=READ,
    ),
    Case(
        what="in a derived table and in each arm",
        draft="SELECT COUNT(*) FROM (SELECT * FROM owners UNION ALL SELECT owners.* FROM owners)",
        mended="SELECT COUNT(*) FROM (SELECT id, name FROM owners UNION ALL SELECT id, name FROM owners)",
        access=NO_PHONE,
        caveat=READ,
    ),
    Case(
        what="columns whose names need quotes",
        draft='SELECT * FROM "wait list"',
        mended='SELECT "place no", "asked on" FROM "wait list"',
        access=Access(deny_columns=("wait list.animal_id",)),
        caveat=READ,
    ),
    Case(
        what="a table that is denied as a whole is no star",
        draft="SELECT * FROM owners",
        mended=None,
        access=Access(deny_tables=("owners",)),
    ),
)
