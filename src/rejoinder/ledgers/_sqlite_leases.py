"""Who may drive a run, in a SQLite ledger. The worker that died on this machine loses its lease at once."""

from __future__ import annotations

import os
import socket
import sqlite3
from pathlib import Path

from rejoinder.terms.ids import RunId

_NAMESPACE = Path("/proc/self/ns/pid")


def take(database: sqlite3.Connection, run_id: RunId, owner: str, seconds: float, now: float) -> bool:
    """Take or renew the lease. `now` is in seconds since 1970: workers on one file have one clock."""
    if holder(database, run_id, now) not in (None, owner):
        return False
    database.execute(
        "INSERT OR REPLACE INTO leases (run, owner, expires, host, process) VALUES (?, ?, ?, ?, ?)",
        (run_id, owner, now + seconds, _here(), os.getpid()),
    )
    return True


def give_back(database: sqlite3.Connection, run_id: RunId, owner: str) -> None:
    """Give the lease back, if `owner` has it."""
    database.execute("DELETE FROM leases WHERE run = ? AND owner = ?", (run_id, owner))


def holder(database: sqlite3.Connection, run_id: RunId, now: float) -> str | None:
    """Who may drive the run; None where anybody may."""
    row = database.execute(
        "SELECT owner, expires, host, process FROM leases WHERE run = ?", (run_id,)
    ).fetchone()
    if row is None:
        return None
    owner, expires, host, process = row
    free = expires <= now or (host == _here() and _is_dead(process))
    return None if free else str(owner)


def _here() -> str:
    """Where numbers of processes mean the same: this machine, and on Linux the container too."""
    try:
        return f"{socket.gethostname()} {os.readlink(_NAMESPACE)}"
    except OSError:
        return socket.gethostname()


def _is_dead(process: int) -> bool:
    """Whether no process of this number runs here. Where the system has no harmless way to ask, it isn't known."""
    if os.name != "posix":
        return False
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return True
    except PermissionError:
        return False
    return False
