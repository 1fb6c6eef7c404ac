"""Of `group_key`: columns that the grouped key determines."""

from tests.unit.repair.case import Case
from tests.unit.repair.clinic import POSTGRES

from rejoinder.terms.classes import Defect

_UNGROUPED = (Defect.GROUPING, "")

CASES = (
    Case(
        what="a column of a table whose key a join equates with what is grouped by",
        draft="SELECT a.name, SUM(v.fee) FROM visits v JOIN animals a ON a.id = v.animal_id GROUP BY v.animal_id",
        mended="SELECT a.name, SUM(v.fee) FROM visits v JOIN animals a ON a.id = v.animal_id"
        " GROUP BY v.animal_id, a.name",
        dialect=POSTGRES,
        refused=_UNGROUPED,
    ),
    Case(
        what="several columns, in the order of the text, HAVING and ORDER BY too",
        draft="SELECT a.name, COUNT(*) FROM animals a GROUP BY a.id HAVING a.owner > 1 ORDER BY a.born",
        mended="SELECT a.name, COUNT(*) FROM animals a GROUP BY a.id, a.name, a.owner, a.born HAVING a.owner > 1"
        " ORDER BY a.born",
        dialect=POSTGRES,
        refused=_UNGROUPED,
    ),
    Case(
        what="a key that is grouped by as the first column, or by its alias",
        draft="SELECT a.id AS i, a.name, (SELECT COUNT(*) FROM visits) FROM animals a GROUP BY 1",
        mended="SELECT a.id AS i, a.name, (SELECT COUNT(*) FROM visits) FROM animals a GROUP BY 1, a.name",
        dialect=POSTGRES,
        refused=_UNGROUPED,
    ),
    Case(
        what="what is aggregated or grouped by already is left alone",
        draft="SELECT upper(a.name), MAX(a.born), a.owner FROM animals a GROUP BY upper(a.name), a.id",
        mended="SELECT upper(a.name), MAX(a.born), a.owner FROM animals a GROUP BY upper(a.name), a.id, a.owner",
        dialect=POSTGRES,
        refused=_UNGROUPED,
    ),
    Case(
        what="a name doesn't determine the rest",
        draft="SELECT a.name, a.born, COUNT(*) FROM animals a GROUP BY a.name",
        mended=None,
        dialect=POSTGRES,
        refused=_UNGROUPED,
    ),
    Case(
        what="the other side of the join has many rows for one",
        draft="SELECT v.fee, COUNT(*) FROM animals a JOIN visits v ON a.id = v.animal_id GROUP BY a.id",
        mended=None,
        dialect=POSTGRES,
        refused=_UNGROUPED,
    ),
    Case(
        what="an outer join may leave the table without a row",
        draft="SELECT a.name, COUNT(*) FROM visits v LEFT JOIN animals a ON a.id = v.animal_id AND v.fee > 1"
        " GROUP BY v.animal_id",
        mended=None,
        dialect=POSTGRES,
        refused=_UNGROUPED,
    ),
    Case(
        what="all or nothing: one of two isn't determined",
        draft="SELECT a.name, v.fee, COUNT(*) FROM animals a JOIN visits v ON a.id = v.animal_id GROUP BY a.id",
        mended=None,
        dialect=POSTGRES,
        refused=_UNGROUPED,
    ),
    Case(
        what="without GROUP BY there is one group, of which no key speaks",
        draft="SELECT a.name, COUNT(*) FROM animals a",
        mended=None,
        dialect=POSTGRES,
        refused=_UNGROUPED,
    ),
)
