"""Reads questions with their gold SQL from a file of JSON lines."""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rejoinder.errors import UsageError


@dataclass(frozen=True, slots=True, kw_only=True)
class EvalQuestion:
    """One question. `gold` holds the accepted statements, none where the database can't answer it."""

    id: str
    db: str
    question: str
    gold: tuple[str, ...]
    evidence: str = ""

    @property
    def asked(self) -> str:
        """The question with the data set's own hint, if it has one."""
        return f"{self.question}\n({self.evidence})" if self.evidence else self.question


def read_questions(path: Path) -> tuple[EvalQuestion, ...]:
    """The questions of a `.jsonl` or `.jsonl.gz` file that have a text. Raises `UsageError`."""
    return tuple(_questions(path))


def lines_of(path: Path, what: str) -> Iterator[str]:
    """The lines of a text file, compressed if its name ends in `.gz`. Raises `UsageError`."""
    try:
        with (
            gzip.open(path, "rt", encoding="utf-8")
            if path.suffix == ".gz"
            else path.open(encoding="utf-8") as lines
        ):
            yield from lines
    except (OSError, EOFError, UnicodeDecodeError, zlib.error) as error:
        why = getattr(error, "strerror", None) or error
        raise UsageError(f"The {what} `{path}` can't be read: {why}.") from error


def _questions(path: Path) -> Iterator[EvalQuestion]:
    for number, line in enumerate(lines_of(path, "questions"), 1):
        if line.strip():
            row = _row(line, f"{path}, line {number}")
            if row["question"]:
                yield _question(row, str(number))


def _row(line: str, where: str) -> dict[str, Any]:
    try:
        row = json.loads(line)
    except json.JSONDecodeError as error:
        raise UsageError(f"{where} is not a JSON object: {error.msg}.") from error
    missing = [key for key in ("db", "question") if key not in row] if isinstance(row, dict) else ["db"]
    if missing:
        raise UsageError(f"{where} has no `{missing[0]}`; a question needs `db`, `question` and `gold_sql`.")
    for key in ("db", "question"):
        if not isinstance(row[key], str):
            raise UsageError(f"{where}: `{key}` is {row[key]!r}, not a text.")
    found: dict[str, Any] = row
    return found


def _question(row: dict[str, Any], number: str) -> EvalQuestion:
    gold = row.get("gold_alternatives") or [row.get("gold_sql")]
    return EvalQuestion(
        id=str(row.get("id", number)),
        db=row["db"],
        question=row["question"],
        gold=tuple(sql for sql in gold if sql),
        evidence=row.get("evidence") or "",
    )
