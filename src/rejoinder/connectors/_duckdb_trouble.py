"""What DuckDB raises, taken apart; and why a database can't be opened, in a sentence that says what to do."""

from __future__ import annotations

import json
from pathlib import Path

from rejoinder.errors import DatabaseUnavailable
from rejoinder.terms.dialect import EngineError


def engine_error(error: Exception, text: str, shift: int = 0) -> EngineError:
    """The class, message and position of an exception. `shift` is how much stood before `text` in what was sent.

    DuckDB writes its errors as JSON where it is asked to, so that they don't repeat the statement.
    """
    name = type(error).__name__
    kind, _, rest = str(error).partition(" Error: ")
    try:
        told = json.loads(rest)
    except ValueError:
        return EngineError(exception=name, message=rest or kind)
    message, _, hint = str(told.get("exception_message", "")).partition("\n")
    return EngineError(
        exception=name,
        code=str(told.get("error_subtype", "")),
        message=message,
        hint=hint.strip(),
        position=_position(str(told.get("position", "")), text, shift),
    )


def unavailable(path: Path, error: Exception) -> DatabaseUnavailable:
    """What an error while opening or reading means for whoever wants to read the database."""
    message = engine_error(error, "").message
    lowered = message.lower()
    if "could not set lock" in lowered or "conflicting lock" in lowered:
        return DatabaseUnavailable(
            f"`{path}` is locked: another program has it open for writing. DuckDB lets many programs read or one "
            "write; close the other, or ask a copy."
        )
    if "different configuration" in lowered:
        return DatabaseUnavailable(
            f"`{path}` is open in this program already, with other settings. Close that connection first."
        )
    if "version number" in lowered or "newer version" in lowered:
        return DatabaseUnavailable(f"`{path}` was written by another version of DuckDB: {message}")
    return DatabaseUnavailable(f"`{path}` can't be read: {message.rstrip('.!')}.")


def _position(told: str, text: str, shift: int) -> int | None:
    """A position in bytes of UTF-8, as one in characters of the text."""
    at = int(told) - shift if told.isdecimal() else -1
    return len(text.encode()[:at].decode(errors="ignore")) if 0 <= at <= len(text.encode()) else None
