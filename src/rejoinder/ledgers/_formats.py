"""The formats of recorded values, and how an older one becomes today's (K2: what was written is read for ever).

A record says its format's number, its class and its fields. A field or class that this version doesn't know
is from a newer one. A field that is added with a default needs no new format: where a record lacks it, the default
stands. Any other change (a field renamed, removed or of another type; a class renamed) appends to `STEPS` what
does the same to a record, at every depth; its number rises by that alone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

Record: TypeAlias = Mapping[str, Any]
Step: TypeAlias = Callable[[Record], Record]

STEPS: Sequence[Step] = ()
"""The first turns a record of format 1 into one of format 2, and so on."""


def newest(steps: Sequence[Step] = STEPS) -> int:
    """The number of today's format."""
    return len(steps) + 1


def current(record: Record, steps: Sequence[Step] = STEPS) -> Record:
    """The record as it would be written today."""
    for step in steps[record["version"] - 1 :]:
        record = step(record)
    return record
