"""Of `quoting`: quotes and backslashes as other languages write them."""

from tests.unit.repair.case import Case

CASES = (
    Case(
        what="a backslash before an apostrophe",
        draft="SELECT id FROM animals WHERE name = 'O\\'Mally'",
        mended="SELECT id FROM animals WHERE name = 'O''Mally'",
    ),
    Case(
        what="a bare apostrophe between two letters",
        draft="SELECT id FROM animals WHERE name = 'O'Mally'",
        mended="SELECT id FROM animals WHERE name = 'O''Mally'",
    ),
    Case(
        what="an apostrophe between letters of another script",
        draft="SELECT id FROM animals WHERE name = 'д'Арк'",
        mended="SELECT id FROM animals WHERE name = 'д''Арк'",
    ),
    Case(
        what="several of them",
        draft="SELECT id FROM animals WHERE name IN ('O'Mally', 'O\\'Hara')",
        mended="SELECT id FROM animals WHERE name IN ('O''Mally', 'O''Hara')",
    ),
    Case(
        what="names with the backslashes of Markdown",
        draft="SELECT animals.species\\_code FROM animals",
        mended="SELECT animals.species_code FROM animals",
    ),
    Case(
        what="both at once",
        draft="SELECT species\\_code FROM animals WHERE name = 'O\\'Mally'",
        mended="SELECT species_code FROM animals WHERE name = 'O''Mally'",
    ),
    Case(
        what="a text that was never closed",
        draft="SELECT id FROM animals WHERE name = 'O",
        mended=None,
    ),
    Case(
        what="a backslash in a text that can be read is part of it",
        draft="SELECT id FROM animals WHERE name = 'a\\_b' AND colour = 1",
        mended=None,
    ),
    Case(
        what="another fault beside the apostrophe",
        draft="SELECT id FROM animals WHERE WHERE name = 'O'Mally'",
        mended=None,
    ),
)
