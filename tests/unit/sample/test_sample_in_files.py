"""The sample in new files: DuckDB holds what SQLite holds, and nothing that is there is touched."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import duckdb
import pytest

from rejoinder import sample
from rejoinder.errors import DatabaseUnavailable, UsageError
from rejoinder.sample._build import tables

REVENUE = "SELECT site, month, orders, CAST(revenue AS DOUBLE) FROM monthly_revenue ORDER BY 1, 2"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("samples")
    sample.write(str(made / "x.duckdb"))
    sample.write(str(made / "x.db"))
    return made


def test_duckdb_has_the_rows_of_sqlite(folder: Path):
    with closing(duckdb.connect(folder / "x.duckdb", read_only=True)) as ours:
        with closing(sqlite3.connect(folder / "x.db")) as theirs:
            assert ours.execute(REVENUE).fetchall() == theirs.execute(REVENUE).fetchall()
        for table, rows in tables():
            assert ours.execute(f"SELECT count(*) FROM {table}").fetchone() == (len(rows),), table


def test_duckdb_has_keys_comments_and_types(folder: Path):
    with closing(duckdb.connect(folder / "x.duckdb", read_only=True)) as ours:
        keys = "SELECT count(*) FROM duckdb_constraints() WHERE constraint_type = 'FOREIGN KEY'"
        assert ours.execute(keys).fetchone() == (18,), "all of SQLite's but the managers of sites"
        noted = "SELECT count(*) FROM duckdb_columns() WHERE comment IS NOT NULL"
        assert ours.execute(noted).fetchone() == (5,)
        assert ours.execute("SELECT typeof(is_vegetarian), typeof(price) FROM items LIMIT 1").fetchone() == (
            "BOOLEAN",
            "DECIMAL(8,2)",
        )


@pytest.mark.parametrize("name", ["x.duckdb", "x.db"])
def test_a_file_that_is_there_is_not_touched(folder: Path, name: str):
    before = (folder / name).read_bytes()
    with pytest.raises(UsageError, match="is there already"):
        sample.write(str(folder / name))
    assert (folder / name).read_bytes() == before


@pytest.mark.parametrize(
    ("target", "url"),
    [("made.duckdb", "duckdb:///{}"), ("duckdb:///made", "duckdb:///{}"), ("sqlite:///made", "sqlite:///{}")],
)
def test_it_says_the_url_of_what_it_wrote(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, target: str, url: str
):
    monkeypatch.chdir(tmp_path)
    assert sample.write(target) == url.format(tmp_path / Path(target).name)
    (made,) = tmp_path.iterdir()
    assert made.stat().st_mode & 0o077 == 0, "it is private to its owner"


def test_other_engines_and_folders_that_are_not_there_are_told(tmp_path: Path):
    with pytest.raises(UsageError, match="SQLite, DuckDB and PostgreSQL") as told:
        sample.write("mysql://ann:hunter2@host/shop")
    assert "hunter2" not in str(told.value)
    with pytest.raises(DatabaseUnavailable, match="No such file"):
        sample.write(str(tmp_path / "nowhere" / "x.duckdb"))
