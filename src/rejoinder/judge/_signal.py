"""What a signal is given, and what it is."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from rejoinder.sql.draft import Draft
from rejoinder.terms.catalog import ColumnRef
from rejoinder.terms.lookup import Lookup
from rejoinder.terms.result import Result, Stored
from rejoinder.terms.signal import Signal


@dataclass(frozen=True, kw_only=True, eq=False)
class Judged(Draft):
    """A statement that ran, what it returned, and the stored values that were looked up for it."""

    result: Result
    stored: Mapping[ColumnRef, tuple[Stored, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Sign:
    """One kind of signal. `wants` says what has to be looked up before it can be seen."""

    sees: Callable[[Judged], Iterable[Signal]]
    wants: Callable[[Judged], Lookup] | None = None


def is_nothing(result: Result) -> bool:
    """No row at all, or the one row of a count that counted nothing."""
    return not result.rows or result.rows == ((0,),)
