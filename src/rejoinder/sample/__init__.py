"""The database that comes with rejoinder: a group of restaurants, two years of trade, made on this machine.

It is generated from a fixed seed, so its rows are the same everywhere and every figure in the documentation
can be checked. It is meant to be as awkward as a real one: two columns called `region` that mean different
things, statuses spelled by several hands, foreign keys that may be NULL, and a dead `orders_old`.
"""

from __future__ import annotations

import os
import sqlite3
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from rejoinder.errors import DatabaseUnavailable

VERSION = 1
"""Of the rows: a new one is generated beside the old."""


def path(among: Sequence[Path] | None = None) -> Path:
    """The sample's file, generated in a second or two when it is first asked for.

    It lies in the user's cache folder, or among the temporary files where there is none, or in the first folder
    of `among` that can be written.
    Raises `DatabaseUnavailable` where neither can be written.
    """
    name = f"sample-{VERSION}.db"
    folders = _folders() if among is None else tuple(among)
    for folder in folders:
        if (folder / name).is_file() and _is_ours(folder):
            return folder / name
    for folder in folders:
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            if _is_ours(folder):
                build(folder / name)
                return folder / name
        except OSError:
            continue
    listed = " nor ".join(f"`{folder}`" for folder in folders)
    raise DatabaseUnavailable(
        f"The sample database can't be written to {listed}. Set XDG_CACHE_HOME to a folder that can be written."
    )


def build(target: Path) -> None:
    """Generate the database at `target`, whole or not at all. Raises `OSError`."""
    from rejoinder.sample._build import fill

    handle, name = tempfile.mkstemp(prefix=f".{target.name}-", dir=target.parent)
    os.close(handle)
    try:
        connection = sqlite3.connect(name)
        try:
            fill(connection)
        finally:
            connection.close()
        os.replace(name, target)
    except BaseException as error:
        Path(name).unlink(missing_ok=True)
        if isinstance(error, sqlite3.OperationalError):  # a full disk, for one
            raise OSError(str(error)) from error
        raise


def _folders() -> tuple[Path, ...]:
    """Where the file may lie, best first."""
    temporary = Path(tempfile.gettempdir()) / f"rejoinder-{_user()}"
    cache = os.environ.get("XDG_CACHE_HOME", "")
    if Path(cache).is_absolute():
        return Path(cache) / "rejoinder", temporary
    try:
        home = Path.home()
    except RuntimeError:
        return (temporary,)
    beneath = {"darwin": home / "Library" / "Caches", "win32": home / "AppData" / "Local"}
    return beneath.get(sys.platform, home / ".cache") / "rejoinder", temporary


def _is_ours(folder: Path) -> bool:
    """Whether nobody else could have put the file there: another user's folder among the temporary files isn't."""
    return not hasattr(os, "geteuid") or folder.stat().st_uid == os.geteuid()


def _user() -> str:
    return str(os.geteuid()) if hasattr(os, "geteuid") else "sample"
