"""The same tables twice on each engine: whole, behind row filters, and with nothing but the visible rows."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

import duckdb as duckdb_driver
import psycopg
import pymysql
from tests.contract.connectors import servers

from rejoinder import check
from rejoinder.connectors import duckdb, mariadb, postgresql, sqlite
from rejoinder.ports import CancelHandle, Connector
from rejoinder.rewriting import RewritingConnector, RowFilters
from rejoinder.terms.catalog import ColumnRef
from rejoinder.terms.estimate import Estimate, Unknown
from rejoinder.terms.finding import Finding
from rejoinder.terms.limits import ExecutionLimits, LookupLimits
from rejoinder.terms.policy import Access, Policy, RowFilter
from rejoinder.terms.refusal import Refusal
from rejoinder.terms.result import Result, Stored

ACCESS = Access(
    row_filters=(
        RowFilter(table="orders", condition="region = 'EU'"),
        RowFilter(table="customers", condition="id IN (SELECT customer_id FROM grants)"),
    )
)
_LIMITS = ExecutionLimits(seconds=20.0, rows=1_000)
_ASKER = "ada"
_TABLES = (
    "CREATE TABLE customers (id integer PRIMARY KEY, name varchar(40) NOT NULL, city varchar(40))",
    "CREATE TABLE grants (customer_id integer)",
    "CREATE TABLE orders (id integer PRIMARY KEY, customer_id integer, region varchar(9), amount integer,"
    " code varchar(20))",
    "CREATE TABLE items (order_id integer, dish varchar(20), quantity integer)",
    "CREATE VIEW big_orders AS SELECT * FROM orders WHERE amount > 10",
)
CUSTOMERS = [(1, "Ana", "Graz"), (2, "Bo", "Linz"), (3, "Cy", "Graz"), (4, "hidden", "Steyr")]
GRANTS = [(1,), (2,), (3,)]
ORDERS = [
    (1, 1, "EU", 10, "7"),
    (2, 1, "EU", 20, "8"),
    (3, 2, "US", 30, "secret"),
    (4, 2, "EU", None, "9"),
    (5, 4, "EU", 50, "10"),
    (6, 3, None, 60, "secret"),
    (7, 4, "US", 1_000_000, '{"'),
]
ITEMS = [(1, "soup", 1), (1, "rice", 2), (2, "soup", 3), (3, "rice", 4), (5, "tea", 5), (7, "tea", 6)]


def rows(table: str, *, visible: bool) -> Sequence[tuple[object, ...]]:
    """The rows of a table, all of them or those that the filters leave."""
    if table == "customers":
        return [row for row in CUSTOMERS if not visible or (row[0],) in GRANTS]
    if table == "orders":
        return [row for row in ORDERS if not visible or row[2] == "EU"]
    return {"grants": GRANTS, "items": ITEMS}[table]


@dataclass(frozen=True)
class Clinic:
    """The two, as one asker has them."""

    engine: str
    whole: Connector
    visible: Connector

    @property
    def wrapped(self) -> RewritingConnector:
        """The whole tables behind the filters."""
        return RewritingConnector(self.whole, RowFilters.of(ACCESS, self.whole.catalog(), self.whole.dialect))

    def filtered(self, text: str) -> Result | Refusal | tuple[Finding, ...]:
        """What the asker is given of the whole tables."""
        return _run(self.wrapped, text, Policy(access=ACCESS))

    def unfiltered(self, text: str) -> Result | Refusal | tuple[Finding, ...]:
        """What anybody is given who has no filter."""
        return _run(self.whole, text, Policy())

    def copied(self, text: str) -> Result | Refusal | tuple[Finding, ...]:
        """What anybody is given of the visible rows alone."""
        return _run(self.visible, text, Policy())

    def priced(self, text: str) -> Estimate | Refusal | Unknown:
        """What the asker is told of a statement's price."""
        statement = _checked(self.wrapped, text, Policy(access=ACCESS)).statement
        assert statement is not None
        return self.wrapped.estimate(statement, _LIMITS, CancelHandle())

    def looked_up(self, table: str, column: str, literals: Sequence[str]) -> Sequence[Stored]:
        """The stored values that the asker is given, in their order."""
        ref = next(each.ref for each in self.whole.catalog().tables if each.ref.name == table)
        found = self.wrapped.values([ColumnRef(ref, column)], literals, LookupLimits(seconds=10.0))
        return sorted(found[ColumnRef(ref, column)], key=lambda stored: stored.value)


def _run(connector: Connector, text: str, policy: Policy) -> Result | Refusal | tuple[Finding, ...]:
    checking = _checked(connector, text, policy)
    if checking.statement is None:
        return checking.findings
    return connector.execute(checking.statement, _LIMITS, CancelHandle())


def _checked(connector: Connector, text: str, policy: Policy) -> check.Checking:
    catalog = connector.catalog()
    return check.check(text, dialect=connector.dialect, catalog=catalog, policy=policy, asker=_ASKER)


def _filled(execute: Callable[[str], object], *, visible: bool) -> None:
    for statement in _TABLES:
        execute(statement)
    for table in ("customers", "grants", "orders", "items"):
        for row in rows(table, visible=visible):
            values = ", ".join("NULL" if each is None else repr(each) for each in row)
            execute(f"INSERT INTO {table} VALUES ({values})")


@contextmanager
def _sqlite(folder: Path) -> Iterator[Clinic]:
    for name in ("whole", "visible"):
        with closing(sqlite3.connect(folder / f"{name}.sqlite", isolation_level=None)) as database:
            _filled(database.execute, visible=name == "visible")
    with ExitStack() as stack:
        both = [
            stack.enter_context(closing(sqlite.open(f"sqlite:///{folder / name}.sqlite", sessions=1)))
            for name in ("whole", "visible")
        ]
        yield Clinic("SQLite", *both)


@contextmanager
def _duckdb(folder: Path) -> Iterator[Clinic]:
    for name in ("whole", "visible"):
        with closing(duckdb_driver.connect(str(folder / f"{name}.duckdb"))) as database:
            _filled(database.execute, visible=name == "visible")
    with ExitStack() as stack:
        both = [
            stack.enter_context(closing(duckdb.open(f"duckdb:///{folder / name}.duckdb", sessions=1)))
            for name in ("whole", "visible")
        ]
        yield Clinic("DuckDB", *both)


@contextmanager
def _postgres(_: Path) -> Iterator[Clinic]:
    with servers.postgres() as host, ExitStack() as stack:
        both = []
        for name in ("whole", "visible"):
            with psycopg.connect(host=host, user="owner", dbname="postgres", autocommit=True) as owner:
                owner.execute(f"CREATE DATABASE {name}".encode())
            with psycopg.connect(host=host, user="owner", dbname=name, autocommit=True) as owner:
                _filled(lambda text, owner=owner: owner.execute(text.encode()), visible=name == "visible")
            url = f"postgresql://owner@/{name}?host={host}"
            both.append(stack.enter_context(closing(postgresql.open(url, sessions=1))))
        yield Clinic("PostgreSQL", *both)


@contextmanager
def _mariadb(_: Path) -> Iterator[Clinic]:
    with servers.mariadb() as socket, ExitStack() as stack:
        both = []
        with closing(pymysql.connect(unix_socket=socket, user="root", autocommit=True)) as root:
            cursor = root.cursor()
            for name in ("whole", "visible"):
                cursor.execute(f"CREATE DATABASE {name}")
                cursor.execute(f"USE {name}")
                _filled(cursor.execute, visible=name == "visible")
                url = f"mariadb://root@localhost/{name}?unix_socket={socket}"
                both.append(stack.enter_context(closing(mariadb.open(url, sessions=1))))
        yield Clinic("MariaDB", *both)


OPENED = {"SQLite": _sqlite, "DuckDB": _duckdb, "PostgreSQL": _postgres, "MariaDB": _mariadb}
"""What opens each engine's clinic, its files in a folder."""
