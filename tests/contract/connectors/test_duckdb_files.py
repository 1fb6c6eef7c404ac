"""DuckDB files: other people's locks, damage, other kinds of files; and its guards."""

from __future__ import annotations

import subprocess
import sys
from contextlib import closing
from pathlib import Path

import duckdb as driver
import pytest

from rejoinder.check.mint import mint
from rejoinder.connectors import _duckdb_privileges, duckdb, sqlite
from rejoinder.connectors._duckdb_session import Session
from rejoinder.connectors.duckdb import DuckdbConnector
from rejoinder.errors import DatabaseUnavailable
from rejoinder.ports import CancelHandle
from rejoinder.terms.catalog import ColumnRef, TableRef
from rejoinder.terms.classes import Defect
from rejoinder.terms.limits import ExecutionLimits, LookupLimits
from rejoinder.terms.refusal import Refusal
from rejoinder.terms.result import Result


def make(path: Path, *statements: str) -> Path:
    with closing(driver.connect(path)) as owner:
        owner.execute("CREATE TABLE t (id INTEGER, b VARCHAR)")
        owner.execute("INSERT INTO t VALUES (1, 'here')")
        for statement in statements:
            owner.execute(statement)
    return path


def ask(connector: DuckdbConnector, sql: str, limits: ExecutionLimits | None = None) -> Result | Refusal:
    return connector.execute(
        mint(sql, dialect="duckdb"), limits or ExecutionLimits(seconds=60), CancelHandle()
    )


def refusal_to_open(path: Path) -> str:
    try:
        duckdb.open(f"duckdb:///{path}").close()
    except DatabaseUnavailable as error:
        return str(error)
    return "it was opened"


def test_a_file_that_another_program_writes_to_is_told(tmp_path: Path):
    path = make(tmp_path / "x.duckdb")
    program = (
        f"import duckdb, sys; c = duckdb.connect({str(path)!r}); print('open', flush=True); sys.stdin.read()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as writer:
        assert writer.stdout is not None
        assert writer.stdout.readline() == "open\n"
        assert "is locked: another program has it open for writing" in refusal_to_open(path)
        writer.communicate("")
    assert refusal_to_open(path) == "it was opened"


def test_a_file_that_this_program_has_open_for_writing_is_told(tmp_path: Path):
    path = make(tmp_path / "x.duckdb")
    with closing(driver.connect(path)):
        assert "is open in this program already" in refusal_to_open(path)


def test_a_file_can_be_opened_again_beside_itself_and_after_closing(tmp_path: Path):
    path = make(tmp_path / "x.duckdb")
    with (
        closing(duckdb.open(f"duckdb:///{path}")) as first,
        closing(duckdb.open(f"duckdb:///{path}")) as other,
    ):
        assert ask(first, "SELECT b FROM t") == ask(other, "SELECT b FROM t")
    make(tmp_path / "y.duckdb", f"ATTACH '{path}' AS x", "INSERT INTO x.t VALUES (2, 'more')")
    with closing(duckdb.open(f"duckdb:///{path}")) as again:
        found = ask(again, "SELECT count(*) FROM t")
        assert isinstance(found, Result)
        assert found.rows == ((2,),)


def test_a_file_of_another_kind_is_told_by_its_kind(tmp_path: Path):
    with closing(sqlite.sqlite3.connect(tmp_path / "x.db")) as owner:
        owner.execute("CREATE TABLE t (a)")
    assert f"but a SQLite one: write `sqlite:///{tmp_path}/x.db`" in refusal_to_open(tmp_path / "x.db")
    path = make(tmp_path / "x.duckdb")
    with pytest.raises(DatabaseUnavailable, match="but a DuckDB one: write `duckdb:///"):
        sqlite.open(str(path))


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "is empty"),
        (b"id,name\n" * 100, "isn't a DuckDB database"),
        (b"\x00" * 8 + b"DUCK" + b"\xff" * 20_000, "can't be read"),
    ],
    ids=["empty", "text", "damaged header"],
)
def test_what_is_no_database_is_told_in_a_sentence(tmp_path: Path, content: bytes, says: str):
    (tmp_path / "x.duckdb").write_bytes(content)
    said = refusal_to_open(tmp_path / "x.duckdb")
    assert says in said or "another version of DuckDB" in said


@pytest.mark.parametrize("name", ["with space.duckdb", "hash#1.duckdb", "100%.duckdb", "Größe 日本.duckdb"])
def test_a_name_is_taken_as_it_is_when_it_is_quoted_in_the_url(tmp_path: Path, name: str):
    from urllib.parse import quote

    make(tmp_path / name)
    with closing(duckdb.open(f"duckdb:///{tmp_path}/{quote(name)}")) as connector:
        assert isinstance(ask(connector, "SELECT b FROM t"), Result)


def test_a_query_that_needs_more_memory_than_there_is_is_refused_and_nothing_is_written_beside(
    tmp_path: Path,
):
    path = make(tmp_path / "x.duckdb")
    with closing(duckdb.open(f"duckdb:///{path}?memory_limit=100MB&threads=1")) as connector:
        found = ask(connector, "SELECT * FROM range(30000000) AS n(i) ORDER BY hash(i)")
        assert isinstance(found, Refusal)
        assert found.defect is Defect.RESOURCES
        assert isinstance(ask(connector, "SELECT 1"), Result)
    assert [each.name for each in tmp_path.iterdir()] == ["x.duckdb"]


def test_a_setting_that_makes_no_sense_is_told(tmp_path: Path):
    path = make(tmp_path / "x.duckdb")
    with pytest.raises(DatabaseUnavailable, match="can't be read"):
        duckdb.open(f"duckdb:///{path}?memory_limit=plenty")


def test_a_statement_leaves_nothing_to_the_next(tmp_path: Path):
    with closing(duckdb.open(f"duckdb:///{make(tmp_path / 'x.duckdb')}", sessions=1)) as connector:
        found = ask(connector, "PIVOT t ON b USING sum(id)")  # makes a temporary type while it runs
        assert isinstance(found, Result), found
        catalog = connector.catalog()
        assert [table.ref.name for table in catalog.tables] == ["t"]
        assert catalog.functions == ()


def test_values_of_an_enum_and_of_a_view_that_nobody_has_read_are_found(tmp_path: Path):
    path = make(
        tmp_path / "x.duckdb",
        "CREATE TYPE mood AS ENUM ('Très Bien', 'bad')",
        "CREATE TABLE moods (m mood)",
        "INSERT INTO moods VALUES ('Très Bien')",
        "CREATE VIEW v AS SELECT b FROM t",
    )
    with closing(duckdb.open(f"duckdb:///{path}")) as connector:
        mood, seen = ColumnRef(TableRef("main", "moods"), "m"), ColumnRef(TableRef("main", "v"), "b")
        found = connector.values([mood, seen], ["tres bien", "HERE"], LookupLimits(seconds=30))
        assert {column: [each.value for each in found[column]] for column in found} == {
            mood: ["Très Bien"],
            seen: ["here"],
        }
        allowed = connector.catalog().by_ref[TableRef("main", "moods")].columns[0].allowed_values
        assert allowed == ("Très Bien", "bad")


def test_a_view_that_is_broken_is_a_note(tmp_path: Path):
    path = make(
        tmp_path / "x.duckdb",
        "CREATE TABLE gone (a INT)",
        "CREATE VIEW v AS SELECT a FROM gone",
        "DROP TABLE gone",
    )
    with closing(duckdb.open(f"duckdb:///{path}")) as connector:
        catalog = connector.catalog()
    assert [table.ref.name for table in catalog.tables] == ["t"]
    assert catalog.notes == ("The view `main.v` can't be read: it names something that isn't there.",)


def test_tables_of_other_schemas_are_there_with_their_schema(tmp_path: Path):
    path = make(tmp_path / "x.duckdb", "CREATE SCHEMA sales", "CREATE TABLE sales.t (a INTEGER PRIMARY KEY)")
    with closing(duckdb.open(f"duckdb:///{path}")) as connector:
        catalog = connector.catalog()
    assert {str(table.ref) for table in catalog.tables} == {"main.t", "sales.t"}
    assert catalog.search_path == ("main",)


def test_doctor_tries_the_sandbox_and_leaves_nothing(tmp_path: Path):
    path = make(tmp_path / "x.duckdb")
    before = (path.read_bytes(), sorted(tmp_path.iterdir()))
    connector = duckdb.open(f"duckdb:///{path}")
    found = connector.privileges()
    connector.close()
    assert {hazard.name for hazard in found.hazards} <= {"superuser", "file_writable"}
    assert (path.read_bytes(), sorted(tmp_path.iterdir())) == before


def test_doctor_finds_what_an_engine_without_its_sandbox_lets_pass(tmp_path: Path):
    path = make(tmp_path / "x.duckdb")
    session = Session(driver.connect(path, read_only=True))
    assert [hazard.name for hazard in _duckdb_privileges.tried(session, path)] == [
        "files_read",
        "files_written",
        "files_attached",
        "code_loaded",
        "settings_changed",
    ]
    session.close()
    assert sorted(tmp_path.iterdir()) == [path]
