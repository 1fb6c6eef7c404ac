"""The file of a SQLite ledger: who may read it, what it can't be, what it keeps, what it forgets."""

from __future__ import annotations

import datetime as dt
import os
import sqlite3
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from rejoinder.errors import LedgerCorrupt, LedgerError, RunNotFound, UsageError
from rejoinder.ledgers import sqlite
from rejoinder.ledgers._sqlite_place import Place
from rejoinder.ledgers.sqlite import SqliteLedger, place_of
from rejoinder.ports import RunQuery
from rejoinder.settings import Settings
from rejoinder.terms.ids import RunId
from rejoinder.testing import FakeClock
from rejoinder.testing._ledger_room import OTHER, RUN, asked, began, drafted, envelope, whole_run

_SECRET = "what the annual salary of Ada Lovelace is"
_NOBODY = 65534


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "ledger.sqlite"


@pytest.fixture
async def ledger(path: Path):
    found = sqlite.open(f"sqlite:///{path}")
    yield found
    await found.close()


def _bytes(path: Path) -> bytes:
    """Everything that is on the disk of a ledger, logs included."""
    return b"".join(each.read_bytes() for each in sorted(path.parent.glob(f"{path.name}*")))


def _bytes_of_file(path: Path) -> bytes | None:
    return path.read_bytes() if path.is_file() else None


def _changed(path: Path, statements: str) -> None:
    """Change a ledger behind its back."""
    database = sqlite3.connect(path)
    database.executescript(statements)
    database.close()


def _other_database(path: Path) -> None:
    _changed(path, "CREATE TABLE city (name TEXT)")


def _other_program(path: Path) -> None:
    _changed(path, "PRAGMA application_id = 1234567")


def _newer(path: Path) -> None:
    _changed(path, "PRAGMA application_id = 0x726A6E64")
    _changed(path, "PRAGMA user_version = 99")


def _text(path: Path) -> None:
    path.write_text("Dear diary, " * 1_000)


def _cut(path: Path) -> None:
    _changed(path, "CREATE TABLE filler AS SELECT hex(zeroblob(40000)) AS text")
    path.write_bytes(path.read_bytes()[:5_000])


def _folder(path: Path) -> None:
    path.mkdir()


NO_LEDGERS: dict[str, tuple[Callable[[Path], None], type[LedgerError], str]] = {
    "another database": (_other_database, LedgerError, "another program"),
    "another program's file": (_other_program, LedgerError, "another program"),
    "of a newer version": (_newer, LedgerError, "newer version of rejoinder (format 99"),
    "no database": (_text, LedgerCorrupt, "damaged or no ledger"),
    "a file cut short": (_cut, LedgerCorrupt, "damaged or no ledger"),
    "a folder": (_folder, LedgerError, "can't be used: Is a directory"),
}


@pytest.mark.parametrize(("made", "error", "said"), NO_LEDGERS.values(), ids=NO_LEDGERS.keys())
async def test_what_cannot_be_a_ledger_is_told_and_left_alone(
    ledger: SqliteLedger,
    path: Path,
    made: Callable[[Path], None],
    error: type[LedgerError],
    said: str,
):
    made(path)
    before = _bytes_of_file(path)
    with pytest.raises(error) as raised:
        await ledger.runs(RunQuery())
    assert said in str(raised.value)
    assert f"`{path}`" in str(raised.value)
    assert "--ledger" in str(raised.value)
    assert _bytes_of_file(path) == before


async def test_an_empty_file_becomes_a_ledger(ledger: SqliteLedger, path: Path):
    _changed(path, "")
    assert _bytes_of_file(path) == b""
    await ledger.append(RUN, 0, envelope(), whole_run())
    assert len(await ledger.events(RUN)) == len(whole_run())


@pytest.mark.skipif(os.name != "posix", reason="only POSIX has modes of files")
async def test_only_its_owner_can_read_it(tmp_path: Path):
    path = tmp_path / "new folder" / "ledger.sqlite"
    ledger = sqlite.open(f"sqlite:///{path}")
    before = os.umask(0)
    try:
        await ledger.append(RUN, 0, envelope(), whole_run())
    finally:
        os.umask(before)
    modes = {each.name: stat.S_IMODE(each.stat().st_mode) for each in path.parent.iterdir()}
    await ledger.close()
    assert modes == {f"ledger.sqlite{end}": 0o600 for end in ("", "-wal", "-shm")}
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


@pytest.mark.skipif(os.name != "posix" or os.geteuid() != 0, reason="only root can become somebody else")
async def test_a_ledger_of_somebody_else_is_told(ledger: SqliteLedger, path: Path):
    await ledger.append(RUN, 0, envelope(), whole_run())
    await ledger.close()
    os.seteuid(_NOBODY)
    try:
        with pytest.raises(LedgerError, match=r"can't be used: Permission denied.*--ledger"):
            await ledger.runs(RunQuery())
    finally:
        os.seteuid(0)
    assert len(await ledger.runs(RunQuery())) == 1


@pytest.mark.parametrize(
    ("said", "synchronous"), [("", 1), ("?durability=normal", 1), ("?durability=full", 2)]
)
async def test_it_survives_what_its_durability_says(path: Path, said: str, synchronous: int):
    ledger = sqlite.open(f"sqlite:///{path}{said}")
    found = await ledger._carried_out(
        lambda database: [
            database.execute(f"PRAGMA {name}").fetchone()[0] for name in ("synchronous", "journal_mode")
        ]
    )
    await ledger.close()
    assert found == [synchronous, "wal"]


@pytest.mark.parametrize("table", ["events", "runs"])
async def test_what_was_redacted_is_nowhere_in_its_files(ledger: SqliteLedger, path: Path, table: str):
    await ledger.append(RUN, 0, envelope(), [asked(_SECRET), began()])
    await ledger.append(RUN, 2, envelope(), [drafted(f"-- {_SECRET}")])
    await ledger.append(OTHER, 0, envelope(OTHER), [asked()])
    assert _SECRET.encode() in _bytes(path)
    await ledger.redact(RUN)
    assert _SECRET.encode() not in _bytes(path)
    assert len(await ledger.events(OTHER)) == 1


TAMPERED = {
    "an event's text": "UPDATE events SET payload = replace(payload, 'ada', 'eve') WHERE sequence = 1",
    "what it was recorded with": "UPDATE events SET envelope = replace(envelope, 'ada', 'eve') WHERE sequence = 2",
    "an event that is gone": "DELETE FROM events WHERE sequence = 3",
    "the first that is gone": "DELETE FROM events WHERE sequence = 1",
    "two that changed places": (
        "UPDATE events SET sequence = 99 WHERE sequence = 2;"
        "UPDATE events SET sequence = 2 WHERE sequence = 3;"
        "UPDATE events SET sequence = 3 WHERE sequence = 99"
    ),
    "a digest": "UPDATE events SET digest = zeroblob(32) WHERE sequence = 4",
    "a link": "UPDATE events SET chain = zeroblob(32) WHERE sequence = 7",
}


@pytest.mark.parametrize("statement", TAMPERED.values(), ids=TAMPERED.keys())
async def test_what_was_changed_behind_its_back_is_found(ledger: SqliteLedger, path: Path, statement: str):
    await ledger.append(RUN, 0, envelope(), whole_run())
    assert (await ledger.verify(RUN)).events == len(whole_run())
    _changed(path, statement)
    with pytest.raises(LedgerCorrupt, match=r"broken at event|is not what was recorded"):
        await ledger.verify(RUN)


@pytest.mark.parametrize(
    "payload",
    [
        "",
        "{}",
        "[]",
        "no JSON",
        '{"version":1,"class":"Asked","fields":{}}',
        '{"version":"1"}',
        "[" * 100_000,
    ],
    ids=["nothing", "empty", "a list", "words", "no fields", "no number", "brackets"],
)
async def test_an_event_that_cannot_be_read_is_told(ledger: SqliteLedger, path: Path, payload: str):
    await ledger.append(RUN, 0, envelope(), [asked()])
    _changed(path, f"UPDATE events SET payload = '{payload}'")
    with pytest.raises(LedgerCorrupt, match="can't be read"):
        await ledger.events(RUN)


# Retention


@pytest.fixture
def at(path: Path):
    """Opens the ledger on a day of 2026 with a retention of 30 days."""

    def open_at(day: int) -> SqliteLedger:
        now = dt.datetime(2026, 1, 1, tzinfo=dt.UTC) + dt.timedelta(days=day - 1)
        return SqliteLedger(place_of(f"sqlite:///{path}?retention_days=30"), FakeClock(now))

    return open_at


def _on(day: int, run: RunId):
    return envelope(run, time=dt.datetime(2026, 1, 1, tzinfo=dt.UTC) + dt.timedelta(days=day - 1))


async def _kept(ledger: SqliteLedger) -> list[str]:
    found = [summary.run for summary in await ledger.runs(RunQuery())]
    await ledger.close()
    return found


async def test_runs_are_forgotten_so_long_after_their_last_event(
    at: Callable[[int], SqliteLedger], path: Path
):
    ledger = at(1)
    for name, last in (("old", 1), ("gone on with", 20), ("young", 20)):
        run = RunId(name)
        first = 20 if name == "young" else 1
        await ledger.append(run, 0, _on(first, run), [asked(f"{_SECRET}, {name}")])
        await ledger.append(run, 1, _on(last, run), [began()])
    await ledger.close()

    assert await _kept(at(31)) == ["young", "gone on with", "old"]
    assert await _kept(at(32)) == ["young", "gone on with"]
    assert f"{_SECRET}, old".encode() not in _bytes(path)
    with pytest.raises(RunNotFound):
        await at(32).events(RunId("old"))
    assert len(await at(32).events(RunId("gone on with"))) == 2
    assert await _kept(at(60)) == []


async def test_a_run_that_is_driven_is_not_forgotten(at: Callable[[int], SqliteLedger]):
    ledger = at(100)
    await ledger.append(RUN, 0, _on(1, RUN), [asked()])
    await ledger.lease(RUN, "one", 30)
    await ledger.close()
    assert await _kept(at(100)) == [RUN]
    assert await _kept(at(101)) == []


async def test_without_a_retention_runs_are_kept_for_ever(ledger: SqliteLedger):
    await ledger.append(RUN, 0, envelope(time=dt.datetime(1990, 1, 1, tzinfo=dt.UTC)), [asked()])
    await ledger.close()
    assert await _kept(ledger) == [RUN]


# URLs

PLACES = {
    "sqlite:////a/b.sqlite": "/a/b.sqlite",
    "SQLITE:////a/b.sqlite": "/a/b.sqlite",
    "sqlite:///b.sqlite": "{here}/b.sqlite",
    "sqlite:b.sqlite": "{here}/b.sqlite",
    "sqlite:///~/b.sqlite": "{home}/b.sqlite",
    "sqlite:////a/b%20c%25%3F.sqlite": "/a/b c%?.sqlite",
    "sqlite:////a/b#c.sqlite": "/a/b#c.sqlite",
    "sqlite:////东京/b.sqlite": "/东京/b.sqlite",
    "/a/b.sqlite": "/a/b.sqlite",
    "b c%20?.sqlite": "{here}/b c%20?.sqlite",
}


@pytest.mark.parametrize(("url", "path"), PLACES.items())
def test_a_url_or_a_path_says_where_it_is(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, url: str, path: str
):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", "/srv/ada")
    assert str(place_of(url).path) == path.format(here=tmp_path, home="/srv/ada")


@pytest.mark.parametrize(
    "url",
    [
        "sqlite:",
        "sqlite://",
        "sqlite:///",
        "sqlite://host/a.sqlite",
        "sqlite:///a?mode=ro",
        "sqlite:///a?durability=some",
        "sqlite:///a?retention_days=0",
        "sqlite:///a?retention_days=-1",
        "sqlite:///a?retention_days=inf",
        "sqlite:///a?retention_days=soon",
        "sqlite:///a?retention_days=",
    ],
)
def test_a_url_that_means_nothing_is_told(url: str):
    with pytest.raises(UsageError, match="can't be understood"):
        place_of(url)


def test_what_the_settings_say_of_a_ledger_is_understood(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "50% of it?"))
    path = tmp_path / "50% of it?" / "rejoinder" / "ledger.sqlite"
    assert place_of(Settings().ledger_url) == Place(path=path, synchronous="NORMAL", retention_days=365)
    full = Settings(durability="full", retention_days=None)
    assert place_of(full.ledger_url) == Place(path=path, synchronous="FULL", retention_days=None)


async def test_a_retention_beyond_all_years_is_for_ever(path: Path):
    ledger = SqliteLedger(place_of(f"sqlite:///{path}?retention_days=1e12"))
    await ledger.append(RUN, 0, envelope(time=dt.datetime(1990, 1, 1, tzinfo=dt.UTC)), [asked()])
    await ledger.close()
    assert await _kept(ledger) == [RUN]
