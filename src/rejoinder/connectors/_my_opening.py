"""Opens a connector to MySQL or MariaDB, and says what is missing where the driver is."""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING

from rejoinder.errors import MissingExtra

if TYPE_CHECKING:
    from rejoinder.connectors._my_connector import MysqlConnector


def open_server(url: str, sessions: int) -> MysqlConnector:
    """Raises `UsageError`, `MissingExtra` or `DatabaseUnavailable`."""
    if find_spec("pymysql") is None:
        raise MissingExtra("MySQL and MariaDB need the package `pymysql`: `pip install 'rejoinder[mysql]'`.")
    from rejoinder.connectors._my_connector import MysqlConnector

    return MysqlConnector(url, sessions=sessions)
