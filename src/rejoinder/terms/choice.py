"""What an asker may answer to a clarifying question."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from rejoinder.terms.estimate import Estimate
from rejoinder.terms.fact import Fact


@dataclass(frozen=True, slots=True, kw_only=True)
class UseFact:
    """Draft again, with this fact."""

    label: str
    fact: Fact


@dataclass(frozen=True, slots=True, kw_only=True)
class UseSql:
    """Check and run this SQL: no attempt, no model."""

    label: str
    sql: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RunAnyway:
    """Run the priced draft although it is over `ask_above`, if it costs no more than `up_to`."""

    label: str
    canonical: str
    up_to: Estimate


@dataclass(frozen=True, slots=True, kw_only=True)
class Say:
    """Free text: draft again with what the asker said."""

    text: str


Choice: TypeAlias = UseFact | UseSql | RunAnyway | Say
