"""The part of the connector contract about what a catalog says, and when its fingerprint changes."""

from __future__ import annotations

import pytest

from rejoinder.ports import Connector
from rejoinder.terms.catalog import Catalog, Column, ForeignKey, Table, TableKind, TableRef, TypeFamily
from rejoinder.testing._connector_room import Room
from rejoinder.testing.connector_world import World

_TABLES = {"customers", "orders", "order_lines", "deliveries", "staff", "Odd Namé", "open_orders"}
_DEFINITIONS = {
    "a new table": "CREATE TABLE added (id INTEGER)",
    "a new column": "ALTER TABLE staff ADD COLUMN added INTEGER",
    "a new view": "CREATE VIEW added AS SELECT 1 AS id",
    "a table that is gone": "DROP TABLE deliveries",
    "a view that is gone": "DROP VIEW open_orders",
    "another name": "ALTER TABLE staff RENAME COLUMN name TO full_name",
}
_CONTENTS = {
    "an insert": "INSERT INTO customers (id, name) VALUES (90, 'new')",
    "an update": "UPDATE customers SET region = 'Elsewhere' WHERE id = 1",
    "a delete": "DELETE FROM deliveries",
}


class CatalogRules(Room):
    """G1 and G2."""

    @pytest.fixture
    def catalog(self, connector: Connector) -> Catalog:
        """The world's."""
        return connector.catalog()

    def _table(self, catalog: Catalog, name: str) -> Table:
        return catalog.by_ref[TableRef(self.engine.schema, name)]

    def test_everything_a_select_can_name_is_there_and_nothing_else(self, catalog: Catalog) -> None:
        own = {table.ref.name for table in catalog.tables if table.ref.schema == self.engine.schema}
        assert own == _TABLES
        assert self.engine.schema in catalog.search_path
        assert not {table.ref.schema for table in catalog.tables} & catalog.system_schemas
        assert catalog.notes == ()

    def test_columns_have_their_order_type_family_and_nullability(self, catalog: Catalog) -> None:
        columns = self._table(catalog, "customers").columns
        assert [(column.name, column.family, column.nullable) for column in columns] == [
            ("id", TypeFamily.INTEGER, False),
            ("name", TypeFamily.TEXT, False),
            ("email", TypeFamily.TEXT, True),
            ("region", TypeFamily.TEXT, True),
            ("credit", TypeFamily.DECIMAL, True),
            ("since", TypeFamily.DATE, True),
        ]
        assert all(column.type for column in columns)
        assert all(column.readable and not column.hidden for column in columns)
        assert self._table(catalog, "orders").by_name["placed_at"].family is TypeFamily.TIMESTAMP

    def test_keys_are_told_composite_ones_and_those_that_refer_to_their_own_table(
        self, catalog: Catalog
    ) -> None:
        schema = self.engine.schema
        customers, orders, lines, deliveries, staff = (
            self._table(catalog, name)
            for name in ("customers", "orders", "order_lines", "deliveries", "staff")
        )
        assert (customers.primary_key, customers.unique_keys) == (("id",), (("email",),))
        assert lines.primary_key == ("order_id", "line")
        assert customers.foreign_keys == ()
        assert orders.foreign_keys == (
            ForeignKey(
                columns=("customer_id",), target=TableRef(schema, "customers"), target_columns=("id",)
            ),
        )
        assert deliveries.foreign_keys == (
            ForeignKey(
                columns=("order_id", "line"),
                target=TableRef(schema, "order_lines"),
                target_columns=("order_id", "line"),
            ),
        )
        assert staff.foreign_keys == (
            ForeignKey(columns=("manager_id",), target=TableRef(schema, "staff"), target_columns=("id",)),
        )

    def test_a_view_is_told_from_a_table_with_its_columns_and_its_definition(self, catalog: Catalog) -> None:
        view = self._table(catalog, "open_orders")
        assert view.kind is TableKind.VIEW
        assert [column.name for column in view.columns] == ["id", "name"]
        assert "open" in view.definition
        assert self._table(catalog, "customers").kind is TableKind.TABLE

    def test_what_a_view_reads_is_told(self, catalog: Catalog) -> None:
        found = self._table(catalog, "open_orders").depends_on
        names = None if found is None else {ref.name for ref in found}
        self._meets("depends_on", names == {"customers", "orders"})

    def test_a_generated_column_is_marked(self, catalog: Catalog) -> None:
        marked = [column.name for column in self._table(catalog, "order_lines").columns if column.generated]
        assert marked == ["total"]

    def test_names_keep_their_case_spaces_and_letters(self, catalog: Catalog) -> None:
        odd = self._table(catalog, "Odd Namé")
        assert [column.name for column in odd.columns] == ["Größe (cm)", "select"]

    def test_comments_are_told(self, catalog: Catalog) -> None:
        customers = self._table(catalog, "customers")
        found = (customers.comment, customers.by_name["credit"].comment)
        assert found in {("", ""), ("Who buys.", "In euros.")}
        self._meets("comments", found[0] != "")

    def test_values_that_a_definition_allows_are_told(self, catalog: Catalog) -> None:
        found = self._table(catalog, "orders").by_name["status"].allowed_values
        self._meets("allowed_values", found == ("open", "shipped"))

    def test_the_number_of_rows_is_told_where_the_engine_knows_it(self, catalog: Catalog) -> None:
        found = self._table(catalog, "customers").row_estimate
        assert found is None or found >= 0
        self._meets("row_estimate", found is not None)

    def test_functions_of_users_are_told_with_their_effect(self, world: World) -> None:
        for sql, function in self.engine.functions:
            world.change(sql)
            connector = world.open()
            assert function in connector.catalog().functions
            connector.close()
        self._meets("functions", bool(self.engine.functions))

    def test_what_the_role_may_not_read_is_marked(self, world: World) -> None:
        if self.engine.restrict:
            world.change(self.engine.restrict)
            connector = world.open()
            unreadable = [table.ref.name for table in connector.catalog().tables if not table.readable]
            connector.close()
            assert unreadable == ["staff"]
        self._meets("grants", bool(self.engine.restrict))

    def test_a_catalog_carries_the_fingerprint_that_is_asked_for_by_itself(
        self, world: World, connector: Connector
    ) -> None:
        beside = world.open()
        assert connector.catalog().fingerprint == connector.fingerprint() == beside.fingerprint()
        beside.close()

    @pytest.mark.parametrize("change", _DEFINITIONS.values(), ids=_DEFINITIONS.keys())
    def test_the_fingerprint_changes_with_a_definition(self, world: World, change: str) -> None:
        before, after = self._around(world, change)
        assert before != after

    @pytest.mark.parametrize("change", _CONTENTS.values(), ids=_CONTENTS.keys())
    def test_the_fingerprint_stays_when_only_rows_change(self, world: World, change: str) -> None:
        before, after = self._around(world, change)
        assert before == after

    def test_a_change_is_seen_by_a_connector_that_is_open(self, world: World, connector: Connector) -> None:
        before = connector.fingerprint()
        if "live" not in self.engine.gaps:
            world.change("ALTER TABLE staff ADD COLUMN added INTEGER")
            assert connector.fingerprint() != before
            staff = self._table(connector.catalog(), "staff")
            assert staff.columns[-1] == Column(
                name="added", type=staff.columns[0].type, family=TypeFamily.INTEGER
            )

    def _around(self, world: World, change: str) -> tuple[str, str]:
        """The fingerprint before and after a change, each by a connector that isn't open while it happens."""
        found = []
        for statements in ((), (change,)):
            world.change(*statements)
            connector = world.open()
            found.append(connector.fingerprint())
            connector.close()
        return found[0], found[1]

    def _meets(self, trait: str, met: bool) -> None:
        """What holds or is a declared gap, and never both: a gap that has closed is no gap."""
        assert met is (trait not in self.engine.gaps), self.engine.gaps.get(trait, trait)
