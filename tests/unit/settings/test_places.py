"""A file of `rejoinder.toml` is the same file whatever folder it is asked from."""

from __future__ import annotations

from pathlib import Path

import pytest

from rejoinder.errors import SettingsError
from rejoinder.settings import Settings
from rejoinder.settings.places import anchored, default_ledger

ANCHORED: dict[str, str] = {
    "shop.db": "/srv/shop.db",
    "./data/../shop.db": "/srv/shop.db",
    "/data/shop.db": "/data/shop.db",
    "samples.db": "/srv/samples.db",
    "memory.db": "/srv/memory.db",
    "sample": "sample",
    "sample:duckdb": "sample:duckdb",
    ":memory:": ":memory:",
    "memory:": "memory:",
    "sqlite:///shop.db": "sqlite:////srv/shop.db",
    "sqlite:///shop.db?immutable=1": "sqlite:////srv/shop.db?immutable=1",
    "sqlite+aiosqlite:///shop.db": "sqlite+aiosqlite:////srv/shop.db",
    "sqlite:////data/shop.db": "sqlite:////data/shop.db",
    "sqlite:///a%20b.db": "sqlite:////srv/a b.db",
    "sqlite:///100%25.db": "sqlite:////srv/100%25.db",
    "sqlite:///a%3Fb.db": "sqlite:////srv/a%3Fb.db",
    "sqlite:///:memory:": "sqlite:///:memory:",
    "sqlite:///": "sqlite:///",
    "sqlite://": "sqlite://",
    "duckdb:///shop.duckdb": "duckdb:////srv/shop.duckdb",
    "postgresql:///shop": "postgresql:///shop",
    "postgresql://host/shop": "postgresql://host/shop",
    "mysql://host/shop?charset=utf8": "mysql://host/shop?charset=utf8",
}


@pytest.mark.parametrize(("url", "same"), ANCHORED.items())
def test_a_relative_file_is_made_absolute(url: str, same: str):
    assert anchored(url, Path("/srv")) == same


def test_marks_in_a_folders_name_stay_part_of_it():
    assert anchored("sqlite:///a.db", Path("/100% real?")) == "sqlite:////100%25 real%3F/a.db"
    assert anchored("a.db", Path("/100% real?")) == "/100% real?/a.db"


def test_the_home_of_the_user_may_be_written_as_a_tilde(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("HOME", "/srv/ada")
    assert anchored("~/shop.db", Path("/srv")) == "/srv/ada/shop.db"
    assert anchored("sqlite:///~/shop.db", Path("/srv")) == "sqlite:////srv/ada/shop.db"


LEDGERS: dict[str, tuple[dict[str, str], str]] = {
    "a state folder": ({"XDG_STATE_HOME": "/s", "HOME": "/h"}, "sqlite:////s/rejoinder/ledger.sqlite"),
    "Windows": ({"LOCALAPPDATA": "/l", "HOME": "/h"}, "sqlite:////l/rejoinder/ledger.sqlite"),
    "home": ({"HOME": "/h"}, "sqlite:////h/.local/state/rejoinder/ledger.sqlite"),
    "a state folder that is relative": (
        {"XDG_STATE_HOME": "s", "HOME": "/h"},
        "sqlite:////h/.local/state/rejoinder/ledger.sqlite",
    ),
    "marks in a name": ({"XDG_STATE_HOME": "/50%?"}, "sqlite:////50%25%3F/rejoinder/ledger.sqlite"),
}


@pytest.mark.parametrize(("environment", "url"), LEDGERS.values(), ids=LEDGERS.keys())
def test_the_ledger_of_a_user_is_in_the_folder_for_programs_state(environment: dict[str, str], url: str):
    assert default_ledger(environment) == url
    assert Settings.load(Path("/"), environment).ledger == url


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A folder with a `rejoinder.toml` that names two databases."""
    text = '[databases]\nshop = "shop.db"\nsandbox = "sample"\nwarehouse = "postgresql://host/w"\n'
    (tmp_path / "rejoinder.toml").write_text(text, encoding="utf-8")
    return tmp_path


def test_a_database_is_named_by_the_file(project: Path):
    found = Settings.load(project, {})
    assert found.given(db="shop").database_url == str(project / "shop.db")
    assert found.given(db="sandbox").database_url == "sample"
    assert found.given(db="warehouse").database_url == "postgresql://host/w"


@pytest.mark.parametrize("db", ["sample", "postgresql://host/w", "./shops", ":memory:", "shops.db"])
def test_what_is_no_name_is_taken_as_it_is(project: Path, db: str):
    found = Settings.load(project, {}).given(db=db)
    assert found.database_url == anchored(db, Path.cwd())


def test_a_name_that_nobody_gave_is_told_with_those_there_are(project: Path):
    found = Settings.load(project, {}).given(db="shops")
    with pytest.raises(SettingsError, match=r"no file `shops`.*names only `sandbox`, `shop`, `warehouse`"):
        _ = found.database_url


def test_without_a_database_there_is_no_url():
    assert Settings(db="").database_url == ""


def test_a_file_named_in_a_folder_above_is_that_folders(project: Path):
    (project / "rejoinder.toml").write_text(
        'db = "shop.db"\nledger = "runs.sqlite"\npolicy = "p.toml"', encoding="utf-8"
    )
    inner = project / "a"
    inner.mkdir()
    found = Settings.load(inner, {})
    assert found.database_url == str(project / "shop.db")
    assert found.ledger == str(project / "runs.sqlite")
    assert found.policy == str(project / "p.toml")


LEDGER_URLS: dict[str, tuple[dict[str, object], str]] = {
    "in memory": ({"ledger": "memory:"}, "memory:"),
    "a URL": ({"ledger": "sqlite:////l.sqlite"}, "sqlite:////l.sqlite?durability=normal&retention_days=365"),
    "a file": ({"ledger": "/50%.sqlite"}, "sqlite:////50%25.sqlite?durability=normal&retention_days=365"),
    "durable, for ever": (
        {"ledger": "sqlite:////l.sqlite", "durability": "full", "retention_days": None},
        "sqlite:////l.sqlite?durability=full&retention_days=none",
    ),
    "what the URL says itself": (
        {"ledger": "sqlite:////l.sqlite?durability=full&retention_days=1"},
        "sqlite:////l.sqlite?durability=full&retention_days=1",
    ),
    "a part that the URL says itself": (
        {"ledger": "sqlite:////l.sqlite?retention_days=0.5"},
        "sqlite:////l.sqlite?retention_days=0.5&durability=normal",
    ),
    "another store": ({"ledger": "postgresql://host/runs"}, "postgresql://host/runs"),
}


@pytest.mark.parametrize(("given", "url"), LEDGER_URLS.values(), ids=LEDGER_URLS.keys())
def test_a_ledgers_url_says_how_long_and_how_surely_it_keeps(given: dict[str, object], url: str):
    assert Settings(**given).ledger_url == url
