"""PostgreSQL, by `postgres://…`, the other name of the scheme `postgresql`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rejoinder.connectors._pg_opening import open_server

if TYPE_CHECKING:
    from rejoinder.connectors._pg_connector import PostgresConnector


def open(url: str, *, sessions: int = 4) -> PostgresConnector:
    """The database of a URL as libpq takes it, with its options (`?sslmode=verify-full`, `?host=/folder`).

    Raises `UsageError` for a URL that can't be understood, `MissingExtra` without the package `psycopg`,
    `DatabaseUnavailable` for a server that can't be reached, with a sentence that says what to do.
    """
    return open_server(url, sessions)
