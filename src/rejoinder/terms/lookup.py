"""What a pure room wants looked up in the database before it can go on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from rejoinder.terms.catalog import ColumnRef
from rejoinder.terms.result import Stored


@dataclass(frozen=True, slots=True, kw_only=True)
class Lookup:
    """Stored values of `columns` that equal one of `literals` up to case, accents and spaces.

    Empty `columns`: nothing is wanted. Empty `literals`: samples of the columns.
    """

    columns: tuple[ColumnRef, ...] = ()
    literals: tuple[str, ...] = ()
    samples: tuple[ColumnRef, ...] = ()
    """Columns of which samples are wanted as well, beside the literals."""


StoredValues: TypeAlias = Mapping[ColumnRef, tuple[Stored, ...]]
"""What was found. A column without an entry was not searched."""
