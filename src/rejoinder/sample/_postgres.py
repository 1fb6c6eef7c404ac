"""The sample in a PostgreSQL database: in two schemas, both with a table `orders`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rejoinder.errors import DatabaseUnavailable, MissingExtra, UsageError
from rejoinder.sample._build import OLD, given_columns, tables
from rejoinder.sample._schema import COMMENTS, Spelling, schema
from rejoinder.terms.urls import redact_text, redact_url

if TYPE_CHECKING:
    import psycopg

SCHEMAS = ("restaurants", "archive")
"""What is in business today, and what the old till system left, which is `archive.orders` here."""
_OLD = "archive.orders"
_SPELLING = Spelling(
    keyed="",
    generated="STORED",  # a server before 18 knows no other
    month="to_char(order_totals.ordered_at, 'YYYY-MM')",
    manager="",
    old=_OLD,
)
_MANAGERS = "ALTER TABLE sites ADD FOREIGN KEY (manager_id) REFERENCES staff (staff_id)"
_THERE = "SELECT nspname FROM pg_catalog.pg_namespace WHERE nspname = ANY(%s) ORDER BY nspname"


def write(url: str) -> None:
    """Make both schemas with all that is in them, or nothing.

    Raises `UsageError` where one of them is there already, `MissingExtra`, or `DatabaseUnavailable`.
    """
    try:
        import psycopg
    except ImportError as error:
        raise MissingExtra(
            "The sample in PostgreSQL needs the package `psycopg`: `pip install 'rejoinder[postgres]'`."
        ) from error
    try:
        with psycopg.connect(url, connect_timeout=10) as connection:  # one transaction
            there = connection.execute(_THERE, (list(SCHEMAS),)).fetchall()
            if there:
                listed = " and ".join(f"`{name}`" for (name,) in there)
                raise UsageError(
                    f"In `{redact_url(url)}` there is already {listed}, and nothing there is touched: the sample "
                    "makes its schemas itself, so name another database."
                )
            _fill(connection)
    except psycopg.Error as error:
        said = redact_text(str(error).strip().partition("\n")[0]).rstrip(".")
        raise DatabaseUnavailable(f"The sample can't be written to `{redact_url(url)}`: {said}.") from error


def _fill(connection: psycopg.Connection) -> None:
    for each in SCHEMAS:
        connection.execute(f"CREATE SCHEMA {each}".encode())
    connection.execute(f"SET LOCAL search_path = {SCHEMAS[0]}".encode())
    connection.execute((schema(_SPELLING) + COMMENTS).encode())
    for table, rows in tables():
        name = _OLD if table == OLD else table
        described = connection.execute(f"SELECT * FROM {name} LIMIT 0".encode()).description or ()
        given = given_columns([column.name for column in described], rows)
        with connection.cursor() as cursor, cursor.copy(f"COPY {name} ({given}) FROM STDIN".encode()) as copy:
            for row in rows:
                copy.write_row(row)
        connection.execute(f"ANALYZE {name}".encode())
    connection.execute(_MANAGERS.encode())
