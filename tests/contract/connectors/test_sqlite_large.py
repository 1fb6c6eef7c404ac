"""A real catalog of 2,588 tables and 90,477 columns, read as SQLite's own pragmas tell it one table after another."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from rejoinder.connectors import sqlite
from rejoinder.terms.catalog import Catalog, TableRef


@pytest.fixture(scope="module")
def large(shared: Path) -> Path:
    path = shared / "corpora" / "sqlite" / "snails" / "SBODemoUS.sqlite"
    if not path.is_file():
        pytest.skip(f"the database of 2,588 tables isn't there: `{path}`")
    return path


@pytest.fixture(scope="module")
def catalog(large: Path) -> Catalog:
    with closing(sqlite.open(f"sqlite:///{large}")) as connector:
        return connector.catalog()


@pytest.fixture
def plain(large: Path) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(f"file:{large}?mode=ro", uri=True)) as connection:
        yield connection


def test_every_table_and_column_is_there(catalog: Catalog):
    assert len(catalog.tables) == 2_588
    assert sum(len(table.columns) for table in catalog.tables) == 90_477
    assert catalog.notes == ()


def test_columns_keys_and_references_are_those_of_the_pragmas(catalog: Catalog, plain: sqlite3.Connection):
    for table in catalog.tables:
        name = table.ref.name
        described = plain.execute(
            "SELECT name, type, pk FROM pragma_table_info(?) ORDER BY cid", (name,)
        ).fetchall()
        assert [(column.name, column.type) for column in table.columns] == [row[:2] for row in described]
        key = sorted((row for row in described if row[2]), key=lambda row: row[2])
        assert table.primary_key == tuple(row[0] for row in key)
        references = plain.execute(
            'SELECT id, "table", "from" FROM pragma_foreign_key_list(?) ORDER BY id DESC, seq', (name,)
        ).fetchall()
        told = [(str(foreign.target), column) for foreign in table.foreign_keys for column in foreign.columns]
        assert told == [row[1:] for row in references if TableRef("", row[1]) in catalog.by_ref]


def test_a_reading_of_it_is_the_same_twice(catalog: Catalog, large: Path):
    with closing(sqlite.open(f"sqlite:///{large}")) as connector:
        assert connector.fingerprint() == catalog.fingerprint
        assert connector.catalog() == catalog
