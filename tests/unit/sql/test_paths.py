"""Ways from one table to another along declared keys, none of which multiplies rows."""

from __future__ import annotations

import pytest
from tests.unit.repair.clinic import CATALOG, table

from rejoinder.sql.paths import JoinPath, is_unique, join_paths, paths_from, referring
from rejoinder.terms.catalog import Catalog, Column, ForeignKey, Table, TableRef


def told(path: JoinPath) -> str:
    """`animals.owner = owners.id, …`, with `?` where a row may reach nothing."""
    hops = [
        " and ".join(f"{hop.source}.{one} = {hop.target}.{other}" for one, other in hop.pairs)
        for hop in path.hops
    ]
    return ", ".join(hops) + (" ?" if path.nullable else "")


def ways(source: str, target: str, most_hops: int = 2, catalog: Catalog = CATALOG) -> list[str]:
    found = join_paths(catalog, TableRef("", source), TableRef("", target), most_hops)
    return [told(path) for path in found]


PATHS = [
    ("along a key", "animals", "owners", ["animals.owner = owners.id"]),
    ("along a key that may be empty", "animals", "vets", ["animals.vet_id = vets.id ?"]),
    (
        "over two hops",
        "visits",
        "owners",
        ["visits.animal_id = animals.id, animals.owner = owners.id"],
    ),
    (
        "two keys to one table, and a third way over two hops",
        "referrals",
        "vets",
        [
            "referrals.from_vet = vets.id",
            "referrals.to_vet = vets.id",
            "referrals.animal_id = animals.id, animals.vet_id = vets.id ?",
        ],
    ),
    ("back along a key that is unique itself", "animals", "chips", ["animals.id = chips.animal_id ?"]),
    ("never where several rows may answer", "owners", "animals", []),
    ("never to itself, though a key leads there", "vets", "vets", []),
    ("nowhere", "species", "顧客", []),
    ("from what isn't there", "invoices", "owners", []),
    ("to what isn't there", "animals", "invoices", []),
]


@pytest.mark.parametrize(
    ("source", "target", "expected"), [row[1:] for row in PATHS], ids=[row[0] for row in PATHS]
)
def test_every_way_is_found_the_shortest_first(source: str, target: str, expected: list[str]):
    assert ways(source, target) == expected


def test_a_way_has_at_most_as_many_hops_as_asked_for():
    assert ways("visits", "owners", most_hops=1) == []
    assert ways("chips", "vets", most_hops=3)[0] == "chips.animal_id = animals.id, animals.vet_id = vets.id ?"


def pair(name: str, *, key: tuple[str, ...], nullable: bool = False, target: str = "") -> Table:
    columns = tuple(Column(name=column, nullable=nullable) for column in ("a", "b", "c"))
    foreign = ForeignKey(columns=("b", "c"), target=TableRef("", target), target_columns=("a", "b"))
    return Table(
        ref=TableRef("", name),
        columns=columns,
        primary_key=key,
        foreign_keys=(foreign,) if target else (),
    )


COMPOSITE = [
    ("onto a key of both columns", ("a", "b"), False, ["one.b = two.a and one.c = two.b"]),
    ("onto a key of one of them", ("a",), False, ["one.b = two.a and one.c = two.b"]),
    ("a part of which may be empty", ("a", "b"), True, ["one.b = two.a and one.c = two.b ?"]),
    ("onto columns that are no key", ("c",), False, []),
    ("onto a part of a key", ("a", "b", "c"), False, []),
]


@pytest.mark.parametrize(
    ("key", "nullable", "expected"), [row[1:] for row in COMPOSITE], ids=[row[0] for row in COMPOSITE]
)
def test_a_key_of_several_columns(key: tuple[str, ...], nullable: bool, expected: list[str]):
    catalog = Catalog(
        fingerprint="pairs",
        tables=(pair("one", key=("a",), nullable=nullable, target="two"), pair("two", key=key)),
    )
    assert ways("one", "two", catalog=catalog) == expected


def test_unique_is_what_holds_a_declared_key():
    chips = table("chips")
    assert is_unique(chips, ("number",))
    assert is_unique(chips, ("animal_id", "implanted"))
    assert not is_unique(chips, ("implanted",))
    assert not is_unique(chips, ())


def test_who_refers_to_a_table_is_found_whatever_the_key_is_worth():
    found = [(table.ref.name, key.columns) for table, key in referring(CATALOG, TableRef("", "animals"))]
    assert found == [(name, ("animal_id",)) for name in ("visits", "chips", "referrals", "wait list")]
    assert referring(CATALOG, TableRef("", "invoices")) == ()


def test_a_table_that_refers_to_itself_leads_nowhere_new():
    assert [path.target.name for path in paths_from(CATALOG, TableRef("", "vets"))] == ["payroll"]
