"""C5: `*` must not take in a column that is hidden, denied or unreadable."""

from __future__ import annotations

from collections.abc import Iterator

from rejoinder.check._examined import Examined
from rejoinder.sql.parse import span_of
from rejoinder.terms.catalog import ColumnRef, Table
from rejoinder.terms.classes import Defect
from rejoinder.terms.finding import Finding


def rule(examined: Examined) -> Iterator[Finding]:
    """A star over a table of which only a part may be read. COUNT(*) and EXISTS are free."""
    reach = examined.reach
    if not (reach.hidden or reach.denied or reach.unreadable):
        return
    for star in examined.resolution.stars:
        tables = {ref.table for source in star.sources for output in source.columns() if (ref := output.ref)}
        direct = [source.table for source in star.sources if source.table is not None]
        narrow = [table for table in direct if table.ref in tables and _is_narrowed(table, examined)]
        if narrow:
            names = ", ".join(f"`{table.ref}`" for table in narrow)
            written = "*" if star.node.name == "*" and not star.node.args.get("table") else star.node.sql()
            yield Finding(
                defect=Defect.STAR_TOO_WIDE,
                message=f"`{written}` takes in more of {names} than you may read: name the columns.",
                subject=written,
                span=span_of(star.node),
                candidates=tuple(_shown(narrow[0], examined)),
                rule="stars",
            )


def _is_narrowed(table: Table, examined: Examined) -> bool:
    """Some of its columns are out of reach, but not the whole of it, which is another finding."""
    reach = examined.reach
    if table.ref in reach.denied or table.ref in reach.unreadable:
        return False
    refs = (ColumnRef(table.ref, column.name) for column in table.columns)
    return any(ref in reach.hidden or ref in reach.denied or ref in reach.unreadable for ref in refs)


def _shown(table: Table, examined: Examined) -> Iterator[str]:
    visible = examined.reach.visible.by_ref.get(table.ref)
    return (column.name for column in visible.columns if not column.hidden) if visible else iter(())
