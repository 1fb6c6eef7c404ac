"""An animal clinic, as a catalog made by hand and as a real SQLite database of the same shape."""

from __future__ import annotations

import sqlite3

from rejoinder.dialects import dialect
from rejoinder.terms.catalog import Catalog, Column, ForeignKey, Table, TableRef

SQLITE = dialect("sqlite")
POSTGRES = dialect("postgres")
SNOWFLAKE = dialect("snowflake")
MYSQL = dialect("mysql")
SPARK = dialect("spark")

_TABLES = {
    "owners": "id INTEGER!, name TEXT, city TEXT, phone TEXT",
    "species": "code TEXT!, label TEXT, legs INTEGER",
    "animals": "id INTEGER!, name TEXT, owner INTEGER!, species_code TEXT!, vet_id INTEGER, born DATE",
    "vets": "id INTEGER!, name TEXT, title TEXT, wage NUMERIC, reports_to INTEGER",
    "visits": "id INTEGER!, animal_id INTEGER!, day DATE, fee NUMERIC, paid TEXT, fee_note TEXT",
    "chips": "number TEXT!, animal_id INTEGER!, implanted DATE",
    "referrals": "id INTEGER!, animal_id INTEGER!, from_vet INTEGER!, to_vet INTEGER!",
    "wait list": "place no INTEGER!, animal_id INTEGER!, asked on DATE",
    "payroll": "vet_id INTEGER!, bonus NUMERIC",
    "顧客": "id INTEGER!, 氏名 TEXT",
    "Wards": "Number INTEGER!, bedCount INTEGER, animal INTEGER",
}
_PRIMARY = {
    "species": "code",
    "chips": "number",
    "wait list": "place no",
    "payroll": "vet_id",
    "Wards": "Number",
}
_UNIQUE = {"chips": "animal_id"}
_FOREIGN = {
    "animals": {"owner": "owners.id", "species_code": "species.code", "vet_id": "vets.id"},
    "vets": {"reports_to": "vets.id"},
    "visits": {"animal_id": "animals.id"},
    "chips": {"animal_id": "animals.id"},
    "referrals": {"animal_id": "animals.id", "from_vet": "vets.id", "to_vet": "vets.id"},
    "wait list": {"animal_id": "animals.id"},
    "payroll": {"vet_id": "vets.id"},
}
_ROWS = {
    "owners": [(1, "Ana", "Graz", "11"), (2, "Bo", "Linz", "22"), (3, "Cy", "Graz", None)],
    "species": [("cat", "Cat", 4), ("hen", "Hen", 2)],
    "animals": [
        (1, "Tom", 1, "cat", 7, "2019-05-01"),
        (2, "Ada", 1, "hen", None, "2021-02-03"),
        (3, "O'Mally", 2, "cat", 8, "2022-03-04"),
    ],
    "vets": [(7, "Vic", "Dr", 90, None), (8, "Wes", "Dr", 70, 7)],
    "visits": [
        (1, 1, "2024-01-05", 30, "yes", None),
        (2, 1, "2024-02-05", 50, "no", None),
        (3, 3, "2024-02-06", 20, "yes", "late"),
    ],
    "chips": [("C1", 1, "2020-01-01")],
    "referrals": [(1, 1, 7, 8)],
    "wait list": [(1, 2, "2024-03-01")],
    "payroll": [(7, 5)],
    "顧客": [(1, "山田")],
    "Wards": [(1, 12, 3)],
}


def _columns(listed: str) -> tuple[Column, ...]:
    """`name TYPE`, with `!` where it is never NULL."""
    named = (column.rpartition(" ") for column in listed.split(", "))
    return tuple(
        Column(
            name=name,
            type=kind.rstrip("!"),
            family=SQLITE.family(kind),
            nullable=not kind.endswith("!"),
        )
        for name, _, kind in named
    )


def _foreign(table: str) -> tuple[ForeignKey, ...]:
    keys = []
    for column, target in _FOREIGN.get(table, {}).items():
        name, _, other = target.partition(".")
        keys.append(ForeignKey(columns=(column,), target=TableRef("", name), target_columns=(other,)))
    return tuple(keys)


CATALOG = Catalog(
    fingerprint="clinic",
    tables=tuple(
        Table(
            ref=TableRef("", name),
            columns=_columns(listed),
            primary_key=(_PRIMARY.get(name, "id"),),
            unique_keys=((_UNIQUE[name],),) if name in _UNIQUE else (),
            foreign_keys=_foreign(name),
        )
        for name, listed in _TABLES.items()
    ),
)


def table(name: str) -> Table:
    """One of the clinic's tables."""
    return CATALOG.by_ref[TableRef("", name)]


def database() -> sqlite3.Connection:
    """The clinic in memory, with a few rows in each table."""
    connection = sqlite3.connect(":memory:")
    for name, listed in _TABLES.items():
        columns = _columns(listed)
        written = ", ".join(f'"{column.name}" {column.type}' for column in columns)
        connection.execute(f'CREATE TABLE "{name}" ({written}, PRIMARY KEY ("{_PRIMARY.get(name, "id")}"))')
        marks = ", ".join("?" for _ in columns)
        connection.executemany(f'INSERT INTO "{name}" VALUES ({marks})', _ROWS[name])
    return connection
