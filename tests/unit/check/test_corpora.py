"""C7 and the attacks, on real material: what must be refused is, and what real people asked for passes."""

from __future__ import annotations

import csv
import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rejoinder.check import check
from rejoinder.connectors import sqlite as connector
from rejoinder.dialects import dialect
from rejoinder.terms.catalog import Catalog, Column, Table, TableRef
from rejoinder.terms.policy import Policy

EVERY = 7
"""Of the questions, one in so many: seconds instead of minutes. `make bench` takes them all."""


def cases(folder: Path, name: str, engine: str = "sqlite") -> Iterator[dict[str, Any]]:
    for line in (folder / "cases" / f"{name}.jsonl").read_text(encoding="utf-8").splitlines():
        case = json.loads(line)
        if case["dialect"] == engine:
            yield case


def catalog_of_cases(folder: Path, engine: str) -> Catalog:
    """What `catalog.json` says that there is, its first schema being the default one."""
    schemas = json.loads((folder / "cases" / "catalog.json").read_text(encoding="utf-8")).get(engine) or {
        "": {}
    }
    tables = [
        Table(ref=TableRef(schema, name), columns=tuple(Column(name=column) for column in columns))
        for schema, named in schemas.items()
        for name, columns in named.items()
    ]
    path = (next(iter(schemas)),)
    return Catalog(
        fingerprint=engine, tables=tuple(tables), search_path=path, database=DATABASES.get(engine, "")
    )


def catalog_of(path: Path) -> Catalog:
    opened = connector.open(f"sqlite:///{path}")
    try:
        return opened.catalog()
    finally:
        opened.close()


def refuses(sql: str, catalog: Catalog, engine: str = "sqlite") -> bool:
    checking = check(sql, dialect=dialect(engine), catalog=catalog, policy=Policy(), asker="anybody")
    return checking.statement is None


@pytest.fixture(scope="module")
def shop(shared: Path, tmp_path_factory: pytest.TempPathFactory) -> Catalog:
    path = tmp_path_factory.mktemp("cases") / "shop.db"
    database = sqlite3.connect(path)
    database.executescript((shared / "cases" / "schema_sqlite.sql").read_text(encoding="utf-8"))
    database.close()
    return catalog_of(path)


def test_every_attack_that_must_be_refused_is(shared: Path, shop: Catalog):
    attacks = [case for case in cases(shared, "attacks") if case["expected"] == "refuse"]
    assert len(attacks) >= 9
    assert [case["id"] for case in attacks if not refuses(case["sql"], shop)] == []


def test_what_only_a_policy_may_allow_is_refused_without_one(shared: Path, shop: Catalog):
    attacks = [case for case in cases(shared, "attacks") if case["expected"] == "refuse_or_policy"]
    assert attacks
    assert [case["id"] for case in attacks if not refuses(case["sql"], shop)] == []


def test_honest_statements_pass(shared: Path, shop: Catalog):
    honest = list(cases(shared, "legit"))
    assert len(honest) >= 10
    assert [case["id"] for case in honest if refuses(case["sql"], shop)] == []


ENGINES = {
    "postgres": "postgres",
    "redshift": "redshift",
    "duckdb": "duckdb",
    "mysql": "mysql",
    "tsql": "sqlserver",
    "snowflake": "snowflake",
    "bigquery": "bigquery",
    "clickhouse": "clickhouse",
    "spark": "spark",
    "trino": "trino",
}
"""The dialects of the cases, and what they are called here."""

DATABASES = {"redshift": "dev", "tsql": "shop", "bigquery": "my-project", "trino": "iceberg"}
"""What stands before a schema in them."""

UNREADABLE = {"leg-postgres-077"}
"""A prefix operator with its schema, `OPERATOR(pg_catalog.-) 5`, which the parser can't read."""


@pytest.mark.parametrize("engine", ENGINES)
def test_every_attack_on_another_engine_is_refused(shared: Path, engine: str):
    catalog = catalog_of_cases(shared, engine)
    attacks = [case for case in cases(shared, "attacks", engine) if case["expected"].startswith("refuse")]
    assert len(attacks) >= 4
    assert [case["id"] for case in attacks if not refuses(case["sql"], catalog, ENGINES[engine])] == []


@pytest.mark.parametrize("engine", ENGINES)
def test_honest_statements_of_another_engine_pass(shared: Path, engine: str):
    catalog = catalog_of_cases(shared, engine)
    honest = [case for case in cases(shared, "legit", engine) if case["expected"] == "allow"]
    assert {case["id"] for case in honest if refuses(case["sql"], catalog, ENGINES[engine])} <= UNREADABLE


def test_gold_statements_pass_on_their_own_databases(shared: Path):
    corpora = shared / "corpora"
    with (corpora / "databases.tsv").open(encoding="utf-8") as lines:
        rows = [row for row in csv.DictReader(lines, delimiter="\t") if row["path"].startswith("sqlite/")]
    paths = {(row["corpus"], row["db"]): corpora / row["path"] for row in rows}
    catalogs: dict[Path, Catalog] = {}
    checked = 0
    refused = []
    for file in sorted((corpora / "questions").glob("*.jsonl")):
        for line in file.read_text(encoding="utf-8").splitlines()[::EVERY]:
            question = json.loads(line)
            path = paths.get((file.stem, question["db"]))
            if path is None or question["dialect"] != "sqlite" or question.get("gold_error"):
                continue
            if path not in catalogs:
                catalogs[path] = catalog_of(path)
            checked += 1
            if refuses(question["gold_sql"], catalogs[path]):
                refused.append(question["id"])
    assert checked > 300
    assert refused == []
