"""Prices a statement by SQLite's own plan: the program it would run, and how large what it opens is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rejoinder.connectors._sqlite_program import Operation, Source, opened, rows_read
from rejoinder.connectors._sqlite_session import Row, Session, quoted
from rejoinder.connectors._sqlite_sizes import file_bytes, row_estimates, statistics
from rejoinder.terms.estimate import Estimate

_MOST_COUNTED = 100_000
"""Entries that are counted of a table without rowids that nobody has analyzed: some milliseconds."""


def price(session: Session, text: str) -> Estimate:
    """Rows read, to an order of magnitude. Raises what the driver raises where SQLite refuses the statement."""
    program = [Operation(*row[:6]) for row in session.stream(f"EXPLAIN {text}").fetchall()]
    plan = session.stream(f"EXPLAIN QUERY PLAN {text}").fetchall()
    sources = dict(_sources(session, opened(program)))
    return Estimate(rows_read=rows_read(program, sources), plan="\n".join(_lines(plan)))


def _lines(plan: Sequence[Row]) -> Iterator[str]:
    """The plan as people read it: what is inside a subquery is indented."""
    depths: dict[int, int] = {}
    for step, parent, _, detail in plan:
        depths[step] = depths.get(parent, -1) + 1
        yield "  " * depths[step] + detail


def _sources(session: Session, roots: Iterable[int]) -> Iterator[tuple[int, Source]]:
    """What stands at each root page: a table with its rows, or an index with its statistics."""
    listed = ",".join(str(root) for root in sorted(roots)) or "NULL"
    found = session.rows(
        f"SELECT rootpage, type, name, tbl_name FROM sqlite_master WHERE rootpage IN ({listed})"
    )
    numbers = {(table, index): counted for table, index, counted in statistics(session)}
    rows = {table: _rows(session, table) for table in {row[3] for row in found}}
    for root, kind, name, table in found:
        counted = numbers.get((table, name if kind == "index" else None), ())
        unique_columns = _unique_columns(session, name) if kind == "index" else None
        yield root, Source(rows=rows[table], to_a_value=counted[1:], unique_columns=unique_columns)


def _rows(session: Session, table: str) -> int:
    if table == "sqlite_master":
        return file_bytes(session) // 100
    columns = session.rows("SELECT NULL, name FROM pragma_table_xinfo(?)", (table,))
    pk_index = session.rows(
        "SELECT 1 FROM pragma_index_list(?) AS i WHERE i.origin = 'pk' AND NOT EXISTS "
        "(SELECT 1 FROM sqlite_master AS m WHERE m.type = 'index' AND m.name = i.name)",
        (table,),
    )
    without_rowid = frozenset({table}) if pk_index else frozenset[str]()
    found = row_estimates(session, {table: columns}, without_rowid).get(table)
    if found is None:
        counted = f"SELECT count(*) FROM (SELECT 1 FROM {quoted(table)} LIMIT {_MOST_COUNTED})"
        found = int(session.rows(counted)[0][0])
    return found


def _unique_columns(session: Session, index: str) -> int | None:
    """How many columns a unique index has; None for another index."""
    found = session.rows(
        "SELECT (SELECT count(*) FROM pragma_index_info(?1)) FROM sqlite_master AS m, "
        "pragma_index_list(m.tbl_name) AS i WHERE m.type = 'index' AND m.name = ?1 AND i.name = ?1 AND i.\"unique\"",
        (index,),
    )
    return int(found[0][0]) if found else None
