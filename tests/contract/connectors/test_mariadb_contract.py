"""MariaDB keeps the connector contract, on a server that these tests start."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from contextlib import closing
from decimal import Decimal
from typing import Any

import pymysql
import pytest
from tests.contract.connectors import servers

from rejoinder.connectors import mariadb
from rejoinder.connectors._my_connector import MysqlConnector
from rejoinder.errors import DatabaseUnavailable, UsageError
from rejoinder.terms.catalog import Function, TypeFamily
from rejoinder.terms.classes import Defect
from rejoinder.testing._connector_room import becomes
from rejoinder.testing.connector_contract import ConnectorContract
from rejoinder.testing.connector_world import (
    COMMON_WRITES,
    Engine,
    RefusalCase,
    UnreachableCase,
    ValueCase,
    WriteCase,
    statements,
)

_NO = Defect.READ_ONLY
_DENIED = Defect.PERMISSION
_SILENT = "no server listens there"
_UUID = "00000000-0000-0000-0000-000000000001"
_BOTH = "digits.seq_1_to_1000000 a, digits.seq_1_to_1000000 b"

ENGINE = Engine(
    title="MariaDB",
    open=mariadb.open,
    schema="world",
    quote="`",
    backslash="\\\\",
    endless=f"SELECT count(a.seq + b.seq) FROM {_BOTH}",
    endless_rows=f"SELECT a.seq FROM {_BOTH}",
    numbers="SELECT seq FROM digits.seq_1_to_{count}",
    wide_rows="SELECT repeat('x', {size}) FROM digits.seq_1_to_{count}",
    comments=(
        "ALTER TABLE customers COMMENT 'Who buys.'",
        "ALTER TABLE customers MODIFY credit DECIMAL(10,2) COMMENT 'In euros.'",
    ),
    functions=(
        (
            "CREATE FUNCTION doubled(a INT) RETURNS INT DETERMINISTIC NO SQL SQL SECURITY INVOKER RETURN a * 2",
            Function(schema="world", name="doubled", pure=True, returns="int(11)"),
        ),
        (
            "CREATE FUNCTION unclear(a INT) RETURNS INT RETURN a",
            Function(schema="world", name="unclear", pure=False, returns="int(11)"),
        ),
    ),
    restrict="REVOKE SELECT ON world.staff FROM reader@localhost",
    common_writes={
        **dict.fromkeys(COMMON_WRITES, _NO),
        **dict.fromkeys(("insert", "insert returning", "insert from a query", "update", "delete"), _DENIED),
        "delete after WITH": Defect.SYNTAX,
        "second statement": Defect.SYNTAX,
        "commit and write": Defect.SYNTAX,
    },
    writes=(
        WriteCase("replace", "REPLACE INTO staff (id, name) VALUES (1, 'made')", _DENIED),
        WriteCase("truncate", "TRUNCATE deliveries", _NO),
        WriteCase("write to a file", "SELECT * FROM customers INTO OUTFILE '/tmp/rejoinder-made'", _DENIED),
        WriteCase("call", "CALL nonesuch()", Defect.UNKNOWN_FUNCTION),
        WriteCase("become somebody", "SET ROLE owner", Defect.UNKNOWN),
        WriteCase("change a setting", "SET GLOBAL max_connections = 5", _DENIED),
        WriteCase("lock a table", "LOCK TABLES staff WRITE", _DENIED),
        WriteCase("load a file", "LOAD DATA INFILE '/etc/hostname' INTO TABLE staff", Defect.AUTHENTICATION),
        WriteCase("flush", "FLUSH TABLES", _DENIED),
    ),
    refusals=(
        RefusalCase("SELECT 1 FROM digits.nonesuch", Defect.UNKNOWN_TABLE, "digits.nonesuch", "1146"),
        RefusalCase("SELECT 1 FROM nonesuch", Defect.PERMISSION, code="1142"),
        RefusalCase("SELECT nonesuch FROM customers", Defect.UNKNOWN_COLUMN, "nonesuch", "1054"),
        RefusalCase("SELECT nonesuch(1)", Defect.UNKNOWN_FUNCTION, "world.nonesuch", "1305"),
        RefusalCase("SELECT id FROM customers, orders", Defect.AMBIGUOUS_COLUMN, "id", "1052"),
        RefusalCase("SELECT 1 FROM customers WHERE ORDER BY 1", Defect.SYNTAX, code="1064"),
        RefusalCase("SELECT 1; SELECT 2", Defect.SYNTAX, code="1064"),
        RefusalCase("SELECT 1 FROM customers WHERE count(*) > 1", Defect.GROUPING, code="1111"),
        RefusalCase("SELECT 1 UNION SELECT 1, 2", Defect.SHAPE, code="1222"),
        RefusalCase("SELECT * FROM (SELECT 1 AS a, 2 AS a) AS t", Defect.SHAPE, code="1060"),
        RefusalCase("SELECT '' COLLATE utf8mb4_bin = '' COLLATE utf8mb4_czech_ci", Defect.TYPE_MISMATCH, code="1267"),
        RefusalCase("SELECT 9223372036854775807 + 1", Defect.INVALID_CAST, code="1690"),
        RefusalCase("", Defect.NO_SQL, code="1065"),
        RefusalCase("-- nothing", Defect.READ_ONLY),
    ),
    never_refuses={
        Defect.DIVISION_BY_ZERO: "Dividing by zero is NULL in MariaDB.",
        Defect.NOT_ONE_STATEMENT: "MariaDB calls a second statement a syntax error.",
    },
    values=(
        ValueCase("null", "SELECT NULL", None, TypeFamily.OTHER),
        ValueCase("integer", "SELECT 7", 7, TypeFamily.INTEGER),
        ValueCase("unsigned bigint", "SELECT 18446744073709551615", 2**64 - 1, TypeFamily.INTEGER),
        ValueCase("boolean", "SELECT TRUE", 1, TypeFamily.INTEGER),
        ValueCase("float", "SELECT 1.5e0", 1.5, TypeFamily.FLOAT),
        ValueCase("decimal", "SELECT credit FROM customers WHERE id = 1", Decimal("10.50"), TypeFamily.DECIMAL),
        ValueCase(
            "long decimal", "SELECT 1" + "0" * 60 + ".1", Decimal("1" + "0" * 60 + ".1"), TypeFamily.DECIMAL
        ),
        ValueCase("text", "SELECT 'é日本😀'", "é日本😀", TypeFamily.TEXT),
        ValueCase("null in a text", "SELECT CONCAT('a', CHAR(0 USING utf8mb4), 'b')", "a\x00b", TypeFamily.TEXT),
        ValueCase("bytes", "SELECT x'00ff'", b"\x00\xff", TypeFamily.BINARY),
        ValueCase("date", "SELECT since FROM customers WHERE id = 1", dt.date(2024, 2, 29), TypeFamily.DATE),
        ValueCase("time", "SELECT TIME '12:34:56.5'", dt.timedelta(seconds=45_296.5), TypeFamily.TIME),
        ValueCase("time of days", "SELECT TIME '-838:59:59'", dt.timedelta(seconds=-3_020_399), TypeFamily.TIME),
        ValueCase(
            "timestamp", "SELECT placed_at FROM orders WHERE id = 1", dt.datetime(2025, 3, 1, 12), TypeFamily.TIMESTAMP
        ),
        ValueCase("JSON", "SELECT json_array(1.10)", "[1.10]", TypeFamily.TEXT),
        ValueCase("uuid", f"SELECT CAST('{_UUID}' AS UUID)", _UUID, TypeFamily.TEXT),
    ),
    no_family={
        TypeFamily.BOOLEAN: "MariaDB's booleans are integers.",
        TypeFamily.INTERVAL: "MariaDB has no values of intervals.",
        TypeFamily.JSON: "MariaDB's JSON is text.",
        TypeFamily.UUID: "The protocol tells a UUID as text.",
        TypeFamily.NESTED: "MariaDB has no nested types.",
    },
    unreachable=(
        UnreachableCase("no server", "mariadb://reader@localhost/world?unix_socket={}/s", DatabaseUnavailable, _SILENT),
        UnreachableCase("no port", "mariadb://reader@127.0.0.1:1/world", DatabaseUnavailable, _SILENT),
        UnreachableCase("no database", "mariadb://reader@localhost", UsageError, "names no database"),
        UnreachableCase("no such option", "mariadb://reader@localhost/world?nonesuch=1", UsageError, "isn't an option"),
        UnreachableCase("no such port", "mariadb://reader@localhost:port/world", UsageError, "isn't a URL"),
    ),
    estimates=("rows_read",),
)  # fmt: skip

_EMPTY = (
    "DROP DATABASE IF EXISTS world",
    "CREATE DATABASE world",
    "CREATE DATABASE IF NOT EXISTS digits",
    "USE world",
    "DROP USER IF EXISTS reader@localhost",
    "CREATE USER reader@localhost",
    "GRANT SHOW VIEW, EXECUTE ON world.* TO reader@localhost",
    "GRANT SELECT ON digits.* TO reader@localhost",
)
_TABLES = ("customers", "orders", "order_lines", "deliveries", "staff", "`Odd Namé`", "open_orders")


class MariadbWorld:
    """The database `world`, made anew; the connector's user can only read."""

    def __init__(self, socket: str, owner: pymysql.Connection[Any]) -> None:
        self.changed = False
        self.socket = socket
        self.owner = owner
        granted = (f"GRANT SELECT ON world.{name} TO reader@localhost" for name in _TABLES)
        self.change(*_EMPTY, *statements(ENGINE), *granted)
        self.changed = False

    def open(self, *, sessions: int = 2) -> MysqlConnector:
        return mariadb.open(f"mariadb://reader@localhost/world?unix_socket={self.socket}", sessions=sessions)

    def change(self, *sql: str) -> None:
        self.changed = self.changed or bool(sql)
        for statement in sql:
            self._rows(statement)

    def state(self) -> object:
        """Every row of every table, and everything that is defined."""
        names = [row[0] for row in self._rows("SHOW TABLES")]
        settings = self._rows("SHOW GLOBAL VARIABLES LIKE 'max_conn%'")
        return [(name, self._rows(f"SELECT * FROM `{name}`")) for name in names], settings

    def busy(self) -> bool:
        """Whether a session of the connector's is at work or in a transaction, as the server tells it.

        The server answers before it clears what a session did last, and lists for a moment the connection that
        sent a KILL: what ends a statement isn't one.
        """
        return bool(
            self._rows(
                "SELECT 1 FROM information_schema.processlist p LEFT JOIN information_schema.innodb_trx t "
                "ON t.trx_mysql_thread_id = p.id WHERE p.user = 'reader' AND (t.trx_id IS NOT NULL "
                "OR (p.info IS NOT NULL AND p.info NOT IN ('DO 0', 'ROLLBACK') AND p.info NOT LIKE 'KILL QUERY %'))"
            )
        )

    def end_sessions(self) -> None:
        """End every connection of the connector's user, and wait until they are gone."""
        mine = "SELECT id FROM information_schema.processlist WHERE user = 'reader'"
        for (each,) in self._rows(mine):
            self._rows(f"KILL CONNECTION {each}")
        assert becomes(lambda: not self._rows(mine))

    def _rows(self, sql: str) -> list[tuple[Any, ...]]:
        with self.owner.cursor() as cursor:
            cursor.execute(sql)
            return list(cursor.fetchall())


@pytest.fixture(scope="session")
def socket() -> Iterator[str]:
    with servers.mariadb() as path:
        yield path


@pytest.fixture(scope="session")
def owner(socket: str) -> Iterator[pymysql.Connection[Any]]:
    with closing(
        pymysql.connect(unix_socket=socket, user="root", charset="utf8mb4", autocommit=True)
    ) as opened:
        yield opened


@pytest.fixture(scope="session")
def worlds() -> list[MariadbWorld]:
    """The world in use, if there is one."""
    return []


class TestMariadb(ConnectorContract):
    """On a server of version 10.11."""

    engine = ENGINE

    @pytest.fixture
    def world(self, worlds: list[MariadbWorld], socket: str, owner: pymysql.Connection[Any]) -> MariadbWorld:
        """The one of the test before, as long as nobody changed it: no write of a connector may have."""
        if not worlds or worlds[-1].changed:
            worlds[:] = [MariadbWorld(socket, owner)]
        return worlds[-1]

    def test_a_connection_that_was_ended_while_idle_is_replaced_unseen(self, world: MariadbWorld) -> None:
        connector = world.open(sessions=1)
        assert self.result(connector, "SELECT 1").rows == ((1,),)
        world.end_sessions()
        assert self.result(connector, "SELECT 1").rows == ((1,),)
        connector.close()
