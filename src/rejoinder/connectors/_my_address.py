"""Where a MySQL or MariaDB database is, and why it can't be reached."""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

import pymysql

from rejoinder.errors import DatabaseUnavailable, UsageError
from rejoinder.terms.dialect import EngineError
from rejoinder.terms.urls import redact_text, redact_url

_OPTIONS = ("unix_socket", "ssl_ca", "ssl_cert", "ssl_key")
_ACCESS_DENIED, _NO_DATABASE, _NO_ACCESS = 1045, 1049, 1044
_CANNOT_CONNECT, _UNKNOWN_HOST, _TOO_MANY = (2002, 2003), 2005, 1040


def address_of(url: str) -> dict[str, Any]:
    """`mysql://USER:PASSWORD@HOST:PORT/DATABASE?unix_socket=/path&ssl_ca=/path`. Raises `UsageError`."""
    try:
        found = urlsplit(url)
        port = found.port or 3306
    except ValueError as error:
        raise UsageError(f"`{redact_url(url)}` isn't a URL of a MySQL database: {error}.") from error
    database = unquote(found.path.removeprefix("/"))
    if not database:
        raise UsageError(f"`{redact_url(url)}` names no database: write `mysql://USER@HOST/DATABASE`.")
    address: dict[str, Any] = {
        "host": found.hostname or "localhost",
        "port": port,
        "user": unquote(found.username or ""),
        "password": unquote(found.password or ""),
        "database": database,
    }
    for name, value in parse_qsl(found.query, keep_blank_values=True):
        if name not in _OPTIONS:
            listed = ", ".join(f"`{each}`" for each in _OPTIONS)
            raise UsageError(
                f"`{name}` in `{redact_url(url)}` isn't an option of a MySQL URL; there are {listed}."
            )
        address[name] = value
    return address


def engine_error(error: Exception) -> EngineError:
    """The number and the message of an exception."""
    number, message = 0, str(error)
    if isinstance(error, pymysql.err.MySQLError) and error.args:
        number = error.args[0] if isinstance(error.args[0], int) else 0
        message = str(error.args[1]) if len(error.args) > 1 else str(error.args[0])
    lost = isinstance(error, pymysql.err.InterfaceError) and not number
    return EngineError(
        exception=type(error).__name__,
        code=str(number) if number else ("2013" if lost else ""),
        message=message or "The connection to the server was lost.",
    )


def unavailable(name: str, error: Exception) -> DatabaseUnavailable:
    """What an error while connecting or reading means. `name` is the URL without its secrets."""
    told = engine_error(error)
    number = int(told.code) if told.code.isdecimal() else 0
    means = {
        _ACCESS_DENIED: "the user or the password is wrong",
        _NO_DATABASE: "there is no such database",
        _NO_ACCESS: "this user may not use that database",
        _UNKNOWN_HOST: "the host isn't known",
        _TOO_MANY: "the server has no connection left",
        **dict.fromkeys(_CANNOT_CONNECT, "no server listens there: is it running, and is the port right"),
    }.get(number, "")
    said = redact_text(told.message.partition("\n")[0]).rstrip(".")
    reason = f"{means} (the driver says: {said})" if means else said
    return DatabaseUnavailable(f"`{name}` can't be reached: {reason}.")
