"""What a completion says, once read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Sql:
    """SQL, and nothing else that matters."""

    text: str


@dataclass(frozen=True, slots=True)
class Option:
    """One meaning that the provider offers: a label for people, and the SQL that it would be."""

    label: str
    sql: str | None = None


@dataclass(frozen=True, slots=True)
class Ask:
    """The provider can't tell which of several things is meant."""

    question: str
    options: tuple[Option, ...] = ()


@dataclass(frozen=True, slots=True)
class Declined:
    """The provider says that this can't or shouldn't be answered, in its own sentence."""

    reason: str


@dataclass(frozen=True, slots=True)
class NoSql:
    """Prose, or nothing: the text holds no SQL (or more than one candidate for it)."""

    text: str


Reading: TypeAlias = Sql | Ask | Declined | NoSql
