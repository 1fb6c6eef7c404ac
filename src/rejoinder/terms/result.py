"""Columns, types, rows, and whether they were cut."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rejoinder.terms.catalog import TypeFamily


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultColumn:
    """A column of a result, in its place; two columns may have one name."""

    name: str
    type: str = ""
    family: TypeFamily = TypeFamily.OTHER


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """What a statement returned. Rows hold Python's own values; `digest` covers columns and rows."""

    columns: tuple[ResultColumn, ...]
    rows: tuple[tuple[Any, ...], ...]
    truncated: bool = False
    digest: str = ""
    executed_sql: str | None = None
    """What a rewriting connector sent instead, for the operator only."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stored:
    """One stored value of a text column, spelled as it is stored."""

    value: str
    matched: str = ""
    """The literal or the words of the question that it was found for."""
