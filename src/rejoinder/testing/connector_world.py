"""What a connector's author declares about an engine, and the small database that `ConnectorContract` looks at."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from rejoinder.errors import RejoinderError
from rejoinder.ports import Connector
from rejoinder.terms.catalog import Function, TypeFamily
from rejoinder.terms.classes import Defect

GAPS = frozenset(
    {
        "allowed_values",  # what a CHECK or an enum allows isn't told
        "comments",  # tables and columns have no comments
        "depends_on",  # what a view reads isn't told
        "functions",  # there are no functions of users, or none that a statement can name
        "grants",  # there are no rights to take away from a role
        "live",  # nobody can change the database while the connector has it open
        "many_sessions",  # statements run one after another
        "row_estimate",  # how many rows a table has isn't known without counting
        "snapshot",  # two reads of one statement may see two moments
    }
)
"""What an engine may lack. A gap is declared with its reason, and a gap that has closed fails the contract."""

COMMON_WRITES: Mapping[str, str] = {
    "insert": "INSERT INTO staff (id, name) VALUES (99, 'made')",
    "insert returning": "INSERT INTO staff (id, name) VALUES (99, 'made') RETURNING id",
    "insert from a query": "INSERT INTO staff (id, name) SELECT id + 90, name FROM customers",
    "update": "UPDATE customers SET name = 'made'",
    "delete": "DELETE FROM deliveries",
    "delete after WITH": "WITH gone AS (SELECT 1 AS id) DELETE FROM deliveries WHERE id IN (SELECT id FROM gone)",
    "create table": "CREATE TABLE made (id INTEGER)",
    "create table from a query": "CREATE TABLE made AS SELECT * FROM customers",
    "create temporary table": "CREATE TEMPORARY TABLE made (id INTEGER)",
    "create view": "CREATE VIEW made AS SELECT 1 AS id",
    "create index": "CREATE INDEX made ON customers (region)",
    "alter table": "ALTER TABLE customers ADD COLUMN made INTEGER",
    "drop table": "DROP TABLE deliveries",
    "drop view": "DROP VIEW open_orders",
    "second statement": "SELECT 1; DELETE FROM deliveries",
    "commit and write": "COMMIT; DELETE FROM deliveries",
    "commit": "COMMIT",
    "begin": "BEGIN",
}
"""Ways to write that every engine is tried with. What is the engine's own is in `Engine.writes`."""

REFUSED_EVERYWHERE = frozenset(
    {
        Defect.UNKNOWN_TABLE,
        Defect.UNKNOWN_COLUMN,
        Defect.UNKNOWN_FUNCTION,
        Defect.AMBIGUOUS_COLUMN,
        Defect.SYNTAX,
        Defect.GROUPING,
        Defect.TYPE_MISMATCH,
        Defect.INVALID_CAST,
        Defect.DIVISION_BY_ZERO,
        Defect.NOT_ONE_STATEMENT,
        Defect.NO_SQL,
    }
)
"""Classes of which an engine has a case, or says why it never refuses like that."""


@dataclass(frozen=True, slots=True)
class ValueCase:
    """A value that the engine's own SQL makes, and what Python gets for it."""

    name: str
    sql: str
    value: Any
    family: TypeFamily


@dataclass(frozen=True, slots=True)
class RefusalCase:
    """A statement that the engine refuses, and how. `position` is a 0-based offset into `sql`, if the engine tells."""

    sql: str
    defect: Defect
    subject: str = ""
    code: str = ""
    position: int | None = None


@dataclass(frozen=True, slots=True)
class WriteCase:
    """A way to do more than reading that this engine has."""

    name: str
    sql: str
    defect: Defect


@dataclass(frozen=True, slots=True)
class UnreachableCase:
    """A URL that can't be opened. `says` is a part of the sentence; `{}` in the URL is a folder of the test's own."""

    name: str
    url: str
    error: type[RejoinderError]
    says: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Engine:
    """One engine, as the contract has to know it. SQL templates are filled with `str.format`."""

    title: str
    """What `Privileges.engine` begins with."""
    open: Callable[[str], Connector]
    """The connector's own `open`."""
    endless: str
    """A statement that never ends and returns nothing before it does."""
    endless_rows: str
    """A statement that returns rows for ever, or for days, without collecting them first."""
    numbers: str
    """`{count}` rows of one integer column: 1 to the count."""
    wide_rows: str
    """`{count}` rows of one text of `{size}` characters."""
    writes: tuple[WriteCase, ...]
    common_writes: Mapping[str, Defect]
    """The class of each of `COMMON_WRITES`."""
    refusals: tuple[RefusalCase, ...]
    values: tuple[ValueCase, ...]
    unreachable: tuple[UnreachableCase, ...]
    estimates: tuple[str, ...]
    """The quantities of an `Estimate` that the planner tells."""
    schema: str = ""
    """In which the catalog has the tables."""
    quote: str = '"'
    backslash: str = "\\"
    """How a backslash is written in a literal."""
    generated: str = "GENERATED ALWAYS AS (quantity * price) STORED"
    comments: tuple[str, ...] = ()
    """Statements that say `Who buys.` of the table `customers` and `In euros.` of its column `credit`."""
    functions: tuple[tuple[str, Function], ...] = ()
    """Statements that make a function, and what the catalog says of it."""
    restrict: str = ""
    """A statement that takes the right to read `staff` from the connector's role."""
    never_refuses: Mapping[Defect, str] = field(default_factory=dict)
    """Classes of `REFUSED_EVERYWHERE` that don't happen here, and why."""
    no_family: Mapping[TypeFamily, str] = field(default_factory=dict)
    """Families of types that no result has here, and why."""
    gaps: Mapping[str, str] = field(default_factory=dict)
    """What is missing, of `GAPS`, and why."""


class World(Protocol):
    """A live database that holds the contract's tables, and its owner's way in beside the connector."""

    def open(self, *, sessions: int = 2) -> Connector:
        """A connector to it. The contract closes it."""
        ...

    def change(self, *statements: str) -> None:
        """Carry statements out as the owner, and commit them."""
        ...

    def state(self) -> object:
        """Whatever a write could have changed, in a form that can be compared."""
        ...

    def busy(self) -> bool:
        """Whether the database is at work for a connector, or holds a transaction of one."""
        ...


def statements(engine: Engine) -> tuple[str, ...]:
    """The SQL that makes the contract's tables and their rows, for the owner to run."""
    odd, size, word = (f"{engine.quote}{name}{engine.quote}" for name in ("Odd Namé", "Größe (cm)", "select"))
    return (
        "CREATE TABLE customers (id INTEGER NOT NULL PRIMARY KEY, name VARCHAR(60) NOT NULL, email VARCHAR(60), "
        "region VARCHAR(40), credit DECIMAL(10,2), since DATE, UNIQUE (email))",
        "CREATE TABLE orders (id INTEGER NOT NULL PRIMARY KEY, customer_id INTEGER, status VARCHAR(20) NOT NULL, "
        "placed_at TIMESTAMP NULL, CHECK (status IN ('open', 'shipped')), "
        "FOREIGN KEY (customer_id) REFERENCES customers (id))",
        "CREATE TABLE order_lines (order_id INTEGER NOT NULL, line INTEGER NOT NULL, quantity INTEGER NOT NULL, "
        f"price DECIMAL(10,2) NOT NULL, total DECIMAL(10,2) {engine.generated}, PRIMARY KEY (order_id, line), "
        "FOREIGN KEY (order_id) REFERENCES orders (id))",
        "CREATE TABLE deliveries (id INTEGER NOT NULL PRIMARY KEY, order_id INTEGER NOT NULL, "
        "line INTEGER NOT NULL, FOREIGN KEY (order_id, line) REFERENCES order_lines (order_id, line))",
        "CREATE TABLE staff (id INTEGER NOT NULL PRIMARY KEY, name VARCHAR(60) NOT NULL, manager_id INTEGER, "
        "FOREIGN KEY (manager_id) REFERENCES staff (id))",
        f"CREATE TABLE {odd} ({size} INTEGER, {word} VARCHAR(10))",
        "CREATE VIEW open_orders AS SELECT orders.id, customers.name FROM orders "
        "JOIN customers ON customers.id = orders.customer_id WHERE orders.status = 'open'",
        "INSERT INTO customers (id, name, email, region, credit, since) VALUES "
        "(1, 'Ada', 'ada@example.org', 'United States', 10.50, '2024-02-29'), "
        "(2, 'Zoë', 'zoe@example.org', 'UNITED STATES ', 0, '2025-01-01'), "
        "(3, 'Ola', NULL, 'Österreich', NULL, NULL), (4, '日本', NULL, NULL, NULL, NULL)",
        "INSERT INTO orders (id, customer_id, status, placed_at) VALUES "
        "(1, 1, 'open', '2025-03-01 12:00:00'), (2, 2, 'shipped', NULL), (3, NULL, 'open', NULL)",
        "INSERT INTO order_lines (order_id, line, quantity, price) VALUES (1, 1, 2, 1.25), (1, 2, 1, 3.00)",
        "INSERT INTO deliveries (id, order_id, line) VALUES (1, 1, 1)",
        "INSERT INTO staff (id, name, manager_id) VALUES (1, 'Ada', NULL)",
        "INSERT INTO staff (id, name, manager_id) VALUES (2, 'Bo', 1)",
        *engine.comments,
    )
