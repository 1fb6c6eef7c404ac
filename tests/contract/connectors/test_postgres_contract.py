"""PostgreSQL keeps the connector contract, on a server that these tests start."""

from __future__ import annotations

import datetime as dt
import itertools
import uuid
from collections.abc import Iterator
from contextlib import closing
from decimal import Decimal

import psycopg
import pytest
from tests.contract.connectors import servers

from rejoinder.connectors import postgresql
from rejoinder.connectors._pg_connector import PostgresConnector
from rejoinder.errors import DatabaseUnavailable, UsageError
from rejoinder.terms.catalog import Function, TypeFamily
from rejoinder.terms.classes import Defect
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
_SILENT = "no server listens there"
_DENIED = Defect.PERMISSION

ENGINE = Engine(
    title="PostgreSQL",
    open=postgresql.open,
    schema="public",
    endless="WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT 1 FROM n) SELECT count(*) FROM n",
    endless_rows="WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT 1 FROM n) SELECT i FROM n",
    numbers="SELECT i FROM generate_series(1, {count}) AS n(i)",
    wide_rows="SELECT repeat('x', {size}) FROM generate_series(1, {count})",
    comments=("COMMENT ON TABLE customers IS 'Who buys.'", "COMMENT ON COLUMN customers.credit IS 'In euros.'"),
    functions=(
        (
            "CREATE FUNCTION doubled(a integer) RETURNS integer IMMUTABLE LANGUAGE sql AS 'SELECT a * 2'",
            Function(schema="public", name="doubled", pure=True, returns="integer"),
        ),
        (
            "CREATE FUNCTION spend(a integer) RETURNS SETOF text VOLATILE LANGUAGE sql AS 'SELECT a::text'",
            Function(schema="public", name="spend", pure=False, returns="text", returns_table=True),
        ),
    ),
    restrict="REVOKE SELECT ON staff FROM reader",
    common_writes={
        **dict.fromkeys(COMMON_WRITES, _NO),
        "second statement": Defect.NOT_ONE_STATEMENT,
        "commit and write": Defect.NOT_ONE_STATEMENT,
    },
    writes=(
        WriteCase("truncate", "TRUNCATE deliveries", _NO),
        WriteCase("write in a WITH", "WITH gone AS (DELETE FROM deliveries RETURNING id) SELECT * FROM gone", _NO),
        WriteCase("select into", "SELECT * INTO made FROM customers", _NO),
        WriteCase("row lock", "SELECT * FROM staff FOR UPDATE", _NO),
        WriteCase("explain analyze", "EXPLAIN ANALYZE DELETE FROM deliveries", _NO),
        WriteCase("copy to a program", "COPY customers TO PROGRAM 'true'", _DENIED),
        WriteCase("read a file", "SELECT pg_read_file('/etc/hostname')", _DENIED),
        WriteCase("list files", "SELECT pg_ls_dir('/')", _DENIED),
        WriteCase("large object", "SELECT lo_create(0)", _NO),
        WriteCase("block", "DO $$ BEGIN DELETE FROM deliveries; END $$", _NO),
        WriteCase("out of read only", "SELECT set_config('transaction_read_only', 'off', false)", Defect.READ_ONLY),
        WriteCase("become somebody", "SET ROLE owner", _DENIED),
    ),
    refusals=(
        RefusalCase("SELECT 1 FROM nonesuch", Defect.UNKNOWN_TABLE, "nonesuch", "42P01", 14),
        RefusalCase("SELECT 'é日', nonesuch FROM customers", Defect.UNKNOWN_COLUMN, "nonesuch", "42703", 13),
        RefusalCase("SELECT nonesuch(1)", Defect.UNKNOWN_FUNCTION, "nonesuch", "42883", 7),
        RefusalCase("SELECT id FROM customers, orders", Defect.AMBIGUOUS_COLUMN, "id", "42702", 7),
        RefusalCase("SELECT 1 FROM customers WHERE ORDER BY 1", Defect.SYNTAX, code="42601", position=30),
        RefusalCase("SELECT name, count(*) FROM customers", Defect.GROUPING, code="42803", position=7),
        RefusalCase("SELECT 1 WHERE 5", Defect.TYPE_MISMATCH, code="42804", position=15),
        RefusalCase("SELECT CAST(name AS integer) FROM customers", Defect.INVALID_CAST, code="22P02"),
        RefusalCase("SELECT 1 / 0", Defect.DIVISION_BY_ZERO, code="22012"),
        RefusalCase("SELECT 1; SELECT 2", Defect.NOT_ONE_STATEMENT, code="42601"),
        RefusalCase("", Defect.NO_SQL),
        RefusalCase("-- nothing", Defect.NO_SQL),
    ),
    values=(
        ValueCase("null", "SELECT NULL::point", None, TypeFamily.OTHER),
        ValueCase("boolean", "SELECT TRUE", True, TypeFamily.BOOLEAN),
        ValueCase("integer", "SELECT 7", 7, TypeFamily.INTEGER),
        ValueCase("bigint", "SELECT 9223372036854775807", 2**63 - 1, TypeFamily.INTEGER),
        ValueCase("float", "SELECT 1.5::float8", 1.5, TypeFamily.FLOAT),
        ValueCase("infinity", "SELECT 'inf'::float8", float("inf"), TypeFamily.FLOAT),
        ValueCase("not a number", "SELECT 'nan'::float8", float("nan"), TypeFamily.FLOAT),
        ValueCase("decimal", "SELECT credit FROM customers WHERE id = 1", Decimal("10.50"), TypeFamily.DECIMAL),
        ValueCase("long decimal", "SELECT 1e60 + 0.1", Decimal("1" + "0" * 60 + ".1"), TypeFamily.DECIMAL),
        ValueCase("infinite decimal", "SELECT 'Infinity'::numeric", Decimal("Infinity"), TypeFamily.DECIMAL),
        ValueCase("text", "SELECT 'é日本😀'", "é日本😀", TypeFamily.TEXT),
        ValueCase("enum", "SELECT 'happy'::mood", "happy", TypeFamily.TEXT),
        ValueCase("bytes", "SELECT '\\x00ff'::bytea", b"\x00\xff", TypeFamily.BINARY),
        ValueCase("date", "SELECT since FROM customers WHERE id = 1", dt.date(2024, 2, 29), TypeFamily.DATE),
        ValueCase("infinite date", "SELECT 'infinity'::date", "infinity", TypeFamily.DATE),
        ValueCase("date before Christ", "SELECT '0044-03-15 BC'::date", "0044-03-15 BC", TypeFamily.DATE),
        ValueCase("time", "SELECT TIME '12:34:56.5'", dt.time(12, 34, 56, 500_000), TypeFamily.TIME),
        ValueCase("midnight at the end", "SELECT TIME '24:00:00'", "24:00:00", TypeFamily.TIME),
        ValueCase(
            "timestamp", "SELECT placed_at FROM orders WHERE id = 1", dt.datetime(2025, 3, 1, 12), TypeFamily.TIMESTAMP
        ),
        ValueCase("infinite timestamp", "SELECT '-infinity'::timestamptz", "-infinity", TypeFamily.TIMESTAMP),
        ValueCase("interval", "SELECT INTERVAL '2 days 3 hours'", dt.timedelta(days=2, hours=3), TypeFamily.INTERVAL),
        ValueCase("interval of months", "SELECT INTERVAL '1 month 2 days'", "1 mon 2 days", TypeFamily.INTERVAL),
        ValueCase("uuid", "SELECT '00000000-0000-0000-0000-000000000001'::uuid", uuid.UUID(int=1), TypeFamily.UUID),
        ValueCase("array", "SELECT ARRAY[1, NULL, 2]", [1, None, 2], TypeFamily.NESTED),
        ValueCase("range", "SELECT int4range(1, 5)", "[1,5)", TypeFamily.NESTED),
        ValueCase("JSON", "SELECT '[1.10]'::jsonb", "[1.10]", TypeFamily.JSON),
        ValueCase("address", "SELECT '10.0.0.1'::inet", "10.0.0.1", TypeFamily.OTHER),
    ),
    unreachable=(
        UnreachableCase("no server", "postgresql://reader@/none?host={}", DatabaseUnavailable, _SILENT),
        UnreachableCase("no port", "postgresql://reader@127.0.0.1:1/none", DatabaseUnavailable, _SILENT),
        UnreachableCase("no such option", "postgresql://reader@/none?nonesuch=1", UsageError, "isn't a URL"),
        UnreachableCase("no such port", "postgresql://reader@host:port/none", DatabaseUnavailable, "can't be reached"),
    ),
    estimates=("rows_read", "rows_returned", "cost"),
    gaps={"row_estimate": "PostgreSQL doesn't know how many rows a table has before it was analyzed."},
)  # fmt: skip

_COUNTER = itertools.count()
_ROLE = (
    "CREATE ROLE reader LOGIN",
    "CREATE TYPE mood AS ENUM ('happy', 'sad')",
    "GRANT SELECT ON ALL TABLES IN SCHEMA public TO reader",
)


class PostgresWorld:
    """A database of its own on the server, made from a template; the connector's role can only read."""

    def __init__(self, host: str, template: str) -> None:
        self.host = host
        self.name = f"world_{next(_COUNTER)}"
        self.changed = False
        with closing(connected(host, "postgres")) as owner:
            owner.execute(f"CREATE DATABASE {self.name} TEMPLATE {template} STRATEGY WAL_LOG")

    def open(self, *, sessions: int = 2) -> PostgresConnector:
        return postgresql.open(f"postgresql://reader@/{self.name}?host={self.host}", sessions=sessions)

    def change(self, *sql: str) -> None:
        self.changed = True
        with closing(connected(self.host, self.name)) as owner:
            for statement in sql:
                owner.execute(statement)

    def state(self) -> object:
        """Every row of every table, and everything that is defined."""
        with closing(connected(self.host, self.name)) as owner:
            names = owner.execute(
                "SELECT relname, relkind FROM pg_class WHERE relnamespace = 'public'::regnamespace ORDER BY 1"
            ).fetchall()
            rows = [
                owner.execute(f'SELECT * FROM "{name}"').fetchall()
                for name, kind in names
                if kind in ("r", "v")
            ]
            large = owner.execute("SELECT count(*) FROM pg_largeobject_metadata").fetchone()
        return names, rows, large

    def busy(self) -> bool:
        """Whether a session of the connector's is at work or in a transaction, as the server tells it."""
        with closing(connected(self.host, self.name)) as owner:
            found = owner.execute(
                "SELECT count(*) FROM pg_stat_activity WHERE datname = %s AND usename = 'reader' AND state <> 'idle'",
                (self.name,),
            ).fetchone()
        return found is not None and found[0] > 0

    def drop(self) -> None:
        with closing(connected(self.host, "postgres")) as owner:
            owner.execute(f"DROP DATABASE {self.name} WITH (FORCE)")


def connected(host: str, database: str) -> psycopg.Connection:
    return psycopg.connect(f"postgresql://owner@/{database}?host={host}", autocommit=True)


@pytest.fixture(scope="session")
def host() -> Iterator[str]:
    with servers.postgres() as folder:
        with closing(connected(folder, "postgres")) as owner:
            owner.execute("CREATE DATABASE contract")
        with closing(connected(folder, "contract")) as owner:
            for statement in (*statements(ENGINE), *_ROLE):
                owner.execute(statement)
        yield folder


@pytest.fixture(scope="session")
def worlds(host: str) -> list[PostgresWorld]:
    """The world in use, if there is one."""
    return []


class TestPostgres(ConnectorContract):
    """On a server of version 18."""

    engine = ENGINE

    @pytest.fixture
    def world(self, worlds: list[PostgresWorld], host: str) -> PostgresWorld:
        """The one of the test before, as long as nobody changed it: no write of a connector may have."""
        if worlds and worlds[-1].changed:
            worlds.pop().drop()
        if not worlds:
            worlds.append(PostgresWorld(host, "contract"))
        return worlds[-1]
