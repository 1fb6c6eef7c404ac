"""Of `stored_spelling`: a text that the column doesn't hold, where it holds one that equals it but for its form."""

from tests.unit.repair.case import Case

CASES = (
    Case(
        what="in another case",
        draft="SELECT id FROM owners WHERE city = 'graz'",
        mended="SELECT id FROM owners WHERE city = 'Graz'",
        findings=(("'graz'", ("Graz",)),),
        caveat="`table.column` holds `Graz`",
    ),
    Case(
        what="with an apostrophe",
        draft="SELECT id FROM animals WHERE name = 'o''mally'",
        mended="SELECT id FROM animals WHERE name = 'O''Mally'",
        findings=(("'o''mally'", ("O'Mally",)),),
        caveat="holds `O'Mally`",
    ),
    Case(
        what="several at once",
        draft="SELECT id FROM owners WHERE city IN ('graz', 'LINZ')",
        mended="SELECT id FROM owners WHERE city IN ('Graz', 'Linz')",
        findings=(("'graz'", ("Graz",)), ("'LINZ'", ("Linz",))),
        caveat="holds `Graz`",
    ),
    Case(
        what="one that is stored in no form stays as it is",
        draft="SELECT id FROM owners WHERE city IN ('graz', 'Rome')",
        mended="SELECT id FROM owners WHERE city IN ('Graz', 'Rome')",
        findings=(("'graz'", ("Graz",)), ("'Rome'", ())),
        caveat="holds `Graz`",
    ),
    Case(
        what="nothing comes close",
        draft="SELECT id FROM owners WHERE city = 'Rome'",
        mended=None,
        findings=(("'Rome'", ()),),
    ),
    Case(
        what="two stored values come close",
        draft="SELECT id FROM owners WHERE city = 'graz'",
        mended=None,
        findings=(("'graz'", ("Graz", "GRAZ")),),
    ),
)
