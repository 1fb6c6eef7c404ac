"""Text that comes as an argument, from a file, or from stdin."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import rejoinder


def question_of(words: Sequence[str]) -> str:
    """The words of a question; a single `-` reads it from stdin."""
    return _standard_input() if list(words) == ["-"] else " ".join(words)


def sql_of(given: str) -> str:
    """SQL as given; `-` reads stdin, and the name of a file reads that file."""
    if given == "-":
        return _standard_input()
    if not given.strip():
        raise rejoinder.UsageError("The SQL is empty: write a statement, or name a file of one.")
    path = Path(given)
    if not _may_be_a_file(given):
        return given
    try:
        return path.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        raise rejoinder.UsageError(f"There is no file `{given}`.") from None
    except IsADirectoryError:
        raise rejoinder.UsageError(f"`{given}` is a folder, not a file.") from None
    except (OSError, UnicodeDecodeError) as error:
        raise rejoinder.UsageError(f"`{given}` can't be read as text: {error}.") from None


def _may_be_a_file(given: str) -> bool:
    """A name without spaces that exists, or that ends as SQL files do, is a file; everything else is SQL."""
    if any(character.isspace() for character in given.strip()) or len(given) > 1_000:
        return _exists(given)
    return _exists(given) or given.lower().endswith(".sql")


def _exists(given: str) -> bool:
    try:
        return Path(given).exists()
    except (OSError, ValueError):
        return False


def _standard_input() -> str:
    try:
        return sys.stdin.buffer.read().decode("utf-8-sig")
    except UnicodeDecodeError:
        raise rejoinder.UsageError("What came on stdin isn't text in UTF-8.") from None
