"""Cases from files: what must be refused is, what must pass does, an error is what it is called."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from rejoinder.errors import UsageError
from rejoinder.evals import hold_cases, read_catalogs

CATALOG = {
    "sqlite": {"main": {"city": {"id": "integer", "name": "text"}}},
    "postgres": {"public": {"t": {"x": "int"}}},
}
SCHEMA = """
CREATE TABLE city (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE VIEW names AS SELECT name AS called FROM city;
CREATE TABLE hidden (x INT);
INSERT INTO city VALUES (1, 'Ayr');
"""


def statement(sql: str, expected: str, dialect: str = "sqlite") -> dict[str, Any]:
    return {"id": "case", "dialect": dialect, "sql": sql, "expected": expected}


def error(
    message: str, named: str, correctable: str, engine: str = "postgresql", code: str = ""
) -> dict[str, Any]:
    return {
        "id": "case", "engine": engine, "code": code, "message": message, "class": named, "correctable": correctable
    }  # fmt: skip


ROWS = {
    "an attack that is refused": (statement("DELETE FROM city", "refuse"), ""),
    "an attack that passes": (statement("SELECT name FROM city", "refuse"), "expected `refuse`, and check passes it"),
    "an honest statement": (statement("SELECT name FROM city", "allow"), ""),
    "an honest one that is refused": (statement("SELECT nme FROM city", "allow"), "check finds unknown_column"),
    "one that may go either way": (statement("SELECT name FROM city", "contain"), ""),
    "another dialect": (statement("SELECT x FROM t", "allow", "postgresql"), ""),
    "a dialect that isn't here": (statement("SELECT 1", "allow", "cobol"), "no SQL dialect `cobol`"),
    "an expectation without meaning": (statement("SELECT 1", "perhaps"), "`expected` is `perhaps`"),
    "an error": (error('column "x" does not exist', "undefined_column", "yes", code="42703"), ""),
    "of another class": (error('column "x" does not exist', "timeout", "no", code="42703"), "`unknown_column`"),
    "that is never corrected": (error("permission denied for table t", "permission", "no", code="42501"), ""),
    "that may be sent again, without a model": (error("deadlock detected", "deadlock", "retry", code="40P01"), ""),
    "and is said to be correctable": (
        error("permission denied for table t", "permission", "yes", code="42501"), "here it is never corrected"
    ),
    "of an engine that isn't here": (error("no", "syntax", "yes", "cobol"), "no classifier for `cobol`"),
    "of a class without meaning": (error("no", "sadness", "yes"), "`class` is `sadness`"),
}  # fmt: skip


@pytest.fixture
def catalogs(tmp_path: Path) -> dict[str, Any]:
    file = tmp_path / "catalog.json"
    file.write_text(json.dumps(CATALOG), encoding="utf-8")
    return read_catalogs(file)


@pytest.mark.parametrize(("case", "why"), ROWS.values(), ids=ROWS.keys())
def test_a_case_holds_or_says_why_not(tmp_path: Path, catalogs, case: dict[str, Any], why: str):
    file = tmp_path / "cases.jsonl"
    file.write_text(json.dumps(case) + "\n\n", encoding="utf-8")
    (held,) = hold_cases(file, catalogs)
    assert held.id == "case"
    assert (held.why == "") if why == "" else why in held.why


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("nonsense", "line 1 is not a JSON object"),
        ("[]", "line 1 has no `id`"),
        ('{"id": 1, "sql": "SELECT 1"}', "line 1 has no `dialect`"),
        ('{"id": 1, "message": "no"}', "line 1 has no `engine`"),
    ],
)
def test_a_line_that_is_no_case_is_named(tmp_path: Path, line: str, said: str):
    file = tmp_path / "cases.jsonl"
    file.write_text(line, encoding="utf-8")
    with pytest.raises(UsageError, match=said):
        list(hold_cases(file, {}))


def test_a_schema_brings_its_tables_views_and_keys(tmp_path: Path):
    file = tmp_path / "schema_sqlite.sql"
    file.write_text(SCHEMA, encoding="utf-8")
    catalog = read_catalogs(None, (file,))["sqlite"]
    assert [table.ref.name for table in catalog.tables] == ["city", "names", "hidden"]
    assert [column.nullable for column in catalog.tables[0].columns] == [True, False]
    assert [column.name for column in catalog.tables[1].columns] == ["called"]


def test_what_the_list_of_names_leaves_out_is_not_there(tmp_path: Path):
    schema, names = tmp_path / "schema_sqlite.sql", tmp_path / "names.json"
    schema.write_text(SCHEMA, encoding="utf-8")
    names.write_text(json.dumps(CATALOG), encoding="utf-8")
    catalog = read_catalogs(names, (schema,))["sqlite"]
    assert [table.ref.name for table in catalog.tables] == ["city"]
    assert not catalog.tables[0].columns[1].nullable, "as the schema says"


@pytest.mark.parametrize(
    ("sql", "databases", "why"),
    [
        ("SELECT x FROM here.public.t", ("postgresql=here",), ""),
        ("SELECT x FROM elsewhere.public.t", ("postgresql=here",), "check finds unknown_table"),
        ("SELECT x FROM here.public.t", (), "check finds unknown_table"),
    ],
)
def test_a_name_of_three_parts_is_known_in_the_connections_own_database(
    tmp_path: Path, sql: str, databases: tuple[str, ...], why: str
):
    names, file = tmp_path / "names.json", tmp_path / "cases.jsonl"
    names.write_text(json.dumps(CATALOG), encoding="utf-8")
    file.write_text(json.dumps(statement(sql, "allow", "postgres")), encoding="utf-8")
    (held,) = hold_cases(file, read_catalogs(names, (), databases))
    assert (held.why == "") if why == "" else why in held.why


@pytest.mark.parametrize("database", ["here", "=here", "postgres="])
def test_a_database_of_no_dialect_or_name_is_a_sentence(database: str):
    with pytest.raises(UsageError, match="has to be `DIALECT=NAME`"):
        read_catalogs(None, (), (database,))


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("ddl.sql", SCHEMA, "has to be called `schema_DIALECT.sql`"),
        ("schema_sqlite.sql", "CREATE TABLE (", "can't be read"),
    ],
)
def test_a_schema_that_is_none_is_a_sentence(tmp_path: Path, name: str, text: str, said: str):
    file = tmp_path / name
    file.write_text(text, encoding="utf-8")
    with pytest.raises(UsageError, match=said):
        read_catalogs(None, (file,))
