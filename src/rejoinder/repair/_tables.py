"""A table's stored name in the place of the drafted one."""

from __future__ import annotations

from rejoinder.repair import _edit
from rejoinder.repair._rule import Broken
from rejoinder.sql.draft import qualifier_of
from rejoinder.sql.scopes import TableUse
from rejoinder.terms.catalog import Table
from rejoinder.terms.span import Span


def renamed(use: TableUse, span: Span, table: Table, broken: Broken) -> _edit.Edit:
    """Where columns are qualified by the drafted name, that stays the table's alias."""
    written = _edit.name(table.ref.name, broken.dialect, like=span.of(broken.text))
    if use.node.args.get("alias") is None and _qualifies(use, broken):
        written += f" AS {_edit.alias(use.node.name, broken.dialect)}"
    return _edit.replaced(span, written)


def _qualifies(use: TableUse, broken: Broken) -> bool:
    uses = broken.resolution.columns if broken.resolution is not None else ()
    return any(qualifier_of(each).lower() == use.source.name.lower() for each in uses)
