"""Who asks what, and on which day."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal


class Mode(StrEnum):
    """How far a run goes: `query` executes; `ask` stops at a priced statement; `sql` runs a person's own SQL."""

    QUERY = "query"
    ASK = "ask"
    SQL = "sql"


@dataclass(frozen=True, slots=True, kw_only=True)
class Today:
    """The calendar that "this week" and "last fiscal year" are meant in."""

    date: dt.date
    timezone: str = "UTC"
    first_weekday: Literal[0, 1, 2, 3, 4, 5, 6] = 0
    """0 is Monday."""
    fiscal_year_start: int = 1
    """The month, 1 to 12, in which the fiscal year starts."""
