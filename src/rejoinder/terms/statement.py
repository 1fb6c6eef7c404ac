"""SQL that `check` has passed."""

from __future__ import annotations

from dataclasses import dataclass

from rejoinder.terms.catalog import ColumnRef, TableRef


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """The only thing that a connector runs. Made in `check/mint.py` and nowhere else."""

    text: str
    dialect: str
    tables: tuple[TableRef, ...] = ()
    columns: tuple[ColumnRef, ...] = ()
    functions: tuple[str, ...] = ()
