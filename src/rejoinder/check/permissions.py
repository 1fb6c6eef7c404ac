"""C5: what policy denies and what the role can't read, on the names as they were resolved."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from sqlglot import exp

from rejoinder.check._examined import Examined
from rejoinder.sql.scopes import ColumnUse, Meaning, TableUse
from rejoinder.terms.catalog import ColumnRef, TableRef
from rejoinder.terms.classes import Defect
from rejoinder.terms.finding import Finding
from rejoinder.terms.span import Span


def rule(examined: Examined) -> Iterator[Finding]:
    """Denied, unreadable and system tables; denied and unreadable columns; joins that reach a restricted one."""
    for use in examined.resolution.tables:
        if (found := _table(use, examined)) is not None:
            yield found
    reach = examined.reach
    if not (reach.denied or reach.unreadable or reach.hidden):
        return
    for column in examined.resolution.columns:
        if column.meaning is Meaning.ROW:
            yield from _row(column, examined)
        if column.ref is None or column.source is None or column.source.query is not None:
            continue
        if isinstance(column.node, exp.Join):
            yield from _natural(column, examined)
        elif column.ref.table not in reach.denied and column.ref.table not in reach.unreadable:
            yield from _column(column, column.ref, examined)


def _table(use: TableUse, examined: Examined) -> Finding | None:
    if use.ref is None:
        return None
    if use.system:
        if use.ref.name in (name.lower() for name in examined.reach.access.allow_tables or ()):
            return None
        message = f"`{use.ref}` is a system table, which only a policy that names it lets anybody read."
        return _finding(Defect.POLICY, message, str(use.ref), use.span)
    if use.about and any(_restricted(use.ref, examined)):
        message = f"What is kept about `{use.ref}` tells of columns that you may not read."
        return _finding(Defect.POLICY, message, str(use.ref), use.span)
    return _verdict(use.ref, use.span, str(use.ref), examined)


def _column(use: ColumnUse, ref: ColumnRef, examined: Examined) -> Iterator[Finding]:
    found = _verdict(ref, use.span, f"{ref.table.name}.{ref.name}", examined)
    if found is not None:
        yield found
        return
    table = examined.catalog.by_ref[ref.table]
    stored = table.by_name.get(ref.name)
    # A hidden column of a virtual table, such as the one that has the table's own name, stands for the whole row.
    if stored is not None and stored.hidden and any(_restricted(ref.table, examined)):
        message = f"`{ref.name}` takes in columns of `{ref.table}` that you may not read."
        yield _finding(Defect.POLICY, message, ref.name, use.span)


def _row(use: ColumnUse, examined: Examined) -> Iterator[Finding]:
    source = use.source
    if source is None:
        return
    for output in source.columns():
        if output.ref is not None and any(output.ref in refs for refs in _out_of_reach(examined)):
            message = (
                f"The whole row of `{source.name}` takes in columns that you may not read: name the columns."
            )
            yield _finding(Defect.POLICY, message, source.name, use.span)
            return


def _natural(use: ColumnUse, examined: Examined) -> Iterator[Finding]:
    if any(use.ref in refs for refs in _out_of_reach(examined)):
        message = "A NATURAL JOIN here compares columns that you may not read: write its condition out."
        yield _finding(Defect.POLICY, message, "NATURAL JOIN", None)


def _restricted(table: TableRef, examined: Examined) -> Iterator[ColumnRef]:
    for column in examined.catalog.by_ref[table].columns:
        ref = ColumnRef(table, column.name)
        if any(ref in refs for refs in _out_of_reach(examined)):
            yield ref


def _out_of_reach(examined: Examined) -> tuple[Collection[TableRef | ColumnRef], ...]:
    reach = examined.reach
    return reach.hidden, reach.denied, reach.unreadable


def _verdict(ref: TableRef | ColumnRef, span: Span | None, name: str, examined: Examined) -> Finding | None:
    if ref in examined.reach.denied:
        return _finding(Defect.POLICY, f"The policy doesn't let you read `{name}`.", name, span)
    if ref in examined.reach.unreadable:
        message = f"The database doesn't let this connection read `{name}`."
        return _finding(Defect.NOT_READABLE, message, name, span)
    return None


def _finding(defect: Defect, message: str, subject: str, span: Span | None) -> Finding:
    return Finding(defect=defect, message=message, subject=subject, span=span, rule="permissions")
