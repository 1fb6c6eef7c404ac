"""How engines compare names, SQLite's rules and those of the others."""

from __future__ import annotations

import dataclasses

import pytest
from sqlglot import exp
from tests.unit.sql.shop import SQLITE

from rejoinder.sql.names import Names
from rejoinder.terms.catalog import Catalog, Column, Function, Table, TableRef
from rejoinder.terms.dialect import Case

ROWS = [
    # how the engine compares, how the draft writes the name, in quotes, what it finds
    (Case.INSENSITIVE, "ORDERS", False, "orders"),
    (Case.INSENSITIVE, "ORDERS", True, "orders"),
    (Case.INSENSITIVE, "Mixed", True, "Mixed"),
    (Case.FOLDS_LOWER, "ORDERS", False, "orders"),
    (Case.FOLDS_LOWER, "ORDERS", True, None),
    (Case.FOLDS_LOWER, "Mixed", False, None),
    (Case.FOLDS_LOWER, "Mixed", True, "Mixed"),
    (Case.FOLDS_UPPER, "upper", False, "UPPER"),
    (Case.FOLDS_UPPER, "orders", False, None),
    (Case.FOLDS_UPPER, "orders", True, "orders"),
    (Case.SENSITIVE, "ORDERS", False, None),
    (Case.SENSITIVE, "orders", False, "orders"),
]

STORED = ("orders", "Mixed", "UPPER")


@pytest.mark.parametrize(("case", "name", "quoted", "expected"), ROWS)
def test_a_name_finds_what_the_engine_would_find(case: Case, name: str, quoted: bool, expected: str | None):
    names = Names(dataclasses.replace(SQLITE, table_case=case, column_case=case))
    tables = tuple(Table(ref=TableRef("", stored)) for stored in STORED)
    table = names.table(Catalog(fingerprint="x", tables=tables), None, name, quoted)
    assert (table.ref.name if table else None) == expected
    owner = Table(ref=TableRef("", "t"), columns=tuple(Column(name=stored) for stored in STORED))
    column = names.column(owner, name, quoted)
    assert (column.name if column else None) == expected


def test_the_spelling_that_is_exact_wins_over_the_one_that_is_close():
    names = Names(SQLITE)
    table = Table(ref=TableRef("", "t"), columns=(Column(name="ID"), Column(name="id")))
    for name in ("ID", "id"):
        column = names.column(table, name, False)
        assert column is not None
        assert column.name == name


def test_a_name_without_a_schema_is_looked_for_along_the_path():
    names = Names(dataclasses.replace(SQLITE, table_case=Case.FOLDS_LOWER))
    tables = tuple(Table(ref=TableRef(schema, "orders")) for schema in ("archive", "sales", "public"))
    catalog = Catalog(fingerprint="x", tables=tables, search_path=("public", "sales"))

    def schema_of(schema: str | None) -> str | None:
        written = exp.to_identifier(schema) if schema is not None else None
        found = names.table(catalog, written, "orders", False)
        return found.ref.schema if found else None

    assert schema_of(None) == "public"
    assert schema_of("archive") == "archive"
    assert schema_of("ARCHIVE") == "archive"
    assert schema_of("nowhere") is None


def test_of_functions_that_share_a_name_the_harmful_one_is_meant():
    functions = (Function(name="f", pure=True), Function(name="F", pure=False))
    found = Names(SQLITE).function(Catalog(fingerprint="x", functions=functions), "f")
    assert found is not None
    assert not found.pure
