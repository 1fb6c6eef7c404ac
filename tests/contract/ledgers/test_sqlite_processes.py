"""Several processes on one SQLite ledger, and processes that die."""

from __future__ import annotations

import contextlib
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeAlias

import pytest

from rejoinder.ledgers import _sqlite_file, sqlite
from rejoinder.ledgers._sqlite_place import Place
from rejoinder.ledgers.sqlite import SqliteLedger
from rejoinder.ports import RunQuery
from rejoinder.terms.ids import RunId
from rejoinder.testing._ledger_room import asked, began, drafted, envelope

_WORKER = Path(__file__).with_name("worker.py")
_RUN = RunId("run")
Process: TypeAlias = "subprocess.Popen[str]"


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'ledger.sqlite'}"


@pytest.fixture
async def ledger(url: str):
    found = sqlite.open(url)
    yield found
    await found.close()


@pytest.fixture
def worker(url: str) -> Iterator[Callable[..., Process]]:
    """Starts a process of `worker.py`."""
    processes: list[Process] = []

    def start(command: str, *numbers: int, run: str = _RUN) -> Process:
        words = [sys.executable, str(_WORKER), command, url, run, *map(str, numbers)]
        pipe = subprocess.PIPE
        processes.append(subprocess.Popen(words, stdin=pipe, stdout=pipe, text=True))
        return processes[-1]

    yield start
    for process in processes:
        process.kill()
        process.communicate()


def _all_at_once(processes: list[Process]) -> list[str]:
    """Lets those that are ready go, and gives back what each was told."""
    for process in processes:
        assert process.stdout.readline() == "ready\n"
    for process in processes:
        process.stdin.write("go\n")
        process.stdin.flush()
    return [process.stdout.readline().strip() for process in processes]


@pytest.mark.parametrize("after", [0, 1, 2])
async def test_of_two_processes_that_append_behind_the_same_event_exactly_one_wins(
    ledger: SqliteLedger, worker: Callable[..., Process], after: int
):
    if after:
        await ledger.append(_RUN, 0, envelope(_RUN), [asked(), began()][:after])
    told = sorted(_all_at_once([worker("append", after), worker("append", after)]), key=len)
    assert told[0] == "won"
    assert told[1].startswith("LedgerConflict: ")
    assert len(await ledger.events(_RUN)) == after + 1


async def test_processes_that_make_the_ledger_at_the_same_time_make_one(
    ledger: SqliteLedger, worker: Callable[..., Process]
):
    names = [f"run {number}" for number in range(8)]
    told = _all_at_once([worker("append", 0, run=name) for name in names])
    assert told == ["won"] * len(names)
    assert sorted(summary.run for summary in await ledger.runs(RunQuery())) == names


def test_of_many_who_open_a_new_file_at_once_none_is_turned_away(tmp_path: Path):
    many, rounds = 12, 15
    together = threading.Barrier(many)

    def open_one(path: Path) -> str:
        together.wait()
        database = _sqlite_file.open(Place(path=path))
        with contextlib.closing(database):
            (mode,) = database.execute("PRAGMA journal_mode").fetchone()
        return mode

    with ThreadPoolExecutor(many) as threads:
        for number in range(rounds):
            assert list(threads.map(open_one, [tmp_path / f"{number}.sqlite"] * many)) == ["wal"] * many


@pytest.mark.parametrize("records", [1, 2, 40])
async def test_a_process_killed_while_it_records_leaves_what_it_had_recorded(
    ledger: SqliteLedger, worker: Callable[..., Process], records: int
):
    process = worker("drive")
    while process.stdout.readline() != f"{records}\n":
        assert process.poll() is None
    process.kill()
    process.wait()

    recorded = await ledger.events(_RUN)
    assert len(recorded) >= records
    assert [each.event for each in recorded] == [
        asked(),
        *(began(attempt=after) for after in range(1, len(recorded))),
    ]
    assert (await ledger.verify(_RUN)).events == len(recorded)
    (summary,) = await ledger.runs(RunQuery())
    assert summary.events == len(recorded)
    await ledger.append(_RUN, len(recorded), envelope(_RUN), [drafted()])


async def test_the_lease_of_a_process_that_died_is_free_at_once(
    ledger: SqliteLedger, worker: Callable[..., Process]
):
    process = worker("drive")
    assert process.stdout.readline() == "ready\n"
    assert not await ledger.lease(_RUN, "another", 30)
    process.kill()
    process.wait()
    assert await ledger.lease(_RUN, "another", 30)


async def test_a_disk_that_is_full_is_told_and_what_was_recorded_stays(
    ledger: SqliteLedger, worker: Callable[..., Process]
):
    process = worker("fill", 2_000_000)
    told, *rest = process.communicate()[0].splitlines()
    assert told.startswith("LedgerError: The ledger `")
    assert "`--ledger`" in told
    assert rest == ["went on"]
    assert [each.event for each in await ledger.events(_RUN)] == [asked(), began(), drafted("short")]
    assert (await ledger.verify(_RUN)).events == 3
