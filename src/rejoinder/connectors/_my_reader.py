"""The statements that make a MySQL or MariaDB user who can only read."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rejoinder.connectors._my_privileges import PROPER_SECONDS, User, quoted

NAME = "rejoinder_reader"


def statements(user: User, *, is_mariadb: bool) -> Iterator[str]:
    """For an administrator to run, in this order. The new user is locked until it is given a password.

    SHOW VIEW lets it read nothing more: without it a query of a view can't be priced.
    """
    account = f"{quoted(NAME)}@{quoted(user.host)}"
    encrypted = " REQUIRE SSL" if user.address else ""
    limited = f" WITH MAX_STATEMENT_TIME {PROPER_SECONDS}" if is_mariadb else ""
    yield f"CREATE USER {account}{encrypted}{limited} ACCOUNT LOCK;"
    yield f"GRANT SELECT, SHOW VIEW ON {_database(user.database)}.* TO {account};"
    yield f"-- ALTER USER {account} IDENTIFIED BY 'A PASSWORD OF YOUR OWN' ACCOUNT UNLOCK;"


def _database(name: str) -> str:
    """In a grant on a database `_` and `%` are patterns."""
    return quoted(re.sub(r"([\\_%])", r"\\\1", name))
