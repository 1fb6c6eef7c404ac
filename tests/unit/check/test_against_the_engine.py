"""What the check says that a statement reads is what SQLite's own authorizer sees it read, and nothing is written."""

from __future__ import annotations

import csv
import json
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from hypothesis import given
from sqlglot import exp
from tests.unit.check.door import knock
from tests.unit.sql.drafts import QUERIES
from tests.unit.sql.shop import SQLITE, database

from rejoinder.check import Checking, check
from rejoinder.connectors import sqlite as connector
from rejoinder.sql.parse import Parsed, parse
from rejoinder.terms.catalog import Catalog
from rejoinder.terms.policy import Policy

EVERY = 9
"""Of the questions, one in so many."""

READING = {sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ, sqlite3.SQLITE_FUNCTION, sqlite3.SQLITE_RECURSIVE}


@dataclass
class Seen:
    """What the authorizer was asked, views' own reading aside."""

    columns: set[tuple[str, str]] = field(default_factory=set)
    functions: set[str] = field(default_factory=set)
    actions: set[int] = field(default_factory=set)

    def __call__(
        self, action: int, first: str | None, second: str | None, _: str | None, view: str | None
    ) -> int:
        self.actions.add(action)
        if action == sqlite3.SQLITE_READ and view is None:
            self.columns.add(((first or "").lower(), (second or "").lower()))
        if action == sqlite3.SQLITE_FUNCTION:
            self.functions.add((second or "").lower())
        return sqlite3.SQLITE_OK


def seen_by(engine: sqlite3.Connection, sql: str) -> Seen | None:
    """None where the engine refuses it, which is its own affair."""
    seen = Seen()
    engine.set_authorizer(seen)
    try:
        engine.execute(f"EXPLAIN {sql}")
    except sqlite3.Error:
        return None
    finally:
        engine.set_authorizer(None)
    return seen


def unsaid(checking: Checking, seen: Seen) -> set[tuple[str, str]]:
    """Columns that the engine reads and the check doesn't know of."""
    columns = {(ref.table.name.lower(), ref.name.lower()) for ref in checking.columns}
    tables = {ref.name.lower() for ref in checking.tables}
    free = _below_exists(checking)
    return {
        (table, column)
        for table, column in seen.columns
        if table not in free
        and table not in SQLITE.table_functions
        and (table, column) not in columns
        # No column is read of a table whose rows are counted, and of one without a key its number is.
        and not (column in ("", "rowid") and table in tables | _expressions(checking))
    }


def _below_exists(checking: Checking) -> set[str]:
    """Tables of which EXISTS asks only whether there is a row, though the engine looks at the whole of `*`."""
    trees = (exists.this for exists in _tree(checking).find_all(exp.Exists) if exists.find(exp.Star))
    return {table.name.lower() for tree in trees for table in tree.find_all(exp.Table)}


def _expressions(checking: Checking) -> set[str]:
    return {cte.alias.lower() for cte in _tree(checking).find_all(exp.CTE)}


def _tree(checking: Checking) -> exp.Expr:
    assert checking.statement is not None
    parsed = parse(checking.statement.text, SQLITE)
    assert isinstance(parsed, Parsed)
    return parsed.tree


@pytest.fixture(scope="module")
def engine() -> Iterator[sqlite3.Connection]:
    connection = database()
    # The first use of a table function declares it, which the authorizer sees as a change of its own.
    connection.execute("SELECT 1 FROM json_each('[]'), json_tree('[]')")
    yield connection
    connection.close()


@given(sql=QUERIES)
def test_a_draft_that_passes_reads_only_and_only_what_is_said(engine: sqlite3.Connection, sql: str):
    checking = knock(sql)
    if checking.statement is None:
        return
    seen = seen_by(engine, checking.statement.text)
    if seen is not None:
        assert seen.actions <= READING
        assert unsaid(checking, seen) == set()


SHAPES = [
    "SELECT * FROM orders",
    "SELECT o.*, c.name FROM orders o JOIN customers c USING (region)",
    "SELECT 1 FROM orders NATURAL JOIN customers",
    "SELECT count(*) FROM orders",
    "SELECT rowid, oid FROM orders",
    "SELECT name FROM spenders",
    "SELECT 'orders'.'status' FROM 'orders'",
    "SELECT true, current_user FROM words",
    "SELECT id FROM orders WHERE id IN (SELECT manager_id FROM staff ORDER BY salary LIMIT 1)",
    "SELECT id FROM orders WHERE (id, region) IN (SELECT id, region FROM customers)",
    "WITH w AS (SELECT region, sum(total) AS t FROM orders GROUP BY status) SELECT max(t) FROM w",
    "SELECT j.value FROM customers c, json_each(c.name) j",
    "SELECT title FROM notes WHERE notes MATCH 'a' ORDER BY rank",
    "SELECT sum(total) OVER w FROM orders WINDOW w AS (PARTITION BY region ORDER BY placed_on)",
    "SELECT name FROM staff UNION SELECT name FROM products ORDER BY 1",
    'SELECT "order", [delete] FROM words WHERE "id" = "1"',
]


@pytest.mark.parametrize("sql", SHAPES)
def test_the_check_knows_every_column_that_the_engine_reads(engine: sqlite3.Connection, sql: str):
    checking = knock(sql)
    assert checking.statement is not None, checking.findings
    seen = seen_by(engine, checking.statement.text)
    assert seen is not None
    assert seen.actions <= READING
    assert unsaid(checking, seen) == set()


def test_on_real_databases_too(shared: Path):
    corpora = shared / "corpora"
    with (corpora / "databases.tsv").open(encoding="utf-8") as lines:
        rows = [row for row in csv.DictReader(lines, delimiter="\t") if row["path"].startswith("sqlite/")]
    paths = {(row["corpus"], row["db"]): corpora / row["path"] for row in rows}
    catalogs: dict[Path, Catalog] = {}
    compared = 0
    for file in sorted((corpora / "questions").glob("*.jsonl")):
        for line in file.read_text(encoding="utf-8").splitlines()[::EVERY]:
            question = json.loads(line)
            path = paths.get((file.stem, question["db"]))
            if path is None or question["dialect"] != "sqlite" or question.get("gold_error"):
                continue
            if path not in catalogs:
                opened = connector.open(f"sqlite:///{path}")
                catalogs[path] = opened.catalog()
                opened.close()
            checking = check(
                question["gold_sql"], dialect=SQLITE, catalog=catalogs[path], policy=Policy(), asker="anybody"
            )
            database = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
            seen = seen_by(database, question["gold_sql"])
            database.close()
            assert seen is not None, question["id"]
            assert seen.actions <= READING, question["id"]
            assert unsaid(checking, seen) == set(), question["id"]
            compared += 1
    assert compared > 300
