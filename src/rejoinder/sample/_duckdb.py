"""The sample in a DuckDB file."""

from __future__ import annotations

import csv
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from rejoinder.errors import MissingExtra
from rejoinder.sample._build import Row, given_columns, tables
from rejoinder.sample._schema import COMMENTS, Spelling, schema

if TYPE_CHECKING:
    import duckdb

_NULL = "\\N"
_REFER_TO_THEMSELVES = ("staff", "customers")
_SPELLING = Spelling(
    keyed="",
    month="strftime(order_totals.ordered_at, '%Y-%m')",
    manager="",  # DuckDB adds no key to a table that is there
    by_order="ALL",
    by_month="ALL",
)


def fill(target: Path) -> None:
    """Make the database at `target`, where nothing is yet. Raises `OSError` or `MissingExtra`."""
    try:
        import duckdb
    except ImportError as error:
        raise MissingExtra(
            "The sample in DuckDB needs the package `duckdb`: `pip install 'rejoinder[duckdb]'`."
        ) from error
    with tempfile.TemporaryDirectory(dir=target.parent) as folder:
        try:
            with closing(duckdb.connect(target)) as connection:
                connection.execute(schema(_SPELLING) + COMMENTS)
                for table, rows in tables():
                    for some in _generations(rows) if table in _REFER_TO_THEMSELVES else [rows]:
                        _load(connection, table, some, Path(folder) / f"{table}.csv")
            target.chmod(0o600)
        except duckdb.IOException as error:
            raise OSError(str(error)) from error


def _generations(rows: Sequence[Row]) -> Iterator[Sequence[Row]]:
    """Each after those that it refers to: DuckDB finds a key only where its row was there before the statement.

    Here the last column of a table refers to its first.
    """
    known: set[object] = {None}
    while rows:
        now = [row for row in rows if row[-1] in known]
        yield now
        known |= {row[0] for row in now}
        rows = [row for row in rows if row[0] not in known]


def _load(connection: duckdb.DuckDBPyConnection, table: str, rows: Sequence[Row], file: Path) -> None:
    """By a file: DuckDB takes single rows slowly."""
    names = [column[0] for column in connection.execute(f"SELECT * FROM {table} LIMIT 0").description or ()]
    with file.open("w", newline="", encoding="utf-8") as written:
        csv.writer(written).writerows([_NULL if value is None else value for value in row] for row in rows)
    connection.execute(
        f"COPY {table} ({given_columns(names, rows)}) FROM '{str(file).replace(chr(39), chr(39) * 2)}' "
        f"(FORMAT csv, HEADER false, NULLSTR '{_NULL}')"
    )
