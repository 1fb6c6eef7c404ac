"""What diagnosis learnt from the live catalog."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class FactKind(StrEnum):
    """What a fact is about."""

    OWNER = "owner"
    JOIN_PATH = "join_path"
    NEAR_NAME = "near_name"
    TYPE = "type"
    STORED_VALUE = "stored_value"
    FUNCTION = "function"
    COLUMNS = "columns"
    SHAPE = "shape"
    COST = "cost"
    MEANING = "meaning"


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """One fact: a plain sentence for the model and for people, and its parts for rules.

    `subject` is the name in the draft that it explains; `names` are the names it offers (tables, columns,
    stored values); `choice` is a short label when an asker could choose it, else "".
    """

    kind: FactKind
    sentence: str
    subject: str = ""
    names: tuple[str, ...] = ()
    source: str = ""
    """Where it is from: catalog, values, dialect, statement (the draft itself), estimate, asker."""
    choice: str = ""
