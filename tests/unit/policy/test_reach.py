"""How far an asker reaches: what is shown, hidden, denied, and not readable at all."""

from __future__ import annotations

import dataclasses

from tests.unit.sql.shop import CATALOG

from rejoinder.terms.catalog import (
    Catalog,
    Column,
    ColumnRef,
    ForeignKey,
    Function,
    Table,
    TableKind,
    TableRef,
)
from rejoinder.terms.policy import Access, Policy, reach, visible

ASKER = "ada"


def ref(name: str) -> TableRef:
    return TableRef("", name)


def shown(access: Access, catalog: Catalog = CATALOG) -> Catalog:
    return visible(catalog, Policy(access=access), ASKER)


def test_without_rules_the_whole_catalog_is_shown_itself():
    assert shown(Access()) is CATALOG
    assert shown(Access(sensitive_columns=("*.email",))) is CATALOG


def test_the_same_policy_shows_the_same_object():
    policy = Policy(access=Access(deny_tables=("secrets",)))
    assert visible(CATALOG, policy, ASKER) is visible(CATALOG, policy, ASKER)
    assert visible(CATALOG, policy, "bob") is visible(CATALOG, policy, ASKER)


def test_what_is_shown_to_two_askers_never_has_one_fingerprint():
    policy = Policy(
        access=Access(deny_tables=("secrets",)), askers=(("bob", Access(deny_tables=("staff",))),)
    )
    fingerprints = {
        CATALOG.fingerprint,
        *(visible(CATALOG, policy, asker).fingerprint for asker in (ASKER, "bob")),
    }
    assert len(fingerprints) == 3


def test_denied_hidden_and_unreadable_are_not_shown_and_told_apart():
    staff = dataclasses.replace(CATALOG.by_ref[ref("staff")], readable=False)
    catalog = dataclasses.replace(
        CATALOG, tables=tuple(staff if t.ref == staff.ref else t for t in CATALOG.tables)
    )
    access = Access(deny_tables=("products",), hide_tables=("secrets",))
    found = reach(catalog, Policy(access=access), ASKER)
    assert ref("products") in found.denied
    assert ref("secrets") in found.hidden
    assert ref("staff") in found.unreadable
    names = {table.ref.name for table in found.visible.tables}
    assert not {"products", "secrets", "staff"} & names
    assert {"orders", "customers"} <= names


def test_a_column_goes_alone_with_the_keys_that_name_it():
    customer = ForeignKey(columns=("customer_id",), target=ref("customers"), target_columns=("id",))
    seller = ForeignKey(columns=("status",), target=ref("staff"), target_columns=("id",))
    orders = dataclasses.replace(
        CATALOG.by_ref[ref("orders")],
        foreign_keys=(customer, seller),
        unique_keys=(("total", "status"), ("region",)),
    )
    catalog = dataclasses.replace(
        CATALOG, tables=tuple(orders if t.ref == orders.ref else t for t in CATALOG.tables)
    )
    part = shown(Access(deny_columns=("orders.total",), hide_columns=("customers.id",)), catalog)
    left = part.by_ref[ref("orders")]
    assert [column.name for column in left.columns] == ["id", "customer_id", "status", "placed_on", "region"]
    assert left.primary_key == ("id",)
    assert left.unique_keys == (("region",),)
    assert left.foreign_keys == (seller,)
    assert part.by_ref[ref("customers")].primary_key == ()


def test_a_table_without_a_column_that_may_be_seen_is_not_shown():
    part = shown(Access(deny_columns=("secrets.*",)))
    assert ref("secrets") not in part.by_ref


def test_no_definition_tells_what_a_view_reads():
    part = shown(Access(deny_columns=("secrets.pin",), allow_tables=("*", "spenders")))
    assert part.by_ref[ref("spenders")].definition == ""


def test_a_view_is_denied_by_anything_under_it_however_deep():
    found = reach(CATALOG, Policy(access=Access(hide_columns=("secrets.pin",))), ASKER)
    assert {ref("pins"), ref("pins_again")} <= set(found.denied)
    assert ref("spenders") not in found.denied
    assert ColumnRef(ref("pins"), "id") in found.denied


def test_views_that_read_one_another_in_a_ring_end():
    def view(name: str, reads: str) -> Table:
        return Table(
            ref=ref(name),
            kind=TableKind.VIEW,
            columns=(Column(name="x"),),
            depends_on=(ref(reads), ref("secrets")),
        )

    catalog = dataclasses.replace(CATALOG, tables=(*CATALOG.tables, view("a", "b"), view("b", "a")))
    found = reach(catalog, Policy(access=Access(deny_tables=("secrets",))), ASKER)
    assert {ref("a"), ref("b")} <= set(found.denied)


def test_functions_that_may_not_be_called_are_not_shown():
    functions = (Function(name="f_one", pure=True), Function(name="g", pure=True))
    catalog = dataclasses.replace(CATALOG, functions=functions)
    part = shown(Access(deny_tables=("secrets",), allow_functions=("f_*",)), catalog)
    assert [function.name for function in part.functions] == ["f_one"]


def test_what_is_kept_of_a_catalog_does_not_grow_without_end():
    catalog = dataclasses.replace(CATALOG, fingerprint="again")
    for number in range(300):
        visible(catalog, Policy(access=Access(deny_tables=(f"t{number}",))), ASKER)
    assert len(catalog.memo) <= 64
