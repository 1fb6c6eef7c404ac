"""SQLite databases as they lie on disks: odd names, other people's locks, damage, and files that are none."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from rejoinder.check.mint import mint
from rejoinder.connectors import sqlite
from rejoinder.connectors._sqlite_place import place_of
from rejoinder.connectors.sqlite import SqliteConnector
from rejoinder.errors import DatabaseUnavailable, UsageError
from rejoinder.ports import CancelHandle
from rejoinder.terms.classes import Defect
from rejoinder.terms.limits import ExecutionLimits
from rejoinder.terms.refusal import Refusal
from rejoinder.terms.result import Result

LIMITS = ExecutionLimits(seconds=30)
NAMES = [
    "plain.db",
    "with space.db",
    "question?.db",
    "hash#1.db",
    "100%.db",
    "%41.db",
    "a&b=c;d.db",
    "Größe 日本.sqlite",
    "quote'\".db",
    "back\\slash.db",
    "no ending",
    ":colon:.db",
]


def make(path: Path, *statements: str) -> Path:
    with closing(sqlite3.connect(path)) as owner, owner:
        owner.execute("CREATE TABLE t (a INTEGER PRIMARY KEY, b TEXT)")
        owner.execute("INSERT INTO t (b) VALUES ('here')")
        for statement in statements:
            owner.execute(statement)
    return path


def ask(connector: SqliteConnector, sql: str, limits: ExecutionLimits = LIMITS) -> Result | Refusal:
    return connector.execute(mint(sql, dialect="sqlite"), limits, CancelHandle())


def rows(url: str, sql: str = "SELECT b FROM t") -> object:
    with closing(sqlite.open(url)) as connector:
        found = ask(connector, sql)
        assert isinstance(found, Result), found
        return found.rows


def refusal_to_open(url: str) -> str:
    try:
        sqlite.open(url).close()
    except DatabaseUnavailable as error:
        return str(error)
    return "it was opened"


# Names


@pytest.mark.parametrize("name", NAMES)
def test_a_path_is_taken_as_it_is_whatever_is_in_its_name(tmp_path: Path, name: str):
    assert rows(str(make(tmp_path / name))) == (("here",),)


@pytest.mark.parametrize(("name", "quoted"), [("a b#c.db", "a%20b%23c.db"), ("100%?.db", "100%25%3F.db")])
def test_in_a_url_special_letters_are_quoted(tmp_path: Path, name: str, quoted: str):
    make(tmp_path / name)
    assert rows(f"sqlite:///{tmp_path}/{quoted}") == (("here",),)


def test_a_url_with_three_slashes_is_relative_and_with_four_absolute(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(make(tmp_path / "x.db").parent)
    assert rows("sqlite:///x.db") == rows(f"sqlite:////{str(tmp_path).lstrip('/')}/x.db") == rows("x.db")


def test_a_connector_stays_with_its_file_when_the_working_folder_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(make(tmp_path / "x.db").parent)
    with closing(sqlite.open("x.db", sessions=2)) as connector:
        (tmp_path / "elsewhere").mkdir()
        monkeypatch.chdir(tmp_path / "elsewhere")
        found = ask(connector, "SELECT b FROM t")
    assert isinstance(found, Result), found


def test_a_symbolic_link_is_followed(tmp_path: Path):
    make(tmp_path / "real.db")
    (tmp_path / "link.db").symlink_to("real.db")
    assert rows(f"sqlite:///{tmp_path}/link.db") == (("here",),)


def test_a_link_to_nothing_is_no_file(tmp_path: Path):
    (tmp_path / "link.db").symlink_to("gone.db")
    assert "There is no file" in refusal_to_open(f"sqlite:///{tmp_path}/link.db")


@pytest.mark.parametrize("url", [":memory:", "sqlite://", "sqlite:///:memory:"])
def test_a_database_in_memory_is_empty_and_has_one_session(url: str):
    with closing(sqlite.open(url, sessions=4)) as connector:
        assert (connector.sessions, connector.catalog().tables) == (1, ())
        assert ask(connector, "SELECT 1") == ask(connector, "SELECT 1")


@pytest.mark.parametrize("options", ["?mode=ro", "?immutable=1", "?mode=ro&immutable=0"])
def test_options_that_only_read_are_taken(tmp_path: Path, options: str):
    assert rows(f"sqlite:///{make(tmp_path / 'x.db')}{options}") == (("here",),)


@pytest.mark.parametrize(
    "options", ["?mode=rwc", "?vfs=unix-none", "?cache=shared", "?nonesuch", "?immutable=2"]
)
def test_any_other_option_is_refused_by_name(tmp_path: Path, options: str):
    with pytest.raises(UsageError, match="isn't an option of a SQLite URL"):
        place_of(f"sqlite:///{make(tmp_path / 'x.db')}{options}")


# Files that are no database


def corrupt(path: Path) -> None:
    """Tables whose pages were overwritten: the header is sound, what it points to isn't."""
    make(path, "CREATE TABLE big AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 5000) "
         "SELECT i, hex(randomblob(50)) AS x FROM n")  # fmt: skip
    data = bytearray(path.read_bytes())
    data[4096:] = b"\xde\xad\xbe\xef" * ((len(data) - 4096) // 4)
    path.write_bytes(data)


def broken_schema(path: Path) -> None:
    data = bytearray(make(path).read_bytes())
    data[100:4096] = b"\xff" * 3996
    path.write_bytes(data)


UNUSABLE: dict[str, tuple[Callable[[Path], object], str]] = {
    "an empty file": (Path.touch, "is empty (0 bytes)"),
    "a text": (lambda path: path.write_text("id,name\n1,a\n" * 100), "isn't a SQLite database"),
    "an encrypted file": (lambda path: path.write_bytes(bytes(range(256)) * 64), "or it is encrypted"),
    "half a header": (lambda path: path.write_bytes(b"SQLite format 3\x00" + b"\x10"), "isn't a SQLite database"),
    "a schema that was overwritten": (broken_schema, "is damaged"),
    "a folder": (Path.mkdir, "is a folder, not a database file"),
    "a pipe": (os.mkfifo, "isn't an ordinary file"),
}  # fmt: skip


@pytest.mark.parametrize(("prepare", "says"), UNUSABLE.values(), ids=UNUSABLE.keys())
def test_what_is_no_database_is_told_in_a_sentence(
    tmp_path: Path, prepare: Callable[[Path], object], says: str
):
    prepare(tmp_path / "it.db")
    assert says in refusal_to_open(f"sqlite:///{tmp_path}/it.db")


def test_a_missing_file_is_told_with_one_that_has_nearly_its_name(tmp_path: Path):
    make(tmp_path / "restaurants.db")
    assert f"Did you mean `{tmp_path}/restaurants.db`?" in refusal_to_open(
        f"sqlite:///{tmp_path}/restaurant.db"
    )


def test_a_folder_is_told_with_the_databases_in_it(tmp_path: Path):
    make(tmp_path / "inside.db")
    assert f"In it there is `{tmp_path}/inside.db`" in refusal_to_open(f"sqlite:///{tmp_path}")


def test_damage_that_a_statement_meets_is_a_refusal_that_is_never_corrected(tmp_path: Path):
    corrupt(tmp_path / "x.db")
    with closing(sqlite.open(f"sqlite:///{tmp_path}/x.db")) as connector:
        found = ask(connector, "SELECT * FROM big")
        assert isinstance(found, Refusal)
        assert (found.defect, found.code) == (Defect.SHUTDOWN, "SQLITE_CORRUPT")


def test_a_file_that_this_user_may_not_read_is_told(
    public_folder: Path, as_nobody: Callable[[Callable[[], str]], str]
):
    make(public_folder / "x.db").chmod(0o000)
    assert "this user may not read it" in as_nobody(
        lambda: refusal_to_open(f"sqlite:///{public_folder}/x.db")
    )


# Other programs on the same file


@pytest.fixture
def locked(tmp_path: Path) -> Iterator[tuple[Path, sqlite3.Connection]]:
    path = make(tmp_path / "x.db")
    with closing(sqlite3.connect(path, isolation_level=None)) as owner:
        yield path, owner


def test_a_locked_database_cannot_be_opened_and_says_by_whom(locked: tuple[Path, sqlite3.Connection]):
    path, owner = locked
    owner.execute("BEGIN EXCLUSIVE")
    assert "is locked: another program is writing to it" in refusal_to_open(f"sqlite:///{path}")
    owner.execute("ROLLBACK")
    assert rows(f"sqlite:///{path}") == (("here",),)


def test_a_lock_that_comes_later_refuses_statements_until_it_goes(locked: tuple[Path, sqlite3.Connection]):
    path, owner = locked
    with closing(sqlite.open(f"sqlite:///{path}", sessions=1)) as connector:
        owner.execute("BEGIN EXCLUSIVE")
        found = ask(connector, "SELECT b FROM t")
        assert isinstance(found, Refusal)
        assert found.defect is Defect.LOCK_TIMEOUT
        owner.execute("ROLLBACK")
        assert isinstance(ask(connector, "SELECT b FROM t"), Result)


def test_waiting_for_a_lock_ends_at_the_deadline(locked: tuple[Path, sqlite3.Connection]):
    path, owner = locked
    with closing(sqlite.open(f"sqlite:///{path}", sessions=1)) as connector:
        owner.execute("BEGIN EXCLUSIVE")
        found = ask(connector, "SELECT b FROM t", ExecutionLimits(seconds=0.05))
    assert isinstance(found, Refusal)
    assert found.defect in {Defect.LOCK_TIMEOUT, Defect.STATEMENT_TIMEOUT}


def test_what_another_program_commits_is_seen_by_the_next_statement(
    locked: tuple[Path, sqlite3.Connection],
):
    path, owner = locked
    with closing(sqlite.open(f"sqlite:///{path}", sessions=1)) as connector:
        ask(connector, "SELECT b FROM t")
        owner.execute("UPDATE t SET b = 'changed'")
        found = ask(connector, "SELECT b FROM t")
    assert isinstance(found, Result)
    assert found.rows == (("changed",),)


def test_a_file_that_is_replaced_under_its_path_is_the_one_that_is_asked(tmp_path: Path):
    path = make(tmp_path / "x.db")
    with closing(sqlite.open(f"sqlite:///{path}", sessions=1)) as connector:
        before = connector.fingerprint()
        os.replace(make(tmp_path / "new.db", "ALTER TABLE t ADD COLUMN c", "UPDATE t SET b = 'new'"), path)
        found = ask(connector, "SELECT b FROM t")
        assert isinstance(found, Result)
        assert found.rows == (("new",),)
        assert connector.fingerprint() != before


def test_a_file_that_is_deleted_is_told(tmp_path: Path):
    path = make(tmp_path / "x.db")
    with closing(sqlite.open(f"sqlite:///{path}", sessions=1)) as connector:
        path.unlink()
        with pytest.raises(DatabaseUnavailable, match="moved or deleted"):
            ask(connector, "SELECT 1")


def test_a_write_that_was_cut_off_has_to_be_undone_by_who_may_write(tmp_path: Path):
    path = make(tmp_path / "x.db", "CREATE TABLE big (x TEXT)")
    with closing(sqlite3.connect(path, isolation_level=None)) as owner:
        owner.execute("PRAGMA cache_size = 1")
        owner.execute("BEGIN")
        owner.execute("UPDATE t SET b = 'half done'")
        owner.executemany("INSERT INTO big VALUES (?)", [("x" * 4000,)] * 200)
        shutil.copy(path, tmp_path / "left.db")
        shutil.copy(f"{path}-journal", tmp_path / "left.db-journal")
    assert "stopped in the middle of writing" in refusal_to_open(f"sqlite:///{tmp_path}/left.db")


# Write-ahead logs


@pytest.fixture
def wal(public_folder: Path) -> Path:
    """A database with a log, in a folder that nobody else can write to."""
    folder = public_folder / "shut"
    folder.mkdir()
    with closing(sqlite3.connect(folder / "wal.db")) as owner:
        owner.execute("PRAGMA journal_mode = wal")
    make(folder / "wal.db")
    folder.chmod(0o555)
    yield folder / "wal.db"
    folder.chmod(0o755)


def test_a_log_in_a_folder_that_cannot_be_written_is_told_with_the_way_round(
    wal: Path, as_nobody: Callable[[Callable[[], str]], str]
):
    said = as_nobody(lambda: refusal_to_open(f"sqlite:///{wal}"))
    assert "keeps a write-ahead log" in said
    assert "`?immutable=1`" in said


def test_a_log_in_such_a_folder_is_read_where_nobody_writes_to_it(
    wal: Path, as_nobody: Callable[[Callable[[], str]], str]
):
    assert as_nobody(lambda: str(rows(f"sqlite:///{wal}?immutable=1"))) == "(('here',),)"


def test_a_log_that_is_being_written_to_is_read_and_does_not_block_its_writer(tmp_path: Path):
    with closing(sqlite3.connect(tmp_path / "x.db")) as first:
        first.execute("PRAGMA journal_mode = wal")
    path = make(tmp_path / "x.db")
    with closing(sqlite.open(f"sqlite:///{path}")) as connector, closing(sqlite3.connect(path)) as owner:
        owner.execute("UPDATE t SET b = 'not committed'")
        found = ask(connector, "SELECT b FROM t")
        assert isinstance(found, Result)
        assert found.rows == (("here",),)
        owner.commit()
        found = ask(connector, "SELECT b FROM t")
        assert isinstance(found, Result)
        assert found.rows == (("not committed",),)
