"""SIGNALS: deterministic signs of trouble in a result. One file a signal, each with the sentence for the asker.

A signal looks at columns, counts and emptiness, and at which literals are stored; it never changes anything. What
it leads to is in the signal itself: a caveat alone, or one correction a run (L4).
"""

from __future__ import annotations

from rejoinder.judge._signal import Judged, Sign
from rejoinder.terms.catalog import Catalog
from rejoinder.terms.dialect import Dialect
from rejoinder.terms.lookup import Lookup, StoredValues
from rejoinder.terms.registry import exported
from rejoinder.terms.result import Result
from rejoinder.terms.signal import Signal
from rejoinder.terms.statement import Statement


def signs() -> tuple[Sign, ...]:
    """Every signal that there is."""
    found: tuple[Sign, ...] = exported(__name__, "SIGN")
    return found


def wants(statement: Statement, result: Result, *, dialect: Dialect, catalog: Catalog) -> Lookup:
    """The stored values that the signals need to see first. `catalog` is the visible one."""
    judged = Judged(text=statement.text, dialect=dialect, catalog=catalog, result=result)
    wanted = [sign.wants(judged) for sign in signs() if sign.wants is not None]
    return Lookup(
        columns=tuple(dict.fromkeys(column for each in wanted for column in each.columns)),
        literals=tuple(dict.fromkeys(literal for each in wanted for literal in each.literals)),
    )


def signals(
    statement: Statement, result: Result, *, dialect: Dialect, catalog: Catalog, stored: StoredValues
) -> tuple[Signal, ...]:
    """What gives reason to doubt the result, none where nothing does."""
    judged = Judged(text=statement.text, dialect=dialect, catalog=catalog, result=result, stored=stored)
    return tuple(signal for sign in signs() for signal in sign.sees(judged))
