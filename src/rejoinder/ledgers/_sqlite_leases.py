"""Who may drive a run, in a SQLite ledger. The worker that died on this machine loses its lease at once."""

from __future__ import annotations

import os
import socket
import sqlite3
import time

from rejoinder.terms.ids import RunId


def take(database: sqlite3.Connection, run_id: RunId, owner: str, seconds: float) -> bool:
    """Take or renew the lease. Its time is this machine's: workers on one file have one clock."""
    row = database.execute(
        "SELECT owner, expires, host, process FROM leases WHERE run = ?", (run_id,)
    ).fetchone()
    now = time.time()
    if row is not None and not _is_free(row, owner, now):
        return False
    database.execute(
        "INSERT OR REPLACE INTO leases (run, owner, expires, host, process) VALUES (?, ?, ?, ?, ?)",
        (run_id, owner, now + seconds, socket.gethostname(), os.getpid()),
    )
    return True


def give_back(database: sqlite3.Connection, run_id: RunId, owner: str) -> None:
    """Give the lease back, if `owner` has it."""
    database.execute("DELETE FROM leases WHERE run = ? AND owner = ?", (run_id, owner))


def _is_free(row: tuple[str, float, str, int], owner: str, now: float) -> bool:
    holder, expires, host, process = row
    return holder == owner or expires <= now or (host == socket.gethostname() and _is_dead(process))


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
