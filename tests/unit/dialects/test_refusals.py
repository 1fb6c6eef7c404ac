"""What engines say when they say no: code first, whole wording second, and no name or value fools either."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from rejoinder.terms.classes import Defect
from rejoinder.terms.dialect import EngineError
from rejoinder.terms.fates import FATES, Action
from rejoinder.terms.refusal import Refusal


def classifier(engine: str) -> Callable[[EngineError], Refusal]:
    classify: Callable[[EngineError], Refusal] = import_module(f"rejoinder.dialects.{engine}").classify
    return classify


ROWS = [
    # engine, code, message, class, subject
    ("postgres", "42703", 'column "nam" does not exist', "unknown_column", "nam"),
    ("postgres", "42703", "column s.nam does not exist", "unknown_column", "s.nam"),
    ("postgres", "42703", "Spalte »nam« existiert nicht", "unknown_column", "nam"),
    ("postgres", "42703", "la colonne « nam » n'existe pas", "unknown_column", "nam"),
    ("postgres", "42P01", 'relation "shop.order" does not exist', "unknown_table", "shop.order"),
    ("postgres", "42883", "function nvl(text, integer) does not exist", "unknown_function", "nvl"),
    ("postgres", "3F000", 'schema "sales" does not exist', "unknown_schema", "sales"),
    ("postgres", "42702", 'column reference "id" is ambiguous', "ambiguous_column", "id"),
    ("postgres", "42803", 'column "c.name" must appear in the GROUP BY clause', "grouping", ""),
    ("postgres", "42P20", "window functions are not allowed in WHERE", "grouping", ""),
    ("postgres", "42804", "argument of AND must be type boolean", "type_mismatch", ""),
    ("postgres", "22P02", 'invalid input syntax for type date: "soon"', "invalid_cast", ""),
    ("postgres", "22012", "division by zero", "division_by_zero", ""),
    ("postgres", "42601", 'syntax error at or near "LIMT"', "syntax", ""),
    ("postgres", "0A000", "cross-database references are not implemented", "not_supported", ""),
    ("postgres", "54001", "stack depth limit exceeded", "too_complex", ""),
    ("postgres", "42501", "permission denied for table pay", "permission", ""),
    ("postgres", "25006", "cannot execute INSERT in a read-only transaction", "read_only", ""),
    ("postgres", "57014", "canceling statement due to statement timeout", "statement_timeout", ""),
    ("postgres", "57014", "storniere Anfrage wegen Zeitüberschreitung der Anfrage", "statement_timeout", ""),
    ("postgres", "57014", "canceling statement due to user request", "cancelled", ""),
    ("postgres", "57014", "выполнение оператора отменено по запросу пользователя", "cancelled", ""),
    ("postgres", "55P03", "canceling statement due to lock timeout", "lock_timeout", ""),
    ("postgres", "40P01", "deadlock detected", "deadlock", ""),
    ("postgres", "40001", "could not serialize access due to concurrent update", "serialization", ""),
    ("postgres", "25P02", "current transaction is aborted", "aborted_transaction", ""),
    ("postgres", "57P01", "terminating connection due to administrator command", "shutdown", ""),
    ("postgres", "53200", "out of memory", "resources", ""),
    ("postgres", "53300", "sorry, too many clients already", "resources", ""),
    ("postgres", "28P01", 'password authentication failed for user "x"', "authentication", ""),
    ("postgres", "08006", "server closed the connection unexpectedly", "connection", ""),
    ("postgres", "", "server closed the connection unexpectedly", "connection", ""),
    ("postgres", "", "failed to resolve host 'db.example'", "authentication", ""),
    ("postgres", "XX000", "invalid memory alloc request size 1", "resources", ""),
    ("postgres", "XX000", "something internal", "unknown", ""),
    ("redshift", "XX000", "1023\nDETAIL: Serializable isolation violation on table", "serialization", ""),
    ("redshift", "57014", "Query (7) cancelled on user's request", "cancelled", ""),
    ("redshift", "42703", 'column "nam" does not exist in staff', "unknown_column", "nam"),
    ("redshift", "XX000", "Disk Full\nDETAIL: ...", "resources", ""),
    ("mysql", "1054 (42S22)", "Unknown column 's.nam' in 'on clause'", "unknown_column", "s.nam"),
    ("mysql", "1146", "Table 'shop.order' doesn't exist", "unknown_table", "shop.order"),
    ("mysql", "1305", "FUNCTION shop.NVL does not exist", "unknown_function", "shop.NVL"),
    (
        "mysql",
        "3024",
        "Query execution was interrupted, maximum statement execution time exceeded",
        "statement_timeout",
        "",
    ),
    ("mysql", "1317", "Query execution was interrupted", "cancelled", ""),
    (
        "mysql",
        "1290",
        "The MySQL server is running with the --read-only option so it cannot execute",
        "read_only",
        "",
    ),
    ("mysql", "1290", "The MySQL server is running with the --secure-file-priv option", "permission", ""),
    ("mysql", "1142", "SELECT command denied to user 'a'@'b' for table 'pay'", "permission", ""),
    ("mysql", "1045", "Access denied for user 'a'@'b' (using password: YES)", "authentication", ""),
    ("mysql", "", "Lost connection to MySQL server during query", "connection", ""),
    ("mysql", "9999 (22007)", "whatever is new", "invalid_cast", ""),
    (
        "mariadb",
        "1969",
        "Query execution was interrupted (max_statement_time exceeded)",
        "statement_timeout",
        "",
    ),
    ("mariadb", "1052", "Champ: 'id' dans SELECT est ambigu", "ambiguous_column", "id"),
    ("mariadb", "1213", "Deadlock found when trying to get lock", "deadlock", ""),
    (
        "mariadb",
        "3",
        "Error writing file '/tmp/x' (Errcode: 28 \"No space left on device\")",
        "resources",
        "",
    ),
    ("sqlserver", "207", "Invalid column name 'nam'.", "unknown_column", "nam"),
    ("sqlserver", "207", "Nome de coluna 'nam' inválido.", "unknown_column", "nam"),
    (
        "sqlserver",
        "42S22",
        "[Microsoft][ODBC Driver 18] Invalid column name 'nam'. (207) (SQLExecDirectW)",
        "unknown_column",
        "nam",
    ),
    ("sqlserver", "4104", 'The multi-part identifier "s.nam" could not be bound.', "unknown_column", "s.nam"),
    ("sqlserver", "195", "'NVL' is not a recognized built-in function name.", "unknown_function", "NVL"),
    ("sqlserver", "8120", "Column 'x' is invalid in the select list", "grouping", ""),
    ("sqlserver", "1205", "Transaction (Process ID 5) was deadlocked", "deadlock", ""),
    ("sqlserver", "1222", "Lock request time out period exceeded.", "lock_timeout", ""),
    ("sqlserver", "-2", "Execution Timeout Expired.", "statement_timeout", ""),
    ("sqlserver", "229", "The SELECT permission was denied on the object 'pay'", "permission", ""),
    (
        "sqlserver",
        "3906",
        'Failed to update database "shop" because the database is read-only.',
        "read_only",
        "",
    ),
    (
        "snowflake",
        "000904 (42000)",
        "SQL compilation error: error line 1 at position 7\ninvalid identifier 'NAM'",
        "unknown_column",
        "NAM",
    ),
    (
        "snowflake",
        "002003 (42S02)",
        "SQL compilation error:\nObject 'ORDR' does not exist or not authorized.",
        "unknown_table",
        "ORDR",
    ),
    (
        "snowflake",
        "002003 (02000)",
        "SQL compilation error:\nSchema 'SALE' does not exist or not authorized.",
        "unknown_schema",
        "SALE",
    ),
    (
        "snowflake",
        "000630 (57014)",
        "Statement reached its statement or warehouse timeout of 5 second(s)",
        "statement_timeout",
        "",
    ),
    ("snowflake", "000604 (57014)", "SQL execution canceled", "cancelled", ""),
    (
        "snowflake",
        "250001 (08001)",
        "Failed to connect to DB: x. Incorrect username or password was specified.",
        "authentication",
        "",
    ),
    ("snowflake", "250001 (08001)", "Could not connect to Snowflake backend", "connection", ""),
    ("bigquery", "400 invalidQuery", "Unrecognized name: nam at [1:8]", "unknown_column", "nam"),
    (
        "bigquery",
        "404 notFound",
        "Not found: Table p:shop.ordr was not found in location EU",
        "unknown_table",
        "p:shop.ordr",
    ),
    (
        "bigquery",
        "404 notFound",
        "Not found: Dataset p:sho was not found in location EU",
        "unknown_schema",
        "p:sho",
    ),
    ("bigquery", "400 invalidQuery", "Column name id is ambiguous at [1:8]", "ambiguous_column", "id"),
    (
        "bigquery",
        "403 accessDenied",
        "Access Denied: Table p:hr.pay: User does not have permission",
        "permission",
        "",
    ),
    ("bigquery", "400 invalidQuery", "division by zero: 1 / 0", "division_by_zero", ""),
    ("bigquery", "499 stopped", "Job execution was cancelled: User requested cancellation", "cancelled", ""),
    (
        "duckdb",
        "",
        'Binder Error: Referenced column "nam" not found in FROM clause!\n\nLINE 1: SELECT nam',
        "unknown_column",
        "nam",
    ),
    ("duckdb", "BinderException", 'Table "s" does not have a column named "nam"', "unknown_column", "nam"),
    (
        "duckdb",
        "CatalogException",
        "Catalog Error: Table with name ordr does not exist!",
        "unknown_table",
        "ordr",
    ),
    (
        "duckdb",
        "CatalogException",
        "Catalog Error: Schema with name sale does not exist!",
        "unknown_schema",
        "sale",
    ),
    ("duckdb", "ParserException", 'Parser Error: syntax error at or near "LIMT"', "syntax", ""),
    ("duckdb", "OutOfMemoryException", "Out of Memory Error: failed to allocate", "resources", ""),
    ("duckdb", "InterruptException", "INTERRUPT Error: Interrupted!", "cancelled", ""),
    ("duckdb", "IOException", 'IO Error: Could not set lock on file "/x.db"', "shutdown", ""),
    (
        "clickhouse",
        "60 UNKNOWN_TABLE",
        "Code: 60. DB::Exception: Table shop.ordr does not exist.",
        "unknown_table",
        "shop.ordr",
    ),
    ("clickhouse", "", "Code: 497. DB::Exception: x: Not enough privileges.", "permission", ""),
    ("clickhouse", "241", "Code: 241. DB::Exception: (total) memory limit exceeded", "resources", ""),
    ("clickhouse", "159", "Code: 159. DB::Exception: Timeout exceeded", "statement_timeout", ""),
    (
        "spark",
        "",
        "[TABLE_OR_VIEW_NOT_FOUND] The table or view `shop`.`ordr` cannot be found. SQLSTATE: 42P01",
        "unknown_table",
        "shop.ordr",
    ),
    ("spark", "22012", "[NEW_NAME_OF_A_CONDITION] Something. SQLSTATE: 22012", "division_by_zero", ""),
    ("spark", "57014", "Query execution timeout", "statement_timeout", ""),
    ("spark", "PERMISSION_DENIED", "User does not have SELECT on table pay", "permission", ""),
    ("trino", "COLUMN_NOT_FOUND", "line 1:8: Column 'nam' cannot be resolved", "unknown_column", "nam"),
    (
        "trino",
        "EXCEEDED_TIME_LIMIT",
        "Query exceeded the maximum execution time limit of 5.00m",
        "statement_timeout",
        "",
    ),
    ("trino", "JDBC_ERROR", "ERROR: permission denied for table pay", "permission", ""),
    ("trino", "JDBC_ERROR", "ERROR: something else", "unknown", ""),
]


@pytest.mark.parametrize(
    ("engine", "code", "message", "defect", "subject"),
    ROWS,
    ids=[f"{row[0]} {row[1]} {row[3]}" for row in ROWS],
)
def test_an_error_is_classified(engine: str, code: str, message: str, defect: str, subject: str):
    refusal = classifier(engine)(EngineError(code=code, message=message))
    assert (refusal.defect, refusal.subject) == (defect, subject)
    assert (refusal.code, refusal.message) == (code, message)


ENGINES = sorted({row[0] for row in ROWS})


@pytest.mark.parametrize("engine", ENGINES)
def test_an_error_that_nobody_has_seen_is_unknown(engine: str):
    for message in ("", "!", "something that nobody has seen yet"):
        assert classifier(engine)(EngineError(message=message)).defect is Defect.UNKNOWN


DECEPTIVE = [
    ("postgres", "42703", 'column "permission denied" does not exist', "unknown_column"),
    (
        "postgres",
        "22P02",
        'invalid input syntax for type integer: "canceling statement due to user request"',
        "invalid_cast",
    ),
    (
        "postgres",
        "57014",
        'canceling statement due to statement timeout: "due to user request"',
        "statement_timeout",
    ),
    ("mysql", "1054", "Unknown column 'Access denied; you need' in 'field list'", "unknown_column"),
    ("mysql", "1366", "Incorrect integer value: 'Deadlock found' for column", "invalid_cast"),
    ("sqlserver", "208", "Invalid object name 'Login failed for user'.", "unknown_table"),
    (
        "sqlserver",
        "245",
        "Conversion failed when converting the varchar value 'x (229)' to data type int.",
        "invalid_cast",
    ),
    (
        "snowflake",
        "100038 (22018)",
        "Numeric value 'SQL access control error' is not recognized",
        "invalid_cast",
    ),
    ("bigquery", "400 invalidQuery", "Bad int64 value: Access Denied: Table", "invalid_cast"),
    ("duckdb", "InvalidInputException", "Invalid Input Error: database is locked", "invalid_cast"),
    (
        "duckdb",
        "ConversionException",
        "Conversion Error: Could not convert string 'Permission Error: ' to INT32",
        "invalid_cast",
    ),
    (
        "clickhouse",
        "6",
        "Code: 6. DB::Exception: Cannot parse string 'Code: 497. DB::Exception' as Int32",
        "invalid_cast",
    ),
    (
        "spark",
        "",
        "[CAST_INVALID_INPUT] The value '[PERMISSION_DENIED] SQLSTATE: 42501' of the type. SQLSTATE: 22018",
        "invalid_cast",
    ),
    ("trino", "INVALID_CAST_ARGUMENT", "Cannot cast 'Access Denied' to BIGINT", "invalid_cast"),
]


@pytest.mark.parametrize(
    ("engine", "code", "message", "defect"), DECEPTIVE, ids=[f"{r[0]} {r[2][:40]}" for r in DECEPTIVE]
)
def test_a_name_or_a_value_that_reads_like_another_error_fools_nothing(
    engine: str, code: str, message: str, defect: str
):
    assert classifier(engine)(EngineError(code=code, message=message)).defect == defect


@pytest.mark.parametrize("engine", ENGINES)
def test_a_long_message_takes_no_time(engine: str):
    """A pattern that goes back and forth over this would not come back before the test runner gives up."""
    long = "line 1:1: " + "connection failed: `a.'b\"(«" * 20_000
    assert classifier(engine)(EngineError(message=long)).defect in Defect


NEVER_CORRECTED = {"no", "retry"}
MEANT = {
    "undefined_column": {"unknown_column"},
    "undefined_table": {"unknown_table"},
    "undefined_function": {"unknown_function"},
    "undefined_schema": {"unknown_schema"},
    "ambiguous_column": {"ambiguous_column"},
    "syntax": {"syntax", "shape", "no_sql"},
    "multi_statement": {"not_one_statement", "syntax"},
    "binding": {"syntax"},
    "type_mismatch": {"type_mismatch"},
    "grouping": {"grouping"},
    "windowing": {"grouping", "shape"},
    "cardinality": {"shape"},
    "duplicate_alias": {"shape"},
    "invalid_value": {"invalid_cast"},
    "division_by_zero": {"division_by_zero"},
    "undefined_type": {"not_supported"},
    "undefined_index": {"not_supported"},
    "unsupported": {"not_supported", "read_only"},
    "permission": {"permission"},
    "user_raised": {"permission"},
    "other": {"read_only"},
    "read_only": {"read_only"},
    "timeout": {"statement_timeout"},
    "cancelled": {"cancelled"},
    "resource": {"resources", "too_complex"},
    "too_many_connections": {"resources"},
    "io": {"resources"},
    "connection_config": {"authentication", "shutdown"},
    "connection_lost": {"connection"},
    "shutdown": {"shutdown"},
    "lock_timeout": {"lock_timeout"},
    "deadlock": {"deadlock"},
    "serialization": {"serialization"},
    "aborted_transaction": {"aborted_transaction"},
}
FILES = {"postgresql": "postgres"}


@pytest.fixture(scope="module")
def errors(shared: Path) -> list[tuple[dict[str, Any], Refusal]]:
    def classified() -> Iterator[tuple[dict[str, Any], Refusal]]:
        for line in (shared / "cases" / "errors.jsonl").read_text(encoding="utf-8").splitlines():
            case = json.loads(line)
            engine = case["engine"].split()[0]
            error = EngineError(code=str(case["code"] or ""), message=case["message"])
            yield case, classifier(FILES.get(engine, engine))(error)

    return list(classified())


def test_real_errors_of_every_engine_are_classified(errors: list[tuple[dict[str, Any], Refusal]]):
    missed = [case["id"] for case, refusal in errors if refusal.defect not in MEANT[case["class"]]]
    assert len(errors) > 300
    assert len(missed) <= len(errors) // 100, missed


def test_no_error_that_must_not_be_corrected_is_and_every_other_may_be(
    errors: list[tuple[dict[str, Any], Refusal]],
):
    wrong = [
        case["id"]
        for case, refusal in errors
        if (Action.CORRECT in FATES[refusal.defect].actions) == (case["correctable"] in NEVER_CORRECTED)
    ]
    assert wrong == []
