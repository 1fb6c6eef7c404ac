"""A table that doesn't exist, where one name alone looks like it."""

from __future__ import annotations

from rejoinder.repair import _edit, _tables
from rejoinder.repair._rule import Broken, Mending, Rule
from rejoinder.sql.near import only_near
from rejoinder.sql.scopes import TableUse
from rejoinder.terms.catalog import Table
from rejoinder.terms.classes import Defect


def mend(broken: Broken) -> Mending | None:
    """Spell the table as it is stored; where its columns are qualified by the drafted name, that stays its alias.

    It preserves meaning as far as a spelling can: no table of the drafted name exists, and no other name comes
    close. The asker is told which table was read.
    """
    edits, caveats = [], []
    for use in broken.tables():
        span = use.span
        table = _near(use, broken)
        if span is None or table is None:
            return None
        edits.append(_tables.renamed(use, span, table, broken))
        caveats.append(f"`{use.node.name}` was read as the table `{table.ref.name}`.")
    text = _edit.apply(broken.text, edits)
    return Mending(text=text, caveats=tuple(dict.fromkeys(caveats))) if text is not None and edits else None


def _near(use: TableUse, broken: Broken) -> Table | None:
    if use.node.args.get("db") is not None:
        return None
    path = broken.catalog.search_path
    tables = {table.ref.name: table for table in broken.catalog.tables if table.ref.schema in path}
    near = only_near(use.node.name, tables)
    return tables[near] if near is not None else None


RULE = Rule(name="near_table", order=80, defects=frozenset({Defect.UNKNOWN_TABLE}), mend=mend)
