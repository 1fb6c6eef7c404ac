"""What a class of finding or refusal leads to: ordered actions, and the end when they are used up. One table.

Signals carry their own fate (`Signal.correctable`): a caveat only, or one correction a run.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from types import MappingProxyType

from rejoinder.terms.classes import Defect


class Action(StrEnum):
    """What may be tried, in this order."""

    RETRY = "retry"
    """The same statement once more."""
    REREAD = "reread"
    """Read the catalog again: the name may be younger than what is known of it."""
    REPAIR = "repair"
    CORRECT = "correct"


class End(StrEnum):
    """Where a class leads when its actions are used up, gravest first."""

    POLICY = "policy"
    PERMISSION = "permission"
    READ_ONLY = "read_only"
    TIMEOUT = "timeout"
    CONNECTION = "connection"
    RESOURCES = "resources"
    UNRESOLVED = "unresolved"
    PASS = "pass"
    """It goes on as it is, with a caveat."""


class Once(StrEnum):
    """Within what at most one correction may come from a class."""

    TURN = "turn"
    RUN = "run"


@dataclass(frozen=True, slots=True, kw_only=True)
class Fate:
    """Actions in order, then the end. `once` bounds corrections from this class more tightly than attempts do."""

    actions: tuple[Action, ...]
    end: End
    once: Once | None = None


def _fate(*actions: Action, end: End, once: Once | None = None) -> Fate:
    return Fate(actions=actions, end=end, once=once)


_NAME = _fate(Action.REREAD, Action.REPAIR, Action.CORRECT, end=End.UNRESOLVED)
_TEXT = _fate(Action.REPAIR, Action.CORRECT, end=End.UNRESOLVED)
_FORBIDDEN = _fate(Action.CORRECT, end=End.POLICY, once=Once.RUN)
_TRANSIENT = _fate(Action.RETRY, end=End.CONNECTION)
_GONE = _fate(end=End.CONNECTION)
_TOO_LONG = _fate(end=End.TIMEOUT)
_UNREADABLE = _fate(end=End.PERMISSION)

FATES: Mapping[Defect, Fate] = MappingProxyType(
    {
        Defect.UNKNOWN_TABLE: _NAME,
        Defect.UNKNOWN_COLUMN: _NAME,
        Defect.UNKNOWN_FUNCTION: _NAME,
        Defect.UNKNOWN_SCHEMA: _NAME,
        Defect.AMBIGUOUS_COLUMN: _NAME,
        Defect.SYNTAX: _TEXT,
        Defect.TYPE_MISMATCH: _TEXT,
        Defect.GROUPING: _TEXT,
        Defect.INVALID_CAST: _TEXT,
        Defect.DIVISION_BY_ZERO: _TEXT,
        Defect.SHAPE: _TEXT,
        Defect.NOT_ONE_STATEMENT: _TEXT,
        Defect.NO_SQL: _TEXT,
        Defect.NOT_SUPPORTED: _TEXT,
        Defect.TOO_COMPLEX: _TEXT,
        Defect.UNSTORED_LITERAL: _fate(Action.REPAIR, end=End.PASS),
        Defect.STAR_TOO_WIDE: _fate(Action.REPAIR, end=End.POLICY),
        Defect.METADATA: _TEXT,
        Defect.WRITE: _FORBIDDEN,
        Defect.FORBIDDEN_FUNCTION: _FORBIDDEN,
        Defect.UNBOUNDED: _FORBIDDEN,
        Defect.POLICY: _fate(end=End.POLICY),
        Defect.NOT_READABLE: _UNREADABLE,
        Defect.PERMISSION: _UNREADABLE,
        Defect.READ_ONLY: _fate(end=End.READ_ONLY),
        Defect.STATEMENT_TIMEOUT: _TOO_LONG,
        Defect.CANCELLED: _TOO_LONG,
        Defect.SERIALIZATION: _TRANSIENT,
        Defect.DEADLOCK: _TRANSIENT,
        Defect.LOCK_TIMEOUT: _TRANSIENT,
        Defect.CONNECTION: _TRANSIENT,
        Defect.AUTHENTICATION: _GONE,
        Defect.SHUTDOWN: _GONE,
        Defect.ABORTED_TRANSACTION: _GONE,
        Defect.RESOURCES: _fate(end=End.RESOURCES),
        Defect.UNKNOWN: _fate(Action.CORRECT, end=End.UNRESOLVED, once=Once.TURN),
    }
)

_GRAVEST_FIRST = tuple(End)


def fate_of(defects: Iterable[Defect]) -> Fate:
    """The fate of several defects together.

    One that allows nothing settles it for all. Otherwise a rule may mend any of them, and a correction is
    asked for only where each that can't simply pass allows one; the gravest end is the end.
    """
    return _together(frozenset(defects))


@cache
def _together(defects: frozenset[Defect]) -> Fate:
    fates = [FATES[defect] for defect in defects]
    end = min((fate.end for fate in fates), key=_GRAVEST_FIRST.index)
    hopeless = [fate for fate in fates if not fate.actions]
    if hopeless:
        return Fate(actions=(), end=min((fate.end for fate in hopeless), key=_GRAVEST_FIRST.index))
    serious = [fate for fate in fates if fate.end is not End.PASS] or fates
    actions = tuple(action for action in Action if _allowed(action, fates, serious))
    once = max((fate.once for fate in serious if fate.once is not None), default=None, key=list(Once).index)
    return Fate(actions=actions, end=end, once=once)


def _allowed(action: Action, fates: list[Fate], serious: list[Fate]) -> bool:
    if action is Action.CORRECT:
        return all(action in fate.actions for fate in serious)
    return any(action in fate.actions for fate in fates)
