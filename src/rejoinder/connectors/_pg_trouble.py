"""What psycopg raises, taken apart; and why a server can't be reached, in a sentence that says what to do."""

from __future__ import annotations

import psycopg

from rejoinder.errors import DatabaseUnavailable
from rejoinder.terms.dialect import EngineError
from rejoinder.terms.urls import redact_text

_LOST = "08006"

_SENTENCES = (
    ("password authentication failed", "the user or the password is wrong"),
    ("no password supplied", "a password is needed: write `postgresql://USER:PASSWORD@HOST/DATABASE`"),
    ("no pg_hba.conf entry", "the server doesn't let this user in from this machine"),
    ("does not exist", "there is no such database or user"),
    ("connection refused", "no server listens there: is it running, and is the port right"),
    (
        "no such file or directory",
        "no server listens there: is it running, and is the folder of its socket right",
    ),
    ("could not translate host name", "the host isn't known"),
    ("name or service not known", "the host isn't known"),
    ("timeout expired", "the server didn't answer in time"),
    ("timed out", "the server didn't answer in time"),
    ("too many", "the server has no connection left"),
    ("is starting up", "the server is starting: wait a moment"),
    ("is shutting down", "the server is shutting down"),
)


def engine_error(error: Exception, shift: int = 0) -> EngineError:
    """SQLSTATE, the primary message, hint and position. `shift` is how much stood before the text that was sent."""
    if not isinstance(error, psycopg.Error):
        return EngineError(exception=type(error).__name__, message=str(error))
    told = error.diag
    position = told.statement_position
    at = int(position) - 1 - shift if position is not None and position.isdecimal() else -1
    lost = isinstance(error, psycopg.OperationalError) and not error.sqlstate
    return EngineError(
        exception=type(error).__name__,
        code=error.sqlstate or (_LOST if lost else ""),
        message=told.message_primary or str(error).partition("\n")[0],
        hint=told.message_hint or "",
        position=at if at >= 0 else None,
    )


def unavailable(name: str, error: Exception) -> DatabaseUnavailable:
    """What an error while connecting or reading means. `name` is the URL without its secrets."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    said = redact_text(lines[0] if lines else type(error).__name__)
    means = next((sentence for part, sentence in _SENTENCES if part in str(error).lower()), "")
    reason = f"{means} (the driver says: {said.rstrip('.')})" if means else said.rstrip(".")
    return DatabaseUnavailable(f"`{name}` can't be reached: {reason}.")
