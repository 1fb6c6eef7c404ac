"""What SQLite says when it says no, from the engine itself where it can be made to, else in the words of its source."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.unit.sql.shop import SQLITE, database

from rejoinder.terms.dialect import EngineError
from rejoinder.terms.refusal import Refusal


@pytest.fixture(scope="module")
def engine() -> Iterator[sqlite3.Connection]:
    connection = database()
    yield connection
    connection.close()


def classified(error: Exception) -> Refusal:
    code = getattr(error, "sqlite_errorname", "")
    return SQLITE.classify(EngineError(exception=type(error).__name__, code=code, message=str(error)))


PROVOKED = [
    ("SELECT nme FROM customers", "unknown_column", "nme"),
    ("SELECT c.nme FROM customers c", "unknown_column", "c.nme"),
    ('SELECT "a b".c FROM customers', "unknown_column", "a b.c"),
    ("SELECT 1 FROM customers JOIN items USING (id)", "unknown_column", "id"),
    ("SELECT 1 FROM custmers", "unknown_table", "custmers"),
    ("SELECT 1 FROM main.custmers", "unknown_table", "main.custmers"),
    ("SELECT 1 FROM nowhere.customers", "unknown_table", "nowhere.customers"),
    ("SELECT 1 FROM generate_serie(1, 2)", "unknown_table", "generate_serie"),
    ("SELECT YEAR('2024-01-01')", "unknown_function", "YEAR"),
    ("SELECT 'a' REGEXP 'b'", "unknown_function", "REGEXP"),
    ("SELECT id FROM customers, orders", "ambiguous_column", "id"),
    ("SELECT id FORM customers", "syntax", "customers"),
    ("SELECT 'open", "syntax", "'open"),
    ("SELECT id FROM customers WHERE", "syntax", ""),
    ("SELECT id FROM customers WHERE #", "syntax", "#"),
    ("SELECT ?", "syntax", ""),
    ("SELECT :name", "syntax", ""),
    ("SELECT 1; SELECT 2", "not_one_statement", ""),
    ("SELECT id FROM customers WHERE count(*) > 1", "grouping", "count"),
    ("SELECT sum(count(*)) FROM customers", "grouping", "count"),
    ("SELECT max(id) AS m FROM customers WHERE m > 1", "grouping", "max"),
    ("SELECT id FROM customers WHERE row_number() OVER () = 1", "grouping", "row_number"),
    ("SELECT id FROM customers ORDER BY 7", "grouping", ""),
    ("SELECT id FROM customers GROUP BY 7", "grouping", ""),
    ("SELECT id FROM customers GROUP BY count(*)", "grouping", ""),
    ("SELECT 1, 2 UNION SELECT 1", "shape", ""),
    ("SELECT 1 ORDER BY 1 UNION SELECT 2", "shape", ""),
    ("SELECT 1 LIMIT 1 UNION SELECT 2", "shape", ""),
    ("SELECT (SELECT 1, 2)", "shape", ""),
    ("SELECT 1 IN (SELECT 1, 2)", "shape", ""),
    ("VALUES (1), (1, 2)", "shape", ""),
    ("SELECT *", "shape", ""),
    ("SELECT (1, 2)", "shape", ""),
    ("SELECT substr('a')", "shape", "substr"),
    ("SELECT 1 FROM customers NATURAL JOIN orders ON 1", "shape", ""),
    ("WITH a AS (SELECT 1 FROM b), b AS (SELECT 1 FROM a) SELECT 1 FROM a", "shape", "a"),
    ("WITH a(x, y) AS (SELECT 1) SELECT x FROM a", "shape", "a"),
    ("SELECT sum(id) OVER nobody FROM customers", "shape", "nobody"),
    ("SELECT 1 FROM customers INDEXED BY nope", "not_supported", "nope"),
    ("SELECT name COLLATE nope FROM customers ORDER BY 1", "not_supported", "nope"),
    ("SELECT sum(DISTINCT id) OVER () FROM customers", "not_supported", ""),
    ("SELECT count(DISTINCT id, name) FROM customers", None, ""),
    ("SELECT json_extract('{', '$')", "invalid_cast", ""),
    ("SELECT json_extract('{}', 'a')", "invalid_cast", ""),
    ("SELECT abs(-9223372036854775808)", "invalid_cast", ""),
    ("SELECT sum(x) FROM (SELECT 9223372036854775807 AS x UNION ALL SELECT 1)", "invalid_cast", ""),
    ("SELECT 'a' LIKE 'b' ESCAPE 'cd'", "invalid_cast", ""),
    ("SELECT 0x12345678901234567890", None, ""),
    ("SELECT load_extension('nothing')", "permission", ""),
    ("SELECT " + "+".join("1" for _ in range(2_000)), "too_complex", ""),
    ("SELECT " + ", ".join("1" for _ in range(3_000)), "too_complex", ""),
    ("SELECT 1 FROM " + ", ".join(f"customers c{n}" for n in range(80)), "too_complex", ""),
    ("SELECT randomblob(2000000000)", "resources", ""),
]


@pytest.mark.parametrize(("sql", "defect", "subject"), PROVOKED, ids=[row[0][:60] for row in PROVOKED])
def test_what_the_engine_says_is_classified(
    engine: sqlite3.Connection, sql: str, defect: str | None, subject: str
):
    with pytest.raises((sqlite3.Error, sqlite3.Warning)) as raised:
        engine.execute(sql).fetchall()
    refusal = classified(raised.value)
    assert refusal.defect != "unknown", str(raised.value)
    if defect is not None:
        assert (refusal.defect, refusal.subject) == (defect, subject), str(raised.value)


def test_a_write_to_a_file_that_is_opened_for_reading(tmp_path: Path):
    path = tmp_path / "a.db"
    sqlite3.connect(path).execute("CREATE TABLE t (x)").close()
    connection = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    with pytest.raises(sqlite3.Error) as raised:
        connection.execute("INSERT INTO t VALUES (1)")
    connection.close()
    assert classified(raised.value).defect == "read_only"


def test_a_file_that_somebody_else_writes(tmp_path: Path):
    writer = sqlite3.connect(tmp_path / "a.db", isolation_level=None)
    writer.execute("CREATE TABLE t (x)")
    writer.execute("BEGIN EXCLUSIVE")
    reader = sqlite3.connect(tmp_path / "a.db", timeout=0)
    with pytest.raises(sqlite3.Error) as raised:
        reader.execute("SELECT x FROM t").fetchall()
    writer.close()
    reader.close()
    assert classified(raised.value).defect == "lock_timeout"


def test_a_statement_that_is_stopped_and_one_that_is_not_authorized(engine: sqlite3.Connection):
    engine.set_progress_handler(lambda: 1, 1)
    with pytest.raises(sqlite3.Error) as stopped:
        engine.execute("SELECT count(*) FROM customers").fetchall()
    engine.set_progress_handler(None, 0)
    assert classified(stopped.value).defect == "statement_timeout"
    engine.set_authorizer(lambda *_: sqlite3.SQLITE_DENY)
    with pytest.raises(sqlite3.Error) as denied:
        engine.execute("SELECT pin FROM secrets")
    engine.set_authorizer(None)
    assert classified(denied.value).defect == "permission"


def test_a_file_that_is_no_database_or_is_not_there(tmp_path: Path):
    garbled = tmp_path / "a.db"
    garbled.write_bytes(b"no database at all, but long enough to be read as one" * 20)
    with pytest.raises(sqlite3.Error) as raised:
        sqlite3.connect(garbled).execute("SELECT 1 FROM t")
    assert classified(raised.value).defect == "shutdown"
    with pytest.raises(sqlite3.Error) as raised:
        sqlite3.connect(f"file:{tmp_path}/nowhere.db?mode=ro", uri=True)
    assert classified(raised.value).defect == "shutdown"


def test_a_connection_that_was_closed():
    connection = sqlite3.connect(":memory:")
    connection.close()
    with pytest.raises(sqlite3.Error) as raised:
        connection.execute("SELECT 1")
    assert classified(raised.value).defect == "connection"


CODES = [
    ("SQLITE_READONLY_DBMOVED", "attempt to write a readonly database", "read_only"),
    ("SQLITE_BUSY_SNAPSHOT", "database is locked", "lock_timeout"),
    ("SQLITE_LOCKED", "database table is locked: t", "lock_timeout"),
    ("SQLITE_IOERR_READ", "disk I/O error", "resources"),
    ("SQLITE_FULL", "database or disk is full", "resources"),
    ("SQLITE_NOMEM", "out of memory", "resources"),
    ("SQLITE_SCHEMA", "database schema has changed", "serialization"),
    ("SQLITE_CORRUPT_VTAB", "database disk image is malformed", "shutdown"),
    ("SQLITE_AUTH", "access to customers.email is prohibited", "permission"),
    ("SQLITE_INTERRUPT", "interrupted", "statement_timeout"),
    ("", "RIGHT and FULL OUTER JOINs are not currently supported", "not_supported"),
    ("SQLITE_ERROR", "something that nobody has seen yet", "unknown"),
    ("", "", "unknown"),
]


@pytest.mark.parametrize(("code", "message", "defect"), CODES)
def test_a_code_goes_before_the_words(code: str, message: str, defect: str):
    assert SQLITE.classify(EngineError(code=code, message=message)).defect == defect


DECEPTIVE = [
    ("no such column: interrupted", "unknown_column", "interrupted"),
    ("no such table: database_is_locked", "unknown_table", "database_is_locked"),
    ("no such column: out of memory", "unknown_column", "out of memory"),
    ("no such function: not authorized", "unknown_function", "not authorized"),
    ('near "readonly": syntax error', "syntax", "readonly"),
    ('unrecognized token: "\'timeout: no such table: x"', "syntax", "'timeout: no such table: x"),
    ("ambiguous column name: disk I/O error", "ambiguous_column", "disk I/O error"),
]


@pytest.mark.parametrize(("message", "defect", "subject"), DECEPTIVE)
def test_a_name_that_reads_like_another_error_fools_nothing(message: str, defect: str, subject: str):
    refusal = SQLITE.classify(EngineError(code="SQLITE_ERROR", message=message))
    assert (refusal.defect, refusal.subject) == (defect, subject)


def test_the_refusal_keeps_what_the_driver_said():
    error = EngineError(code="SQLITE_ERROR", message="no such column: x", hint="h", position=3)
    refusal = SQLITE.classify(error)
    assert (refusal.message, refusal.code, refusal.hint, refusal.position) == (
        "no such column: x",
        "SQLITE_ERROR",
        "h",
        3,
    )
