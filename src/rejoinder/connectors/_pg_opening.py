"""Opens a connector to PostgreSQL, and says what is missing where the driver is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rejoinder.errors import MissingExtra, UsageError

if TYPE_CHECKING:
    from rejoinder.connectors._pg_connector import PostgresConnector


def open_server(url: str, sessions: int) -> PostgresConnector:
    """Raises `UsageError`, `MissingExtra` or `DatabaseUnavailable`."""
    try:
        import psycopg
    except ImportError as error:
        raise MissingExtra(
            "PostgreSQL needs the package `psycopg`: `pip install 'rejoinder[postgres]'`."
        ) from error
    from rejoinder.connectors._pg_connector import PostgresConnector
    from rejoinder.terms.urls import redact_url

    scheme, separator, rest = url.partition("://")
    dsn = f"postgresql://{rest}" if separator and scheme.partition("+")[0] != "postgresql" else url
    dsn = f"postgresql://{rest}" if separator and "+" in scheme else dsn
    try:
        psycopg.conninfo.conninfo_to_dict(dsn)
    except psycopg.ProgrammingError as error:
        said = str(error).strip().partition("\n")[0]
        raise UsageError(f"`{redact_url(url)}` isn't a URL of a PostgreSQL database: {said}.") from error
    return PostgresConnector(dsn, sessions=sessions)
