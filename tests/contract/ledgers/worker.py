"""A worker in a process of its own. Used by the tests of what several processes do to one ledger.

`append FILE RUN AFTER` says `ready`, waits for a line, appends, and says `won` or what it was told instead.
`drive FILE RUN` takes the lease, says `ready`, and appends for ever, saying after each record how many there are.
`fill FILE RUN BYTES` may write no file larger than that, appends a long text, and says what it was told.
"""

from __future__ import annotations

import asyncio
import itertools
import resource
import signal
import sys

from rejoinder.errors import RejoinderError
from rejoinder.ledgers import sqlite
from rejoinder.ports import Ledger
from rejoinder.terms.ids import RunId
from rejoinder.testing._ledger_room import asked, began, drafted, envelope


def say(text: object) -> None:
    print(text, flush=True)


async def append(ledger: Ledger, run: RunId, after: int) -> None:
    say("ready")
    sys.stdin.readline()
    event = began(attempt=after) if after else asked()
    try:
        await ledger.append(run, after, envelope(run), [event])
    except RejoinderError as error:
        say(f"{type(error).__name__}: {error}")
    else:
        say("won")


async def drive(ledger: Ledger, run: RunId) -> None:
    assert await ledger.lease(run, "the worker that dies", 3_600)
    say("ready")
    for after in itertools.count():
        await ledger.append(run, after, envelope(run), [began(attempt=after) if after else asked()])
        say(after + 1)


async def fill(ledger: Ledger, run: RunId, most: int) -> None:
    await ledger.append(run, 0, envelope(run), [asked(), began()])
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
    try:
        await ledger.append(run, 2, envelope(run), [drafted("x" * most)])
    except RejoinderError as error:
        say(f"{type(error).__name__}: {error}")
    await ledger.append(run, 2, envelope(run), [drafted("short")])
    say("went on")


async def main(command: str, url: str, run: str, *numbers: str) -> None:
    ledger = sqlite.open(url)
    work = {"append": append, "drive": drive, "fill": fill}[command]
    await work(ledger, RunId(run), *map(int, numbers))
    await ledger.close()


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
