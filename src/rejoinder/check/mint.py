"""The only place where a `Statement` is made (L1)."""

from __future__ import annotations

from rejoinder.terms.catalog import ColumnRef, TableRef
from rejoinder.terms.statement import Statement


def mint(
    text: str,
    *,
    dialect: str,
    tables: tuple[TableRef, ...] = (),
    columns: tuple[ColumnRef, ...] = (),
    functions: tuple[str, ...] = (),
) -> Statement:
    """A statement. Called by `check`, and by tests that look at a connector with the check switched off."""
    return Statement(text=text, dialect=dialect, tables=tables, columns=columns, functions=functions)
