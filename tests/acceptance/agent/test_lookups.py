"""All look-ups of one step share its time, and one for which none is left isn't made."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from rejoinder.assembly import open_connector
from rejoinder.live import Database
from rejoinder.ports import Connector
from rejoinder.terms.catalog import ColumnRef, TableRef
from rejoinder.terms.limits import LookupLimits
from rejoinder.terms.lookup import Lookup
from rejoinder.terms.policy import Access
from rejoinder.terms.result import Stored
from rejoinder.testing import ScriptedConnector

NAME = ColumnRef(TableRef("", "city"), "name")
BOTH = Lookup(columns=(NAME,), literals=("cork",), samples=(NAME,))


@dataclass
class Overheard(ScriptedConnector):
    """Notes the time that each look-up is given."""

    real: Connector
    seconds: list[float] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__(self.real)

    def values(
        self, columns: Sequence[ColumnRef], literals: Sequence[str], limits: LookupLimits
    ) -> Mapping[ColumnRef, Sequence[Stored]]:
        self.seconds.append(limits.seconds)
        return super().values(columns, literals, limits)


async def test_the_second_look_up_has_what_the_first_left(towns: Path):
    connector = Overheard(open_connector(str(towns), 1))
    database = Database(connector)
    found = await database.values(BOTH, LookupLimits(seconds=5.0), Access())
    await database.close()
    assert {stored.value for stored in found[NAME]} >= {"Cork", "Ayr"}
    first, second = connector.seconds
    assert first == 5.0
    assert 0 < second < first


async def test_without_time_nothing_is_looked_up(towns: Path):
    connector = Overheard(open_connector(str(towns), 1))
    database = Database(connector)
    assert await database.values(BOTH, LookupLimits(seconds=0.0), Access()) == {}
    await database.close()
    assert connector.seconds == []
