"""The database that comes with rejoinder: a group of restaurants, two years of trade, made on this machine.

It is generated from a fixed seed, so its rows are the same everywhere and every figure in the documentation
can be checked. SQLite has it (`sample`), DuckDB (`sample:duckdb`), and whatever `write` is given. It is meant to be
as awkward as a real one: two columns called `region` that mean different things, statuses spelled by several hands,
foreign keys that may be NULL, and a dead `orders_old`.
"""

from __future__ import annotations

import os
import sqlite3
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Literal, TypeAlias

from rejoinder.errors import DatabaseUnavailable, UsageError
from rejoinder.terms.urls import redact_url

Engine: TypeAlias = Literal["sqlite", "duckdb"]

VERSION = 1
"""Of the rows: a new one is generated beside the old."""


NAMES: Mapping[str, Engine] = {"sample": "sqlite", "sample:duckdb": "duckdb"}
"""What names the sample wherever a database can be named, and the engine of its file."""
_ENDINGS: Mapping[Engine, str] = {"sqlite": "db", "duckdb": "duckdb"}
_POSTGRES = ("postgresql", "postgres")


def url(name: str) -> str:
    """The URL of the sample for one of `NAMES`, made first; any other URL as it is.

    Raises `DatabaseUnavailable` or `MissingExtra`.
    """
    engine = NAMES.get(name)
    return name if engine is None else f"{engine}:///{path(engine=engine)}"


def write(target: str) -> str:
    """Write the sample to a new file (`.duckdb` is DuckDB's, any other SQLite's) or a PostgreSQL database.

    `target` is a path or a URL. The URL of what was written is returned, without a password. On PostgreSQL it is in
    two new schemas, `restaurants` and `archive`, which both have a table `orders`.

    Raises `UsageError` where something is there already or for another engine, `DatabaseUnavailable` or
    `MissingExtra`.
    """
    scheme, separator, rest = target.partition("://")
    scheme = scheme.partition("+")[0].lower() if separator else ""
    if scheme in _POSTGRES:
        from rejoinder.sample._postgres import write as write_schemas

        write_schemas(f"postgresql://{rest}")
        return redact_url(target)
    if scheme not in ("", *_ENDINGS):
        raise UsageError(
            f"The sample can be written to SQLite, DuckDB and PostgreSQL, not to `{redact_url(target)}`."
        )
    file = Path(rest.removeprefix("/") if separator else target).expanduser().absolute()
    engine: Engine = "duckdb" if scheme == "duckdb" or (not scheme and file.suffix == ".duckdb") else "sqlite"
    if file.exists():
        raise UsageError(f"`{file}` is there already, and isn't touched: name a new file.")
    try:
        build(file, engine)
    except OSError as error:
        raise DatabaseUnavailable(
            f"The sample can't be written to `{file}`: {error.strerror or error}."
        ) from error
    return f"{engine}:///{file}"


def path(among: Sequence[Path] | None = None, *, engine: Engine = "sqlite") -> Path:
    """The sample's file, generated in a second or two when it is first asked for.

    It lies in the user's cache folder, or among the temporary files where there is none, or in the first folder
    of `among` that can be written.
    Raises `DatabaseUnavailable` where neither can be written, and `MissingExtra`.
    """
    name = f"sample-{VERSION}.{_ENDINGS[engine]}"
    folders = _folders() if among is None else tuple(among)
    for folder in folders:
        if (folder / name).is_file() and _is_ours(folder):
            return folder / name
    for folder in folders:
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            if _is_ours(folder):
                build(folder / name, engine)
                return folder / name
        except OSError:
            continue
    listed = " nor ".join(f"`{folder}`" for folder in folders)
    raise DatabaseUnavailable(
        f"The sample database can't be written to {listed}. Set XDG_CACHE_HOME to a folder that can be written."
    )


def build(target: Path, engine: Engine = "sqlite") -> None:
    """Generate the database at `target`, whole or not at all. Raises `OSError` or `MissingExtra`."""
    handle, name = tempfile.mkstemp(prefix=f".{target.name}-", dir=target.parent)
    os.close(handle)
    try:
        if engine == "duckdb":
            from rejoinder.sample._duckdb import fill as fill_duckdb

            Path(name).unlink()  # DuckDB takes an empty file for a broken one
            fill_duckdb(Path(name))
        else:
            _fill_sqlite(name)
        os.replace(name, target)
    except BaseException as error:
        Path(name).unlink(missing_ok=True)
        if isinstance(error, sqlite3.OperationalError):  # a full disk, for one
            raise OSError(str(error)) from error
        raise


def _fill_sqlite(name: str) -> None:
    from rejoinder.sample._build import fill

    connection = sqlite3.connect(name)
    try:
        fill(connection)
    finally:
        connection.close()


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
