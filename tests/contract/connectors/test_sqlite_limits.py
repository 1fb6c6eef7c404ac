"""SQLite inside: each guard alone, stops in the middle of a step, values too large, catalogs that are odd."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

from rejoinder.check.mint import mint
from rejoinder.connectors import sqlite
from rejoinder.connectors._sqlite_place import place_of
from rejoinder.connectors._sqlite_session import Guard
from rejoinder.connectors.sqlite import SqliteConnector
from rejoinder.errors import DatabaseUnavailable, LookupUnavailable
from rejoinder.ports import CancelHandle
from rejoinder.terms.catalog import ColumnRef, TableKind, TableRef, TypeFamily
from rejoinder.terms.classes import Defect
from rejoinder.terms.limits import ExecutionLimits, LookupLimits
from rejoinder.terms.refusal import Refusal
from rejoinder.terms.result import Result
from rejoinder.testing._connector_room import becomes

ENDLESS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)"
WRITES = {
    "insert": "INSERT INTO t VALUES (2, 'x')",
    "create": "CREATE TABLE made (id)",
    "drop": "DROP TABLE t",
    "attach a new file": "ATTACH 'made.db' AS made",
    "vacuum into a new file": "VACUUM INTO 'made.db'",
}


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    with closing(sqlite3.connect(tmp_path / "x.db")) as owner, owner:
        owner.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, b TEXT)")
        owner.execute("INSERT INTO t VALUES (1, 'here')")
        owner.execute(f"CREATE VIEW without_end AS {ENDLESS} SELECT 'x' AS letter FROM n")
    return tmp_path / "x.db"


@pytest.fixture
def connector(path: Path) -> Iterator[SqliteConnector]:
    with closing(sqlite.open(f"sqlite:///{path}")) as opened:
        yield opened


def ask(connector: SqliteConnector, sql: str, limits: ExecutionLimits | None = None) -> Result | Refusal:
    return connector.execute(
        mint(sql, dialect="sqlite"), limits or ExecutionLimits(seconds=60), CancelHandle()
    )


def change(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path)) as owner, owner:
        for statement in statements:
            owner.execute(statement)


def is_busy(path: Path) -> bool:
    """Whether a reader holds its lock: then nobody can have the file alone."""
    with closing(sqlite3.connect(path, timeout=0, isolation_level=None)) as owner:
        try:
            owner.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError:
            return True
        return False


# Each guard with the others switched off (X2)

STOPPED_BY = {
    Guard.FILE_MODE: {"insert", "create", "drop"},
    Guard.QUERY_ONLY: {"insert", "create", "drop", "vacuum into a new file"},
    Guard.SANDBOX: set(WRITES) - {"vacuum into a new file"},
}
"""`VACUUM INTO` asks no authorizer, and a file that is attached has a mode of its own: why there are three guards."""


@pytest.mark.parametrize("write", WRITES)
@pytest.mark.parametrize("guard", Guard)
def test_a_guard_alone_stops_what_it_is_there_for(path: Path, guard: Guard, write: str):
    before = path.read_bytes()
    with closing(SqliteConnector(place_of(str(path)), guards=frozenset({guard}))) as connector:
        found = ask(connector, WRITES[write])
    if write in STOPPED_BY[guard]:
        assert isinstance(found, Refusal), found
    assert path.read_bytes() == before


@pytest.mark.parametrize("write", WRITES)
def test_all_guards_together_stop_everything(path: Path, connector: SqliteConnector, write: str):
    files = sorted(path.parent.iterdir())
    assert isinstance(ask(connector, WRITES[write]), Refusal)
    assert sorted(path.parent.iterdir()) == files


# Stopping in the middle of a step

LONG_STEPS = {
    "a count": f"{ENDLESS} SELECT count(*) FROM n",
    "a filter that nothing passes": f"{ENDLESS} SELECT i FROM n WHERE i < 0",
    "a subquery": f"SELECT (({ENDLESS} SELECT max(i) FROM n))",
    "a sort": f"{ENDLESS} SELECT i FROM n ORDER BY i DESC",
    "a join without a condition": "SELECT count(*) FROM without_end a, without_end b",
    "a window": f"{ENDLESS} SELECT sum(i) OVER () FROM n",
}


@pytest.mark.parametrize("sql", LONG_STEPS.values(), ids=LONG_STEPS.keys())
def test_a_deadline_is_seen_within_a_single_step(path: Path, connector: SqliteConnector, sql: str):
    found = ask(connector, sql, ExecutionLimits(seconds=0.1))
    assert isinstance(found, Refusal)
    assert (found.defect, found.code) == (Defect.STATEMENT_TIMEOUT, "SQLITE_INTERRUPT")
    assert not is_busy(path)


def test_values_of_a_view_that_never_ends_take_no_longer_than_they_may(connector: SqliteConnector):
    letter = ColumnRef(TableRef("", "without_end"), "letter")
    known = ColumnRef(TableRef("", "t"), "b")
    found = connector.values([known, letter], ["HERE"], LookupLimits(seconds=0.2))
    assert [stored.value for stored in found[known]] == ["here"]
    assert letter not in found


def test_closing_while_values_are_looked_up_ends_the_lookup(path: Path, connector: SqliteConnector):
    letter = ColumnRef(TableRef("", "without_end"), "letter")
    with ThreadPoolExecutor(1) as threads:
        looked_up = threads.submit(connector.values, [letter], ["x y"], LookupLimits(seconds=60))
        assert becomes(lambda: is_busy(path))
        connector.close()
        assert looked_up.result(timeout=30) == {}


def test_closing_while_a_catalog_is_read_is_told_as_that(path: Path):
    """Whichever comes first: a catalog, or the sentence that the connection was closed."""
    change(path, "BEGIN", *(f"CREATE TABLE many_{at} (a, b, c, d)" for at in range(3_000)))
    connector = sqlite.open(f"sqlite:///{path}")
    begun = threading.Event()

    def read() -> str:
        begun.set()
        try:
            return f"{len(connector.catalog().tables)} tables"
        except DatabaseUnavailable as error:
            return str(error)

    with ThreadPoolExecutor(1) as threads:
        told = threads.submit(read)
        begun.wait()
        becomes(lambda: is_busy(path) or told.done())
        connector.close()
    assert told.result() in {"3002 tables", f"The connection to `{path}` has been closed."}


# Values


def test_a_value_over_the_limit_of_a_session_is_a_refusal_and_one_under_it_is_read(
    path: Path, connector: SqliteConnector
):
    change(path, "CREATE TABLE big (x)", "INSERT INTO big VALUES (zeroblob(3000000))")
    found = ask(connector, "SELECT x FROM big")
    assert isinstance(found, Result)
    assert found.rows == ((bytes(3_000_000),),)
    too_large = ask(connector, "SELECT x FROM big", ExecutionLimits(result_bytes=1_000_000))
    assert isinstance(too_large, Refusal)
    assert "larger than the 1,000,000 bytes" in too_large.message
    assert isinstance(ask(connector, "SELECT length(x) FROM big"), Result)


def test_text_that_is_not_utf8_breaks_neither_rows_nor_values_nor_the_catalog(
    path: Path, connector: SqliteConnector
):
    change(
        path,
        "CREATE TABLE odd (x TEXT)",
        "INSERT INTO odd VALUES (CAST(x'ff61' AS TEXT)), ('a' || char(0) || 'b'), ('Zoë')",
    )
    found = ask(connector, "SELECT x FROM odd ORDER BY rowid")
    assert isinstance(found, Result)
    assert found.rows == ((b"\xffa",), ("a\x00b",), ("Zoë",))
    odd = ColumnRef(TableRef("", "odd"), "x")
    assert [stored.value for stored in connector.values([odd], ["zoe"], LookupLimits(seconds=30))[odd]] == [
        "Zoë"
    ]


def test_a_name_that_is_not_utf8_is_a_note_and_fails_nothing(path: Path, connector: SqliteConnector):
    with closing(sqlite3.connect(path, isolation_level=None)) as owner:
        owner.execute("CREATE TABLE renamed (x)")
        owner.execute("PRAGMA writable_schema = 1")
        owner.execute(
            "UPDATE sqlite_master SET name = CAST(x'ff' AS TEXT), tbl_name = CAST(x'ff' AS TEXT), "
            "sql = CAST('CREATE TABLE \"' || CAST(x'ff' AS TEXT) || '\" (x)' AS TEXT) WHERE name = 'renamed'"
        )
        owner.execute("PRAGMA writable_schema = RESET")
    catalog = connector.catalog()
    assert [table.ref.name for table in catalog.tables] == ["t", "without_end"]
    assert "isn't UTF-8" in catalog.notes[0]


def test_a_mixed_column_has_the_family_of_no_single_type(path: Path, connector: SqliteConnector):
    change(path, "CREATE TABLE mixed (x)", "INSERT INTO mixed VALUES (1), ('a'), (2.5), (x'00'), (NULL)")
    found = ask(connector, "SELECT x FROM mixed")
    assert isinstance(found, Result)
    assert found.columns[0].family is TypeFamily.OTHER
    assert found.rows == ((1,), ("a",), (2.5,), (b"\x00",), (None,))


def test_a_column_with_very_many_values_is_searched_for_the_same_text(path: Path, connector: SqliteConnector):
    change(
        path,
        "CREATE TABLE many (x TEXT)",
        f"INSERT INTO many {ENDLESS} SELECT 'Name ' || i FROM n LIMIT 30000",
    )
    column = ColumnRef(TableRef("", "many"), "x")
    found = connector.values([column], ["name 12345"], LookupLimits(seconds=30))
    assert [stored.value for stored in found[column]] == ["Name 12345"]
    assert column not in connector.values([column], ["nothing"], LookupLimits(seconds=30))


def test_values_are_looked_up_anew_when_the_database_was_changed(path: Path, connector: SqliteConnector):
    column = ColumnRef(TableRef("", "t"), "b")
    assert connector.values([column], ["new"], LookupLimits(seconds=30)) == {column: []}
    change(path, "UPDATE t SET b = 'NEW'")
    assert [each.value for each in connector.values([column], ["new"], LookupLimits(seconds=30))[column]] == [
        "NEW"
    ]


def test_values_that_cannot_be_looked_up_are_told_as_that(path: Path, connector: SqliteConnector):
    path.write_bytes(path.read_bytes()[:4096] + b"\xff" * 100)
    with pytest.raises((LookupUnavailable, DatabaseUnavailable)):
        connector.values([ColumnRef(TableRef("", "t"), "b")], ["here"], LookupLimits(seconds=30))


# Catalogs

ODD: dict[str, tuple[list[str], Callable[[SqliteConnector], object], object]] = {
    "a view that is broken": (
        ["CREATE VIEW broken AS SELECT gone FROM t"],
        lambda connector: (
            [table.ref.name for table in connector.catalog().tables],
            connector.catalog().notes,
        ),
        (["t", "without_end"], ("The view `broken` can't be read: no such column: gone.",)),
    ),
    "a full text table without the tables behind it": (
        ["CREATE VIRTUAL TABLE texts USING fts5(body)", "INSERT INTO texts VALUES ('some words')"],
        lambda connector: [
            (table.ref.name, table.kind) for table in connector.catalog().tables if "text" in table.ref.name
        ],
        [("texts", TableKind.VIRTUAL)],
    ),
    "a full text table can be asked": (
        ["CREATE VIRTUAL TABLE texts USING fts5(body)", "INSERT INTO texts VALUES ('some words')"],
        lambda connector: ask(connector, "SELECT body FROM texts WHERE texts MATCH 'words'").rows,  # type: ignore[union-attr]
        (("some words",),),
    ),
    "a generated column of each kind": (
        ["CREATE TABLE g (a INT, b INT AS (a + 1) VIRTUAL, c INT AS (a + 2) STORED)"],
        lambda connector: [
            column.name
            for column in connector.catalog().by_ref[TableRef("", "g")].columns
            if column.generated
        ],
        ["b", "c"],
    ),
    "a key that refers to a table without naming columns": (
        ["CREATE TABLE child (t_id INTEGER REFERENCES T)"],
        lambda connector: connector.catalog().by_ref[TableRef("", "child")].foreign_keys[0].target_columns,
        ("id",),
    ),
    "a partial index is no key": (
        ["CREATE UNIQUE INDEX part ON t (b) WHERE b <> ''"],
        lambda connector: connector.catalog().by_ref[TableRef("", "t")].unique_keys,
        (),
    ),
    "a table without rowids": (
        ["CREATE TABLE w (a TEXT PRIMARY KEY, b) WITHOUT ROWID"],
        lambda connector: connector.catalog().by_ref[TableRef("", "w")].primary_key,
        ("a",),
    ),
    "a table that was analyzed": (
        ["CREATE INDEX by_b ON t (b)", "ANALYZE"],
        lambda connector: connector.catalog().by_ref[TableRef("", "t")].row_estimate,
        1,
    ),
}  # fmt: skip


@pytest.mark.parametrize(("statements", "found", "expected"), ODD.values(), ids=ODD.keys())
def test_an_odd_catalog_is_read(
    path: Path,
    connector: SqliteConnector,
    statements: list[str],
    found: Callable[[SqliteConnector], object],
    expected: object,
):
    change(path, *statements)
    assert found(connector) == expected
