"""MySQL 8, by `mysql://USER:PASSWORD@HOST/DATABASE`: a server, asked in READ ONLY transactions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rejoinder.connectors._my_opening import open_server

if TYPE_CHECKING:
    from rejoinder.connectors._my_connector import MysqlConnector


def open(url: str, *, sessions: int = 4) -> MysqlConnector:
    """The database of a URL, with `?unix_socket=` or `?ssl_ca=`, `ssl_cert=`, `ssl_key=` where they are needed.

    A MariaDB server that answers is taken for what it is. Raises `UsageError` for a URL that can't be understood,
    `MissingExtra` without the package `pymysql`, `DatabaseUnavailable` for a server that can't be reached, with a
    sentence that says what to do.
    """
    return open_server(url, sessions)
