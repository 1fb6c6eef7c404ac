"""Where a SQLite database is: URLs, paths, and what the file system tells about a file."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from rejoinder.connectors import _files
from rejoinder.errors import UsageError

_OPTIONS = {("mode", "ro"): False, ("immutable", "0"): False, ("immutable", "1"): True}
_MEMORY = ":memory:"


@dataclass(frozen=True, slots=True)
class Place:
    """A database file, or None for one in memory, which is empty.

    `immutable` is the user's word that nobody writes to the file: SQLite then takes no locks and needs no
    `-shm` beside a WAL database.
    """

    path: Path | None
    immutable: bool = False

    def __str__(self) -> str:
        return _MEMORY if self.path is None else str(self.path)

    @property
    def uri(self) -> str:
        """The URI that opens it read-only. A `?`, `#` or `%` in a name is part of the name."""
        if self.path is None:
            return f"file:{_MEMORY}?mode=memory"
        # An empty authority: a path that begins with two slashes would be read as having a host.
        path = quote(os.fsencode(self.path))
        return f"file://{path}?mode=ro" + ("&immutable=1" if self.immutable else "")

    def identity(self) -> tuple[int, int] | None:
        """Which file this is. While a session holds it open, no other file can have the same identity.

        Raises `OSError` where the file is gone.
        """
        if self.path is None:
            return None
        found = self.path.stat()
        return found.st_dev, found.st_ino

    def state(self) -> tuple[int, ...]:
        """Changes whenever something is written to the database or the file is replaced. Raises `OSError`."""
        if self.path is None:
            return ()
        found = self.path.stat()
        state = (found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns)
        try:
            log = os.stat(f"{self.path}-wal")
        except OSError:
            return state
        return (*state, log.st_size, log.st_mtime_ns)


def place_of(url: str) -> Place:
    """What `sqlite:///relative.db`, `sqlite:////absolute.db`, `sqlite://`, `:memory:` or a bare path names.

    Raises `UsageError` for a URL with a host or with options that it can't have.
    """
    path, options = ("", []) if url == _MEMORY else _files.place_of(url, "sqlite")
    for pair in options:
        if pair not in _OPTIONS:
            raise UsageError(
                f"`{'='.join(pair)}` in `{url}` isn't an option of a SQLite URL; there are `mode=ro`, which is "
                "always on, and `immutable=1`, for a file that nobody writes to."
            )
    if path in ("", _MEMORY):
        return Place(None)
    return Place(_files.absolute(path), any(_OPTIONS[pair] for pair in options))
