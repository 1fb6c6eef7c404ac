"""A small shop, as a catalog made by hand and as a real SQLite database of the same shape."""

from __future__ import annotations

import sqlite3

from rejoinder.dialects import dialect
from rejoinder.terms.catalog import Catalog, Column, Table, TableKind, TableRef

SQLITE = dialect("sqlite")

_TABLES = {
    "customers": "id INTEGER, name TEXT, email TEXT, region TEXT, joined_on DATE",
    "orders": "id INTEGER, customer_id INTEGER, status TEXT, total NUMERIC, placed_on DATE, region TEXT",
    "items": "order_id INTEGER, product_id INTEGER, quantity INTEGER, price NUMERIC",
    "products": "id INTEGER, name TEXT, category TEXT, Unit Price NUMERIC",
    "staff": "id INTEGER, manager_id INTEGER, name TEXT, salary NUMERIC",
    "secrets": "id INTEGER, pin TEXT",
    "words": "id INTEGER, true TEXT, current_user TEXT, order TEXT, delete TEXT",
    "顧客": "id INTEGER, 氏名 TEXT",
}
_KEYS = {"items": ("order_id", "product_id")}
_VIEWS = {
    "spenders": ("SELECT id, name FROM customers", ("customers",)),
    "pins": ("SELECT id, pin FROM secrets", ("secrets",)),
    "pins_again": ("SELECT id, pin FROM pins", ("pins",)),
    "totals": ("SELECT id, total FROM orders", ("orders",)),
}


def _columns(listed: str) -> tuple[Column, ...]:
    named = (column.rpartition(" ") for column in listed.split(", "))
    return tuple(Column(name=name, type=kind, family=SQLITE.family(kind)) for name, _, kind in named)


def _table(name: str, listed: str) -> Table:
    return Table(ref=TableRef("", name), columns=_columns(listed), primary_key=_KEYS.get(name, ("id",)))


def _view(name: str, definition: str, reads: tuple[str, ...]) -> Table:
    listed = definition.removeprefix("SELECT ").partition(" FROM ")[0].split(", ")
    return Table(
        ref=TableRef("", name),
        kind=TableKind.VIEW,
        columns=tuple(Column(name=column) for column in listed),
        definition=definition,
        depends_on=tuple(TableRef("", read) for read in reads),
    )


_NOTES = Table(
    ref=TableRef("", "notes"),
    kind=TableKind.VIRTUAL,
    columns=(
        Column(name="title"),
        Column(name="body"),
        Column(name="notes", hidden=True),
        Column(name="rank", hidden=True),
    ),
)

CATALOG = Catalog(
    fingerprint="shop",
    tables=(
        *(_table(name, listed) for name, listed in _TABLES.items()),
        *(_view(name, *view) for name, view in _VIEWS.items()),
        _NOTES,
    ),
)


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def database() -> sqlite3.Connection:
    """The shop in memory, with a row in each table."""
    connection = sqlite3.connect(":memory:")
    for name, listed in _TABLES.items():
        columns = [f"{_quoted(column.name)} {column.type}" for column in _columns(listed)]
        keys = ", ".join(_KEYS.get(name, ("id",)))
        connection.execute(f"CREATE TABLE {name} ({', '.join(columns)}, PRIMARY KEY ({keys}))")
        connection.execute(f"INSERT INTO {name} VALUES ({', '.join('1' for _ in columns)})")
    for name, (definition, _) in _VIEWS.items():
        connection.execute(f"CREATE VIEW {name} AS {definition}")
    connection.execute("CREATE VIRTUAL TABLE notes USING fts5(title, body)")
    connection.execute("INSERT INTO notes VALUES ('a title', 'a body')")
    return connection
