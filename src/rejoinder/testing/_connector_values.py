"""The part of the connector contract about looking stored values up."""

from __future__ import annotations

import pytest

from rejoinder.ports import Connector
from rejoinder.terms.catalog import ColumnRef, TableRef
from rejoinder.terms.limits import LookupLimits
from rejoinder.testing._connector_room import Room

_ENOUGH = LookupLimits(values=50, seconds=30.0)
_MATCHES = {
    "the same text": ("Österreich", ["Österreich"]),
    "other case": ("ÖSTERREICH", ["Österreich"]),
    "no accents": ("osterreich", ["Österreich"]),
    "other spaces": ("  öster reich", ["Österreich"]),
    "two spellings": ("united states", ["UNITED STATES ", "United States"]),
    "a part of a value": ("United", []),
    "a pattern": ("%", []),
    "a quote": ("it's", []),
    "nothing that is stored": ("Atlantis", []),
    "no text at all": ("", []),
}


class ValueRules(Room):
    """G4: stored spellings, up to case, accents and spaces."""

    def _column(self, name: str, table: str = "customers") -> ColumnRef:
        return ColumnRef(TableRef(self.engine.schema, table), name)

    @pytest.mark.parametrize(("literal", "stored"), _MATCHES.values(), ids=_MATCHES.keys())
    def test_a_value_is_found_up_to_case_accents_and_spaces(
        self, connector: Connector, literal: str, stored: list[str]
    ) -> None:
        region = self._column("region")
        found = connector.values([region], [literal], _ENOUGH)
        assert sorted(each.value for each in found[region]) == stored
        assert {each.matched for each in found[region]} <= {literal}

    def test_several_columns_and_literals_are_looked_up_at_once(self, connector: Connector) -> None:
        region, name = self._column("region"), self._column("name")
        staff = self._column("name", "staff")
        found = connector.values([region, name, staff], ["ada", "österreich"], _ENOUGH)
        assert {column: [(each.value, each.matched) for each in found[column]] for column in found} == {
            region: [("Österreich", "österreich")],
            name: [("Ada", "ada")],
            staff: [("Ada", "ada")],
        }

    def test_without_literals_there_are_samples(self, connector: Connector) -> None:
        name = self._column("name")
        found = connector.values([name], [], _ENOUGH)
        assert sorted(each.value for each in found[name]) == ["Ada", "Ola", "Zoë", "日本"]

    @pytest.mark.parametrize("literals", [["united states"], []], ids=["matches", "samples"])
    def test_no_more_values_come_of_a_column_than_are_allowed(
        self, connector: Connector, literals: list[str]
    ) -> None:
        region, name = self._column("region"), self._column("name")
        found = connector.values([region, name], literals, LookupLimits(values=1, seconds=30.0))
        assert len(found[region]) == 1
        assert len(found[name]) <= 1

    def test_columns_that_hold_no_text_or_are_not_there_are_left_out(self, connector: Connector) -> None:
        region, number = self._column("region"), self._column("id")
        gone, nowhere = self._column("gone"), self._column("region", "gone")
        found = connector.values([number, gone, nowhere, region], ["österreich"], _ENOUGH)
        assert set(found) == {region}

    def test_only_the_columns_that_are_asked_for_are_read(self, connector: Connector) -> None:
        name = self._column("name")
        assert set(connector.values([name], ["österreich"], _ENOUGH)) == {name}
        assert connector.values([], ["österreich"], _ENOUGH) == {}

    def test_a_lookup_without_time_finds_nothing_and_says_so_by_leaving_columns_out(
        self, connector: Connector
    ) -> None:
        region = self._column("region")
        assert connector.values([region], ["österreich"], LookupLimits(seconds=0.0)) == {}
        assert region in connector.values([region], ["österreich"], _ENOUGH)

    def test_a_view_has_values_too(self, connector: Connector) -> None:
        name = self._column("name", "open_orders")
        found = connector.values([name], ["ADA"], _ENOUGH)
        assert [each.value for each in found[name]] == ["Ada"]
