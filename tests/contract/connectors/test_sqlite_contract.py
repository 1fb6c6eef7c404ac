"""SQLite keeps the connector contract."""

from __future__ import annotations

import hashlib
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from rejoinder.connectors import sqlite
from rejoinder.connectors.sqlite import SqliteConnector
from rejoinder.errors import DatabaseUnavailable, UsageError
from rejoinder.terms.catalog import TypeFamily
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

_NUMBERS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {count}) SELECT i FROM n"
_NO = Defect.PERMISSION  # SQLite says "not authorized": that is its authorizer
_NO_TYPES = "SQLite's values are integers, floats, texts and blobs; a result has no other type."

ENGINE = Engine(
    title="SQLite",
    open=sqlite.open,
    endless="WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n",
    endless_rows="WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n",
    numbers=_NUMBERS,
    wide_rows=_NUMBERS.replace("SELECT i FROM n", "SELECT printf('%.*c', {size}, 'x') FROM n"),
    common_writes={
        **dict.fromkeys(COMMON_WRITES, Defect.PERMISSION),
        "second statement": Defect.NOT_ONE_STATEMENT,
    },
    writes=(
        WriteCase("replace", "REPLACE INTO staff (id, name) VALUES (1, 'x')", _NO),
        WriteCase("upsert", "INSERT INTO staff (id, name) VALUES (1, 'x') ON CONFLICT DO NOTHING", _NO),
        WriteCase("attach", "ATTACH ':memory:' AS other", _NO),
        WriteCase("detach", "DETACH main", _NO),
        WriteCase("pragma", "PRAGMA query_only = 0", _NO),
        WriteCase("pragma that reads", "PRAGMA table_info(customers)", _NO),
        WriteCase("pragma as a table", "SELECT * FROM pragma_journal_mode('wal')", _NO),
        WriteCase("writable schema", "PRAGMA writable_schema = 1", _NO),
        WriteCase("vacuum", "VACUUM", Defect.READ_ONLY),
        WriteCase("vacuum into", "VACUUM INTO 'copy.db'", Defect.READ_ONLY),
        WriteCase("analyze", "ANALYZE", _NO),
        WriteCase("reindex", "REINDEX", _NO),
        WriteCase("trigger", "CREATE TRIGGER made AFTER INSERT ON staff BEGIN DELETE FROM deliveries; END", _NO),
        WriteCase("virtual table", "CREATE VIRTUAL TABLE made USING fts5(text)", _NO),
        WriteCase("savepoint", "SAVEPOINT made", _NO),
        WriteCase("extension", "SELECT load_extension('libc')", _NO),
        WriteCase("tokenizer", "SELECT fts3_tokenizer('simple')", _NO),
    ),
    refusals=(
        RefusalCase("SELECT 1 FROM nonesuch", Defect.UNKNOWN_TABLE, subject="nonesuch", code="SQLITE_ERROR"),
        RefusalCase("SELECT c.nonesuch FROM customers c", Defect.UNKNOWN_COLUMN, subject="c.nonesuch"),
        RefusalCase("SELECT nonesuch(1)", Defect.UNKNOWN_FUNCTION, subject="nonesuch"),
        RefusalCase("SELECT id FROM customers, orders", Defect.AMBIGUOUS_COLUMN, subject="id"),
        RefusalCase("SELECT 1 FROM customers WHERE ORDER BY 1", Defect.SYNTAX, subject="ORDER"),
        RefusalCase("SELECT 'open", Defect.SYNTAX, subject="'open"),
        RefusalCase("SELECT (1", Defect.SYNTAX),
        RefusalCase("SELECT 1 FROM customers WHERE count(*) > 1", Defect.GROUPING, subject="count"),
        RefusalCase("SELECT json('{')", Defect.INVALID_CAST),
        RefusalCase("SELECT abs(-9223372036854775807 - 1)", Defect.INVALID_CAST),
        RefusalCase("SELECT 1 UNION SELECT 1, 2", Defect.SHAPE),
        RefusalCase("SELECT substr('a')", Defect.SHAPE, subject="substr"),
        RefusalCase("SELECT name COLLATE nonesuch FROM customers ORDER BY 1", Defect.NOT_SUPPORTED, subject="nonesuch"),
        RefusalCase("SELECT 1; SELECT 2", Defect.NOT_ONE_STATEMENT),
        RefusalCase("", Defect.NO_SQL),
        RefusalCase("-- nothing", Defect.NO_SQL),
        RefusalCase("SELECT 1 \x00", Defect.SYNTAX),
        RefusalCase("SELECT zeroblob(2000000000)", Defect.RESOURCES, code="SQLITE_TOOBIG"),
    ),
    never_refuses={
        Defect.TYPE_MISMATCH: "SQLite compares and computes whatever it is given.",
        Defect.DIVISION_BY_ZERO: "Dividing by zero is NULL in SQLite.",
    },
    values=(
        ValueCase("null", "SELECT NULL", None, TypeFamily.OTHER),
        ValueCase("integer", "SELECT 7", 7, TypeFamily.INTEGER),
        ValueCase("largest integer", "SELECT 9223372036854775807", 2**63 - 1, TypeFamily.INTEGER),
        ValueCase("beyond 64 bits", "SELECT 9223372036854775808", 2.0**63, TypeFamily.FLOAT),
        ValueCase("float", "SELECT 1.5", 1.5, TypeFamily.FLOAT),
        ValueCase("infinity", "SELECT 9e999", float("inf"), TypeFamily.FLOAT),
        ValueCase("minus infinity", "SELECT -9e999", float("-inf"), TypeFamily.FLOAT),
        ValueCase("not a number", "SELECT 9e999 - 9e999", None, TypeFamily.OTHER),
        ValueCase("decimal", "SELECT credit FROM customers WHERE id = 1", 10.5, TypeFamily.FLOAT),
        ValueCase("boolean", "SELECT TRUE", 1, TypeFamily.INTEGER),
        ValueCase("text", "SELECT 'é日本😀'", "é日本😀", TypeFamily.TEXT),
        ValueCase("empty text", "SELECT ''", "", TypeFamily.TEXT),
        ValueCase("null in a text", "SELECT 'a' || char(0) || 'b'", "a\x00b", TypeFamily.TEXT),
        ValueCase("text that is not UTF-8", "SELECT CAST(x'ff61' AS TEXT)", b"\xffa", TypeFamily.BINARY),
        ValueCase("blob", "SELECT x'00ff'", b"\x00\xff", TypeFamily.BINARY),
        ValueCase("date", "SELECT since FROM customers WHERE id = 1", "2024-02-29", TypeFamily.TEXT),
        ValueCase("JSON", "SELECT json('[1, 2]')", "[1,2]", TypeFamily.TEXT),
    ),
    no_family=dict.fromkeys(
        set(TypeFamily)
        - {TypeFamily.OTHER, TypeFamily.INTEGER, TypeFamily.FLOAT, TypeFamily.TEXT, TypeFamily.BINARY},
        _NO_TYPES,
    ),
    unreachable=(
        UnreachableCase("no file", "sqlite:///{}/none.db", DatabaseUnavailable, "There is no file"),
        UnreachableCase("no folder", "sqlite:///{}/a/none.db", DatabaseUnavailable, "doesn't exist either"),
        UnreachableCase("a folder", "sqlite:///{}", DatabaseUnavailable, "is a folder"),
        UnreachableCase("a host", "sqlite://host/none.db", UsageError, "names a host"),
        UnreachableCase("an option", "sqlite:///{}/none.db?mode=rwc", UsageError, "isn't an option"),
    ),
    estimates=("rows_read",),
    gaps={
        "comments": "SQLite has no comments on tables and columns.",
        "functions": "A function of SQLite belongs to a connection, so a database has none.",
        "grants": "SQLite has no roles: whoever can read the file can read all of it.",
    },
)  # fmt: skip


class SqliteWorld:
    """A file of its own; the owner is a second connection to it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.change(*statements(ENGINE))

    def open(self, *, sessions: int = 2) -> SqliteConnector:
        return sqlite.open(f"sqlite:///{self.path}", sessions=sessions)

    def change(self, *sql: str) -> None:
        with closing(sqlite3.connect(self.path)) as owner, owner:
            for statement in sql:
                owner.execute(statement)

    def state(self) -> object:
        """Every byte of the file, and which files lie beside it and in the working folder."""
        digest = hashlib.sha256(self.path.read_bytes()).hexdigest()
        return digest, sorted(self.path.parent.iterdir()), sorted(Path().iterdir())

    def busy(self) -> bool:
        """Whether a reader holds its lock: then nobody can have the file alone."""
        with closing(sqlite3.connect(self.path, timeout=0, isolation_level=None)) as owner:
            try:
                owner.execute("BEGIN EXCLUSIVE")
            except sqlite3.OperationalError:
                return True
            return False


class TestSqlite(ConnectorContract):
    """On files."""

    engine = ENGINE

    @pytest.fixture
    def world(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> SqliteWorld:
        (tmp_path / "working").mkdir()
        monkeypatch.chdir(tmp_path / "working")
        return SqliteWorld(tmp_path / "world.db")
