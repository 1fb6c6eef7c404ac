"""Finds the databases that questions are about: by a `databases.tsv`, or by the names of files."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from pathlib import Path

from rejoinder.errors import UsageError

_FILES = frozenset({"sqlite", "duckdb"})
_ENDINGS = frozenset({".sqlite", ".sqlite3", ".db"})


def find_databases(folder: Path, corpus: str, dialect: str = "sqlite") -> Mapping[str, str]:
    """URLs by database name, in `folder`.

    A `databases.tsv` there has the columns `db`, `path` and perhaps `corpus` and `dialect`; rows of the
    given corpus (the questions' file name without its ending) come before others of the same name.
    Raises `UsageError` where nothing is found, and for a dialect whose databases are no files.
    """
    if dialect not in _FILES:
        raise UsageError(
            f"A {dialect} database is no file in `{folder}`: give its URL, with `{{db}}` for its name."
        )
    table = folder / "databases.tsv"
    found = _listed(table, corpus, dialect) if table.is_file() else _files(folder)
    if not found:
        raise UsageError(f"`{folder}` holds neither a `databases.tsv` nor a SQLite file below it.")
    return found


def _files(folder: Path) -> dict[str, str]:
    files = sorted(file for file in folder.rglob("*") if file.suffix in _ENDINGS and file.is_file())
    return {file.stem: _url(file) for file in reversed(files)}


def _listed(table: Path, corpus: str, dialect: str) -> dict[str, str]:
    with table.open(encoding="utf-8", newline="") as lines:
        read = csv.DictReader(lines, delimiter="\t")
        rows = list(read)
    if not {"db", "path"} <= set(read.fieldnames or ()):
        raise UsageError(f"`{table}` needs the columns `db` and `path`, separated by tabs.")
    usable = [row for row in rows if row.get("dialect", "sqlite") == dialect and row.get("path")]
    usable.sort(key=lambda row: row.get("corpus") == corpus)
    return {row["db"]: _url(table.parent / row["path"]) for row in usable}


def _url(file: Path) -> str:
    return f"sqlite:///{file.resolve()}"
