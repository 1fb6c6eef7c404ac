"""The sample database: the same rows everywhere, and all the awkwardness that it promises."""

from __future__ import annotations

import hashlib
import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rejoinder import sample
from rejoinder.errors import DatabaseUnavailable

ROWS_OF_VERSION_1 = "a25bd78f8d6fb4dacf890a0e1a2cf6c94342cce1edbbcacebd6ae04e1f9515e7"

COUNT_LINES = (
    "import sqlite3; from rejoinder import sample; "
    "print(sqlite3.connect(sample.path()).execute('SELECT count(*) FROM order_lines').fetchone()[0])"
)
SHOW_PATH = "from rejoinder import sample; print(sample.path())"


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("sample") / "sample.db"
    sample.build(target)
    return target


@pytest.fixture
def database(built: Path) -> Iterator[sqlite3.Connection]:
    connection = sqlite3.connect(built)
    yield connection
    connection.close()


def one(database: sqlite3.Connection, sql: str) -> Any:
    return database.execute(sql).fetchone()[0]


def test_every_row_is_the_same_on_every_machine(database: sqlite3.Connection):
    digest = hashlib.sha256()
    for (table,) in database.execute(
        "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name"
    ).fetchall():
        if not table.startswith("sqlite_"):
            for row in database.execute(f"SELECT * FROM {table}"):
                digest.update(repr((table, row)).encode())
    assert digest.hexdigest() == ROWS_OF_VERSION_1, "other rows need another `sample.VERSION`"


def test_it_is_about_as_large_as_it_says(database: sqlite3.Connection, built: Path):
    assert 48_000 <= one(database, "SELECT count(*) FROM order_lines") <= 52_000
    assert built.stat().st_size < 8_000_000


def test_it_is_sound(database: sqlite3.Connection):
    assert database.execute("PRAGMA foreign_key_check").fetchall() == []
    assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


def test_every_table_has_rows_and_every_view_can_be_read(database: sqlite3.Connection):
    names = [
        row[0] for row in database.execute("SELECT name FROM sqlite_master WHERE type IN ('table', 'view')")
    ]
    wanted = (
        "sites staff shifts menus items menu_items customers orders order_lines payments suppliers deliveries "
        "reviews orders_old order_totals monthly_revenue current_staff"
    )
    assert set(wanted.split()) <= set(names)
    assert [name for name in wanted.split() if one(database, f"SELECT count(*) FROM {name}") == 0] == []


def test_orders_are_of_two_whole_years(database: sqlite3.Connection):
    days = database.execute("SELECT min(date(ordered_at)), max(date(ordered_at)) FROM orders").fetchone()
    assert days == ("2024-01-01", "2025-12-31")
    assert one(database, "SELECT count(DISTINCT strftime('%Y-%m', ordered_at)) FROM orders") == 24


TRAPS = [
    ("two columns called region mean different things", "SELECT count(*) FROM sites JOIN suppliers USING (region)", 0),
    (
        "statuses are spelled by several hands",
        "SELECT group_concat(status, '|') FROM (SELECT DISTINCT status FROM orders ORDER BY status)",
        "Canceled|Completed|In-Progress|NO SHOW|Refunded",
    ),
    ("one status even ends in a space", "SELECT count(*) > 0 FROM deliveries WHERE status = 'late '", 1),
    ("many orders have no customer", "SELECT avg(customer_id IS NULL) BETWEEN 0.4 AND 0.6 FROM orders", 1),
    ("some orders have no waiter", "SELECT avg(staff_id IS NULL) BETWEEN 0.2 AND 0.4 FROM orders", 1),
    ("reviews may not know their order", "SELECT avg(order_id IS NULL) BETWEEN 0.1 AND 0.3 FROM reviews", 1),
    ("one site has no manager", "SELECT count(*) FROM sites WHERE manager_id IS NULL", 1),
    ("one site has closed", "SELECT count(*) FROM sites WHERE closed_on IS NOT NULL", 1),
    ("an unfinished order has no payment", "SELECT count(*) FROM orders JOIN payments USING (order_id) "
     "WHERE orders.status IN ('Canceled', 'NO SHOW', 'In-Progress')", 0),
    ("the dead table ended before the living one began", "SELECT max(substr(date, 7)) < '2024' FROM orders_old", 1),
    (
        "nothing is sold that isn't on the menu of its day",
        "SELECT count(*) FROM order_lines JOIN orders USING (order_id) JOIN menus "
        "ON date(ordered_at) BETWEEN valid_from AND valid_to LEFT JOIN menu_items USING (menu_id, item_id) "
        "WHERE menu_items.price IS NOT order_lines.unit_price",
        0,
    ),
    (
        "what was paid is what was ordered",
        "SELECT count(*) FROM order_totals JOIN (SELECT order_id, sum(amount) AS paid FROM payments GROUP BY order_id) "
        "USING (order_id) WHERE paid <> total",
        0,
    ),
    ("no order is before its site opened or after it closed", "SELECT count(*) FROM orders JOIN sites USING (site_id) "
     "WHERE date(ordered_at) < opened_on OR date(ordered_at) > closed_on", 0),
]  # fmt: skip


@pytest.mark.parametrize(("sql", "expected"), [row[1:] for row in TRAPS], ids=[row[0] for row in TRAPS])
def test_a_fact_holds(database: sqlite3.Connection, sql: str, expected: Any):
    assert one(database, sql) == expected


def test_it_is_built_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    first = sample.path()
    before = first.stat().st_mtime_ns
    assert sample.path() == first == tmp_path / "rejoinder" / f"sample-{sample.VERSION}.db"
    assert first.stat().st_mtime_ns == before
    assert [each.name for each in first.parent.iterdir()] == [first.name]


def test_a_build_that_fails_leaves_nothing_behind(tmp_path: Path):
    folder = tmp_path / "sample.db"
    folder.mkdir()
    (folder / "in the way").touch()
    with pytest.raises(OSError):
        sample.build(folder)
    assert [each.name for each in tmp_path.iterdir()] == ["sample.db"]


def shown_path(**variables: str) -> subprocess.CompletedProcess[str]:
    kept = {name: value for name, value in os.environ.items() if name in ("PATH", "PYTHONPATH", "SYSTEMROOT")}
    return subprocess.run(
        [sys.executable, "-c", SHOW_PATH], env=kept | variables, capture_output=True, text=True, check=False
    )


def test_processes_that_want_it_first_at_the_same_time_all_get_one_whole_file(tmp_path: Path):
    environment = os.environ | {"XDG_CACHE_HOME": str(tmp_path)}
    asked = [
        subprocess.Popen(
            [sys.executable, "-c", COUNT_LINES], env=environment, stdout=subprocess.PIPE, text=True
        )
        for _ in range(3)
    ]
    told = {process.communicate()[0] for process in asked}
    assert len(told) == 1
    assert int(told.pop()) > 48_000
    assert [each.name for each in (tmp_path / "rejoinder").iterdir()] == [f"sample-{sample.VERSION}.db"]


def test_a_cache_folder_that_cannot_be_written_is_passed_over(tmp_path: Path):
    blocked = tmp_path / "file"
    blocked.touch()
    assert sample.path([blocked / "cache", tmp_path / "temporary"]).parent == tmp_path / "temporary"


def test_a_file_is_never_put_where_another_user_owns_the_folder(tmp_path: Path):
    os.chown(tmp_path, 65534, 65534) if os.geteuid() == 0 else pytest.skip("only root can give a folder away")
    with pytest.raises(DatabaseUnavailable):
        sample.path([tmp_path])
    assert list(tmp_path.iterdir()) == []


def test_without_a_home_it_lies_among_the_temporary_files(tmp_path: Path):
    (tmp_path / "file").touch()
    shown = shown_path(HOME=str(tmp_path / "file"), TMPDIR=str(tmp_path))
    assert Path(shown.stdout.strip()).is_relative_to(tmp_path), shown.stderr
    assert Path(shown.stdout.strip()).is_file()


def test_a_cache_folder_that_is_not_absolute_is_ignored(tmp_path: Path):
    shown = shown_path(HOME=str(tmp_path), TMPDIR=str(tmp_path), XDG_CACHE_HOME="relative")
    assert Path(shown.stdout.strip()).is_relative_to(tmp_path), shown.stderr


def test_nowhere_to_write_is_a_sentence_that_says_what_to_do(tmp_path: Path):
    blocked = tmp_path / "file"
    blocked.touch()
    with pytest.raises(DatabaseUnavailable, match="XDG_CACHE_HOME"):
        sample.path([blocked / "cache", blocked / "temporary"])
