"""Of `metadata`: SHOW, DESCRIBE and the like, answered from the catalog."""

from tests.unit.repair.case import Case
from tests.unit.repair.clinic import MYSQL, POSTGRES, SPARK

from rejoinder.terms.policy import Access

SEEN = "as you may see it"
SPECIES = (
    "SELECT 1 AS ordinal_position, 'code' AS column_name, 'TEXT' AS data_type, 'NO' AS is_nullable"
    " UNION ALL SELECT 2, 'label', 'TEXT', 'YES' UNION ALL SELECT 3, 'legs', 'INTEGER', 'YES' ORDER BY 1"
)
TWO = Access(allow_tables=("chips", "payroll"))

CASES = (
    Case(what="DESCRIBE", draft="DESCRIBE species", mended=SPECIES, caveat=SEEN),
    Case(what="DESC, ended by a semicolon", draft="DESC species;", mended=SPECIES, caveat=SEEN),
    Case(what="in letters of its own", draft="describe Species", mended=SPECIES, caveat=SEEN),
    Case(what="DESCRIBE TABLE", draft="DESCRIBE TABLE species", mended=SPECIES, caveat=SEEN, dialect=SPARK),
    Case(
        what="SHOW COLUMNS",
        draft="SHOW FULL COLUMNS FROM species",
        mended=SPECIES,
        caveat=SEEN,
        dialect=MYSQL,
    ),
    Case(
        what="a quoted table",
        draft="SHOW COLUMNS FROM `wait list`",
        mended="SELECT 1 AS ordinal_position, 'place no' AS column_name, 'INTEGER' AS data_type,"
        " 'NO' AS is_nullable UNION ALL SELECT 2, 'animal_id', 'INTEGER', 'NO'"
        " UNION ALL SELECT 3, 'asked on', 'DATE', 'YES' ORDER BY 1",
        caveat=SEEN,
        dialect=MYSQL,
    ),
    Case(
        what="only what the asker may see of a table",
        draft="DESCRIBE species",
        mended="SELECT 1 AS ordinal_position, 'code' AS column_name, 'TEXT' AS data_type, 'NO' AS is_nullable"
        " ORDER BY 1",
        access=Access(deny_columns=("species.label",), hide_columns=("species.legs",)),
        caveat=SEEN,
    ),
    Case(
        what="only the tables that the asker may see",
        draft="SHOW TABLES",
        mended="SELECT '' AS table_schema, 'chips' AS table_name UNION ALL SELECT '', 'payroll' ORDER BY 1",
        access=TWO,
        caveat=SEEN,
    ),
    Case(
        what="schemas",
        draft="SHOW DATABASES",
        mended="SELECT '' AS schema_name ORDER BY 1",
        access=TWO,
        caveat=SEEN,
    ),
    Case(what="a table that there isn't", draft="DESCRIBE nonesuch", mended=None),
    Case(
        what="a table that is hidden",
        draft="DESCRIBE payroll",
        mended=None,
        access=Access(hide_tables=("payroll",)),
    ),
    Case(what="a schema that there isn't", draft="SHOW TABLES FROM nonesuch", mended=None),
    Case(what="what only the engine knows", draft="SHOW work_mem", mended=None, dialect=POSTGRES),
    Case(what="a pattern", draft="SHOW TABLES LIKE 'c%'", mended=None, dialect=MYSQL),
    Case(what="a query", draft="DESCRIBE SELECT 1", mended=None),
    Case(what="two tables", draft="DESCRIBE species, chips", mended=None),
    Case(what="a word alone", draft="DESCRIBE", mended=None),
)
