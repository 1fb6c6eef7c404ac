"""Checking a statement before it runs"""

from __future__ import annotations

import csv
import json
import os
import sqlite3
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from sqlglot.dialects.dialect import Dialect as Grammar
from tests.benchmarks.figures import Figure
from tests.unit.check.test_corpora import ENGINES, cases, catalog_of, catalog_of_cases, refuses

from rejoinder.check import check
from rejoinder.dialects import dialect
from rejoinder.terms.catalog import Catalog, Column, Table, TableRef, TypeFamily
from rejoinder.terms.policy import Policy

SHARED = Path(os.environ.get("REJOINDER_SHARED", Path(__file__).resolve().parents[3] / "shared"))
SQLITE = dialect("sqlite")
POLICY = Policy()
ROUNDS = 200

TABLES = {
    "customers": "id name email region credit created_at",
    "orders": "id customer_id status total placed_on notes",
    "order_items": "order_id product_id qty unit_price",
    "products": "id name category price",
    "employees": "id manager_id name salary dept",
}

REALISTIC = (
    "SELECT name, email FROM customers WHERE region = 'EU' ORDER BY name LIMIT 10",
    "SELECT c.name, COUNT(*) AS orders FROM customers AS c JOIN orders AS o ON o.customer_id = c.id "
    "WHERE o.status = 'PAID' GROUP BY c.id, c.name HAVING COUNT(*) > 3 ORDER BY orders DESC LIMIT 5",
    "SELECT strftime('%Y-%m', placed_on) AS month, SUM(total) AS revenue FROM orders "
    "WHERE placed_on >= '2024-01-01' GROUP BY month ORDER BY month",
    "SELECT p.category, ROUND(SUM(i.qty * i.unit_price), 2) AS revenue FROM order_items i "
    "JOIN products p ON p.id = i.product_id JOIN orders o ON o.id = i.order_id "
    "WHERE o.placed_on BETWEEN '2024-01-01' AND '2024-12-31' AND o.status <> 'CANCELLED' "
    "GROUP BY p.category ORDER BY revenue DESC",
    "WITH monthly AS (SELECT customer_id, strftime('%Y-%m', placed_on) AS m, SUM(total) AS t FROM orders "
    "GROUP BY customer_id, m) "
    "SELECT c.name, AVG(monthly.t) FROM monthly JOIN customers c ON c.id = monthly.customer_id GROUP BY c.name",
    "SELECT name FROM customers WHERE id NOT IN (SELECT customer_id FROM orders WHERE customer_id IS NOT NULL)",
    "SELECT e.name, m.name AS manager FROM employees e LEFT JOIN employees m ON m.id = e.manager_id "
    "WHERE e.salary > (SELECT AVG(salary) FROM employees WHERE dept = e.dept)",
    "SELECT name, total, RANK() OVER (PARTITION BY region ORDER BY total DESC) AS rk FROM "
    "(SELECT c.name, c.region, SUM(o.total) AS total FROM customers c JOIN orders o ON o.customer_id = c.id "
    "GROUP BY c.id) WHERE total > 100",
    "SELECT CASE WHEN total < 10 THEN 'small' WHEN total < 100 THEN 'medium' ELSE 'large' END AS size, COUNT(*), "
    "AVG(total) FROM orders GROUP BY 1 ORDER BY 2 DESC",
    "SELECT name FROM customers WHERE region = 'EU' UNION SELECT name FROM employees "
    "WHERE dept IN ('sales', 'support') ORDER BY name",
)


def main() -> Sequence[Figure]:
    """Cost on ten realistic statements; and, where the shared data is there, what is refused and what passes."""
    return [*costs(), *_attacks(), *_golds()]


def _catalog(tables: int) -> Catalog:
    def table(name: str, columns: str) -> Table:
        named = (Column(name=column, type="TEXT", family=TypeFamily.TEXT) for column in columns.split())
        return Table(
            ref=TableRef("", name), columns=tuple(named), primary_key=("id",) if "id" in columns else ()
        )

    others = (
        (f"t{number}", "id a b c d e f g h i j k l m n o p q r s") for number in range(tables - len(TABLES))
    )
    found = (table(name, columns) for name, columns in (*TABLES.items(), *others))
    return Catalog(fingerprint=f"{tables} tables", tables=tuple(found))


def _refused(sql: str, catalog: Catalog) -> bool:
    return check(sql, dialect=SQLITE, catalog=catalog, policy=POLICY, asker="bench").statement is None


def _microseconds(call: Callable[[str], object]) -> float:
    """The median over rounds of the mean of the ten statements. Each text is new, so that nothing is remembered."""
    times = []
    for number in range(ROUNDS):
        texts = [f"{sql} -- {number} {id(call)}" for sql in REALISTIC]
        began = time.perf_counter()
        for text in texts:
            call(text)
        times.append((time.perf_counter() - began) / len(texts) * 1e6)
    return statistics.median(times)


def costs() -> Iterator[Figure]:
    """Of a check, beside parsing alone, and by the size of the catalog."""
    small, large = _catalog(10), _catalog(10_000)
    for catalog in (small, large):
        refused = [sql for sql in REALISTIC if _refused(sql, catalog)]
        if refused:
            raise AssertionError(f"these must pass: {refused}")
    grammar = Grammar.get_or_raise("sqlite")
    parsing = _microseconds(lambda sql: grammar.parser().parse(grammar.tokenize(sql), sql))
    at_small = _microseconds(lambda sql: _refused(sql, small))
    at_large = _microseconds(lambda sql: _refused(sql, large))
    yield Figure(
        what="check of a realistic statement, parsing included",
        value=at_small,
        unit="µs",
        peer=parsing,
        peer_name="sqlglot, only parsing:",
    )
    yield Figure(
        what="checks as a share of the parse-only rate",
        value=parsing / at_small * 100,
        unit="%",
        goal="pure >= 40 %, fast >= 25 %",
    )
    yield Figure(
        what="check at 10,000 tables beside one at 10",
        value=at_large / at_small,
        unit="x",
        goal="at most 1.2 x",
    )


def _attacks() -> Iterator[Figure]:
    if not SHARED.is_dir():
        return
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "shop.db"
        database = sqlite3.connect(path)
        database.executescript((SHARED / "cases" / "schema_sqlite.sql").read_text(encoding="utf-8"))
        database.close()
        shops = {"sqlite": catalog_of(path)}
    shops |= {called: catalog_of_cases(SHARED, called) for called in ENGINES}
    attacks: list[bool] = []
    honest: list[bool] = []
    for called, shop in shops.items():
        engine = ENGINES.get(called, called)
        must = (case for case in cases(SHARED, "attacks", called) if case["expected"] == "refuse")
        may = (case for case in cases(SHARED, "legit", called) if case["expected"] == "allow")
        attacks += [refuses(case["sql"], shop, engine) for case in must]
        honest += [not refuses(case["sql"], shop, engine) for case in may]
    yield _share("attacks on eleven engines refused by check alone", attacks, "100 %")
    yield _share("honest statements of eleven engines passed", honest, ">= 99 %")


def _golds() -> Iterator[Figure]:
    if not SHARED.is_dir():
        return
    with (SHARED / "corpora" / "databases.tsv").open(encoding="utf-8") as lines:
        rows = [row for row in csv.DictReader(lines, delimiter="\t") if row["path"].startswith("sqlite/")]
    paths = {(row["corpus"], row["db"]): SHARED / "corpora" / row["path"] for row in rows}
    catalogs: dict[Path, Catalog] = {}
    found = []
    for file in sorted((SHARED / "corpora" / "questions").glob("*.jsonl")):
        for question in _lines(file):
            path = paths.get((file.stem, question["db"]))
            if path is not None and question["dialect"] == "sqlite" and not question.get("gold_error"):
                if path not in catalogs:
                    catalogs[path] = catalog_of(path)
                found.append(_refused(question["gold_sql"], catalogs[path]))
    yield _share("right statements with a finding", found, "<= 1 %")


def _share(what: str, found: list[bool], goal: str) -> Figure:
    return Figure(
        what=what, value=sum(found) / len(found) * 100, unit="%", goal=goal, note=f"of {len(found):,}"
    )


def _lines(path: Path) -> Iterator[dict[str, Any]]:
    yield from map(json.loads, path.read_text(encoding="utf-8").splitlines())
