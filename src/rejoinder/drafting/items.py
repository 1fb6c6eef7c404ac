"""What the words of a question were bound to."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from decimal import Decimal
from typing import Literal, TypeAlias

from rejoinder.terms.catalog import ColumnRef, TableRef


@dataclass(frozen=True, slots=True, kw_only=True)
class Noun:
    """Words that name tables or columns, best first, with how sure each is (0 to 1)."""

    text: str
    tables: tuple[tuple[TableRef, float], ...] = ()
    columns: tuple[tuple[ColumnRef, float], ...] = ()
    plural: bool = False
    flag: bool = False
    """Whether it names a column that says yes or no."""
    apart: bool = False
    """Whether a word that is passed over stands before it: "sites are closed" isn't "site names"."""
    unit: str = ""
    """year, month …: where the same word also says by what a date is cut."""

    @property
    def is_table(self) -> bool:
        """Whether it names a table at least as surely as a column."""
        table = max((score for _, score in self.tables), default=0.0)
        return table > 0 and table >= max((score for _, score in self.columns), default=0.0)

    @property
    def is_date(self) -> bool:
        """Whether it is the word "date" alone: whatever says when a row happened."""
        return self.text.lower() in ("date", "dates", "time")

    @property
    def is_name(self) -> bool:
        """Whether it is the word "name" alone: whatever says which row it is."""
        return self.text.lower() in ("name", "names")


@dataclass(frozen=True, slots=True, kw_only=True)
class Text:
    """Words that are a stored value, or that somebody quoted."""

    text: str
    stored: tuple[tuple[ColumnRef, str], ...] = ()
    quoted: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Number:
    """A number; `stored` where a text column holds it."""

    text: str
    value: int | Decimal
    stored: tuple[tuple[ColumnRef, str], ...] = ()

    @property
    def may_be_year(self) -> bool:
        """Whether it is written as a year is."""
        return isinstance(self.value, int) and 1500 <= self.value <= 2199 and self.text.isdigit()


@dataclass(frozen=True, slots=True, kw_only=True)
class When:
    """A stretch of days: `first` belongs to it, `after` doesn't."""

    text: str
    first: dt.date
    after: dt.date


@dataclass(frozen=True, slots=True, kw_only=True)
class Operator:
    """A phrase of `english.OPERATORS`; `noun` where the same words also name something."""

    text: str
    kind: str
    argument: str = ""
    noun: Noun | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Unit:
    """year, month, week …: a part of a date to group by."""

    text: str
    unit: Literal["year", "month", "day", "week", "quarter"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Unbound:
    """A content word that means nothing here."""

    text: str


Item: TypeAlias = Noun | Text | Number | When | Operator | Unit | Unbound
