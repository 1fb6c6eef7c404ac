"""X7: where policy filters the rows of a table, the table is read by its declared columns alone."""

from __future__ import annotations

from collections.abc import Iterator

from sqlglot import exp

from rejoinder.check._examined import Examined
from rejoinder.sql.scopes import Meaning
from rejoinder.terms.classes import Defect
from rejoinder.terms.finding import Finding
from rejoinder.terms.span import Span


def rule(examined: Examined) -> Iterator[Finding]:
    """Columns that the engine adds, what it keeps about a table, and a table that is called as a function."""
    access = examined.reach.access
    if not access.row_filters:
        return
    for use in examined.resolution.tables:
        called = not isinstance(use.node.this, exp.Identifier)
        if use.ref is not None and (use.about or called) and access.filters_rows(use.ref):
            yield _finding(
                f"`{use.ref}` may not be read in this way: name it in FROM.", str(use.ref), use.span
            )
    for column in examined.resolution.columns:
        table = column.source.table if column.source is not None else None
        if table is None or not access.filters_rows(table.ref):
            continue
        stored = table.by_name.get(column.ref.name) if column.ref is not None else None
        if column.meaning is Meaning.ROWID or (stored is not None and stored.hidden):
            name = column.node.name
            yield _finding(
                f"`{name}` of `{table.ref}` may not be read: name its own columns.", name, column.span
            )


def _finding(message: str, subject: str, span: Span | None) -> Finding:
    return Finding(defect=Defect.POLICY, message=message, subject=subject, span=span, rule="row_filters")
