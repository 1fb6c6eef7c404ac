"""What this user could do to a SQLite file beyond reading it, and how to take it away."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

from rejoinder.connectors import _files
from rejoinder.connectors._sqlite_place import Place
from rejoinder.connectors._sqlite_trouble import is_wal
from rejoinder.terms.privileges import Hazard, Privileges


def read(place: Place) -> Privileges:
    """What the file system and the process allow. SQLite has neither roles nor replicas."""
    return Privileges(
        role=_files.user(),
        engine=f"SQLite {sqlite3.sqlite_version}",
        replica=None,
        encrypted=None,
        hazards=() if place.path is None else tuple(_hazards(place.path)),
    )


def _hazards(path: Path) -> Iterator[Hazard]:
    yield from _files.hazards(path)
    if is_wal(path):
        yield Hazard(
            name="write_ahead_log",
            sentence=f"`{path}` keeps a write-ahead log, so even reading it writes to a `-shm` file beside it.",
            fix="Ask a copy (`VACUUM INTO`), or add `?immutable=1` to the URL if nobody writes to the database.",
            stopped_by=(),
        )
