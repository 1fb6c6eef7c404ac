"""What this user could do to a SQLite file beyond reading it, and how to take it away."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from rejoinder.connectors._sqlite_place import Place
from rejoinder.connectors._sqlite_trouble import is_wal
from rejoinder.terms.privileges import Hazard, Privileges

_ALL_LAYERS = ("check", "session", "sandbox")


def read(place: Place) -> Privileges:
    """What the file system and the process allow. SQLite has neither roles nor replicas."""
    return Privileges(
        role=_user(),
        engine=f"SQLite {sqlite3.sqlite_version}",
        replica=None,
        encrypted=None,
        hazards=() if place.path is None else tuple(_hazards(place.path)),
    )


def _hazards(path: Path) -> Iterator[Hazard]:
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        yield Hazard(
            name="superuser",
            sentence="This process runs as root, so the permissions of the file don't protect it.",
            fix="Run rejoinder as a user who may only read the file.",
            stopped_by=_ALL_LAYERS,
        )
    if os.access(path, os.W_OK):
        yield Hazard(
            name="file_writable",
            sentence=f"This user could write to `{path}`.",
            fix=f"Give another user the file and this one the right to read it: `chmod a-w '{path}'` as its owner.",
            stopped_by=_ALL_LAYERS,
        )
    if is_wal(path):
        yield Hazard(
            name="write_ahead_log",
            sentence=f"`{path}` keeps a write-ahead log, so even reading it writes to a `-shm` file beside it.",
            fix="Ask a copy (`VACUUM INTO`), or add `?immutable=1` to the URL if nobody writes to the database.",
            stopped_by=(),
        )


def _user() -> str:
    """The user's name, or number where there is no name; "" where the system has no users."""
    if not hasattr(os, "geteuid"):
        return ""
    import pwd

    try:
        return pwd.getpwuid(os.geteuid()).pw_name
    except KeyError:
        return str(os.geteuid())
