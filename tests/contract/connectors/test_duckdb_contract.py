"""DuckDB keeps the connector contract."""

from __future__ import annotations

import datetime as dt
import hashlib
import uuid
from contextlib import closing
from decimal import Decimal
from pathlib import Path

import duckdb as driver
import pytest

from rejoinder.connectors import duckdb
from rejoinder.connectors.duckdb import DuckdbConnector
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
_SHUT = Defect.PERMISSION  # "disabled by configuration": the sandbox

ENGINE = Engine(
    title="DuckDB",
    open=duckdb.open,
    schema="main",
    endless="WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n",
    endless_rows="SELECT i FROM range(1000000000000) AS n(i)",
    numbers="SELECT i::INTEGER FROM range(1, {count} + 1) AS n(i)",
    wide_rows="SELECT repeat('x', {size}) FROM range({count})",
    generated="GENERATED ALWAYS AS (quantity * price) VIRTUAL",
    comments=("COMMENT ON TABLE customers IS 'Who buys.'", "COMMENT ON COLUMN customers.credit IS 'In euros.'"),
    functions=(
        ("CREATE MACRO doubled(a) AS a * 2", Function(schema="main", name="doubled", pure=True)),
        (
            "CREATE MACRO pairs(a) AS TABLE SELECT a AS one, a AS other",
            Function(schema="main", name="pairs", pure=True, returns_table=True),
        ),
    ),
    common_writes={
        **dict.fromkeys(COMMON_WRITES, _NO),
        "second statement": Defect.NOT_ONE_STATEMENT,
        "commit and write": Defect.NOT_ONE_STATEMENT,
    },
    writes=(
        WriteCase("temporary macro", "CREATE TEMP MACRO made(a) AS a", _NO),
        WriteCase("truncate", "TRUNCATE deliveries", _NO),
        WriteCase("merge", "MERGE INTO staff USING staff AS s ON staff.id = s.id WHEN MATCHED THEN DELETE", _NO),
        WriteCase("attach", "ATTACH ':memory:' AS other", _NO),
        WriteCase("detach", "DETACH world", _NO),
        WriteCase("use", "USE main", _NO),
        WriteCase("copy out", "COPY customers TO 'made.csv'", _NO),
        WriteCase("export", "EXPORT DATABASE 'made'", _NO),
        WriteCase("install", "INSTALL httpfs", _NO),
        WriteCase("load", "LOAD json", _NO),
        WriteCase("set", "SET threads = 1", _NO),
        WriteCase("set variable", "SET VARIABLE made = 1", _NO),
        WriteCase("reset", "RESET threads", _NO),
        WriteCase("pragma", "PRAGMA enable_profiling", _NO),
        WriteCase("call", "CALL pragma_version()", _NO),
        WriteCase("checkpoint", "CHECKPOINT", _NO),
        WriteCase("vacuum", "VACUUM", _NO),
        WriteCase("prepare", "PREPARE made AS SELECT 1", _NO),
        WriteCase("explain analyze", "EXPLAIN ANALYZE DELETE FROM deliveries", _NO),
        WriteCase("comment", "COMMENT ON TABLE staff IS 'made'", _NO),
        WriteCase("read a file", "SELECT * FROM read_text('/etc/hostname')", _SHUT),
        WriteCase("list files", "SELECT * FROM glob('/etc/*')", _SHUT),
        WriteCase("read a file by its name", "SELECT * FROM '/etc/hostname.csv'", _SHUT),
        WriteCase("read a variable of the process", "SELECT * FROM ENGINE", Defect.UNKNOWN_TABLE),
    ),
    refusals=(
        RefusalCase("SELECT 1 FROM nonesuch", Defect.UNKNOWN_TABLE, "nonesuch", position=14),
        RefusalCase("SELECT 'é日', nonesuch FROM customers", Defect.UNKNOWN_COLUMN, "nonesuch", position=13),
        RefusalCase("SELECT nonesuch(1)", Defect.UNKNOWN_FUNCTION, "nonesuch", position=7),
        RefusalCase("SELECT id FROM customers, orders", Defect.AMBIGUOUS_COLUMN, "id", position=7),
        RefusalCase("SELECT 1 FROM customers WHERE ORDER BY 1", Defect.SYNTAX, position=30),
        RefusalCase("SELECT name, count(*) FROM customers", Defect.GROUPING, "name", position=7),
        RefusalCase("SELECT sum(name) FROM customers", Defect.TYPE_MISMATCH, position=7),
        RefusalCase("SELECT CAST(name AS INTEGER) FROM customers", Defect.INVALID_CAST, position=7),
        RefusalCase("SELECT 1 // 0", Defect.DIVISION_BY_ZERO),
        RefusalCase("SELECT 1; SELECT 2", Defect.NOT_ONE_STATEMENT),
        RefusalCase("", Defect.NO_SQL),
        RefusalCase("-- nothing", Defect.NO_SQL),
    ),
    values=(
        ValueCase("null", "SELECT NULL", None, TypeFamily.OTHER),
        ValueCase("boolean", "SELECT TRUE", True, TypeFamily.BOOLEAN),
        ValueCase("integer", "SELECT 7", 7, TypeFamily.INTEGER),
        ValueCase("hugeint", "SELECT 170141183460469231731687303715884105727::HUGEINT", 2**127 - 1, TypeFamily.INTEGER),
        ValueCase("float", "SELECT 1.5::DOUBLE", 1.5, TypeFamily.FLOAT),
        ValueCase("infinity", "SELECT 'inf'::DOUBLE", float("inf"), TypeFamily.FLOAT),
        ValueCase("not a number", "SELECT 'nan'::DOUBLE", float("nan"), TypeFamily.FLOAT),
        ValueCase("decimal", "SELECT credit FROM customers WHERE id = 1", Decimal("10.50"), TypeFamily.DECIMAL),
        ValueCase(
            "long decimal", "SELECT 12345678901234567890123456789012345.678::DECIMAL(38,3)",
            Decimal("12345678901234567890123456789012345.678"), TypeFamily.DECIMAL,
        ),
        ValueCase("text", "SELECT 'é日本😀'", "é日本😀", TypeFamily.TEXT),
        ValueCase("null in a text", "SELECT 'a' || chr(0) || 'b'", "a\x00b", TypeFamily.TEXT),
        ValueCase("enum", "SELECT 'open'::ENUM('open', 'shut')", "open", TypeFamily.TEXT),
        ValueCase("blob", "SELECT '\\x00\\xFF'::BLOB", b"\x00\xff", TypeFamily.BINARY),
        ValueCase("bits", "SELECT '101'::BIT", "101", TypeFamily.BINARY),
        ValueCase("date", "SELECT since FROM customers WHERE id = 1", dt.date(2024, 2, 29), TypeFamily.DATE),
        ValueCase("date beyond Python's", "SELECT DATE '290000-01-01'", "290000-01-01", TypeFamily.DATE),
        ValueCase("date before Christ", "SELECT DATE '0044-03-15 (BC)'", "0044-03-15 (BC)", TypeFamily.DATE),
        ValueCase("time", "SELECT TIME '12:34:56.5'", dt.time(12, 34, 56, 500_000), TypeFamily.TIME),
        ValueCase(
            "timestamp", "SELECT placed_at FROM orders WHERE id = 1", dt.datetime(2025, 3, 1, 12), TypeFamily.TIMESTAMP
        ),
        ValueCase("interval", "SELECT INTERVAL '2 days 3 hours'", dt.timedelta(days=2, hours=3), TypeFamily.INTERVAL),
        ValueCase("uuid", "SELECT '00000000-0000-0000-0000-000000000001'::UUID", uuid.UUID(int=1), TypeFamily.UUID),
        ValueCase("list", "SELECT [1, NULL, 2]", [1, None, 2], TypeFamily.NESTED),
        ValueCase("struct", "SELECT {'a': 1, 'b': [2]}", {"a": 1, "b": [2]}, TypeFamily.NESTED),
        ValueCase("map", "SELECT MAP {'k': 1}", {"k": 1}, TypeFamily.NESTED),
        ValueCase("JSON", "SELECT '[1, 2]'::JSON", "[1, 2]", TypeFamily.JSON),
    ),
    unreachable=(
        UnreachableCase("no file", "duckdb:///{}/none.duckdb", DatabaseUnavailable, "There is no file"),
        UnreachableCase("a folder", "duckdb:///{}", DatabaseUnavailable, "is a folder"),
        UnreachableCase("a host", "duckdb://host/none.duckdb", UsageError, "names a host"),
        UnreachableCase("in memory", "duckdb://", UsageError, "names no file"),
        UnreachableCase("an option", "duckdb:///{}/x?access_mode=read_write", UsageError, "isn't an option"),
    ),
    estimates=("rows_read", "rows_returned"),
    gaps={
        "grants": "DuckDB has no roles: whoever can read the file can read all of it.",
        "live": "DuckDB locks a file that is open for reading: nobody can change it.",
    },
)  # fmt: skip


class DuckdbWorld:
    """A file of its own, which the owner can open only while no connector has it open."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.opened: list[DuckdbConnector] = []
        self.change(*statements(ENGINE))

    def open(self, *, sessions: int = 2) -> DuckdbConnector:
        connector = duckdb.open(f"duckdb:///{self.path}?threads=2&memory_limit=200MB", sessions=sessions)
        self.opened.append(connector)
        return connector

    def change(self, *sql: str) -> None:
        with closing(driver.connect(self.path)) as owner:
            for statement in sql:
                owner.execute(statement)

    def state(self) -> object:
        """Every byte of the file, and which files lie beside it and in the working folder."""
        digest = hashlib.sha256(self.path.read_bytes()).hexdigest()
        return digest, sorted(self.path.parent.iterdir()), sorted(Path().iterdir())

    def busy(self) -> bool:
        """Whether a statement is under way: the engine is in this process, where only the connectors know."""
        return any(connector.running for connector in self.opened)


class TestDuckdb(ConnectorContract):
    """On files."""

    engine = ENGINE

    @pytest.fixture
    def world(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> DuckdbWorld:
        (tmp_path / "working").mkdir()
        monkeypatch.chdir(tmp_path / "working")
        return DuckdbWorld(tmp_path / "world.duckdb")
