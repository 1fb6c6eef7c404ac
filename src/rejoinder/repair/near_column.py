"""A column that doesn't exist, where one name alone of the tables that the query reads looks like it."""

from __future__ import annotations

from rejoinder.repair import _edit
from rejoinder.repair._rule import Broken, Mending, Rule
from rejoinder.sql.draft import named_source, qualifier_of
from rejoinder.sql.near import only_near
from rejoinder.sql.parse import span_of
from rejoinder.sql.scopes import ColumnUse, Meaning, Source
from rejoinder.terms.classes import Defect


def mend(broken: Broken) -> Mending | None:
    """Spell the column as it is stored.

    It preserves meaning as far as a spelling can: no table at all has a column of the drafted name, and no other
    name of the tables that the query reads comes close. The asker is told which column was read.
    """
    edits, caveats = [], []
    for use in broken.columns(Meaning.UNKNOWN):
        names = [output.name for source in _read(use) for output in source.columns() if output.name]
        near = None if _exists(use.node.name, broken) else only_near(use.node.name, names)
        span = span_of(use.node.this)
        if span is None or near is None:
            return None
        edits.append(_edit.replaced(span, _edit.name(near, broken.dialect, like=span.of(broken.text))))
        caveats.append(f"`{use.node.name}` was read as the column `{near}`.")
    text = _edit.apply(broken.text, edits)
    return Mending(text=text, caveats=tuple(dict.fromkeys(caveats))) if text is not None and edits else None


def _read(use: ColumnUse) -> list[Source]:
    """The sources that the column may belong to."""
    named = named_source(use)
    if named is not None:
        return [named]
    return [] if qualifier_of(use) else list(use.scope.sources)


def _exists(name: str, broken: Broken) -> bool:
    """Ownership comes before spelling: whether some table has a column of that very name."""
    return any(name.lower() in table.by_folded for table in broken.catalog.tables)


RULE = Rule(name="near_column", order=81, defects=frozenset({Defect.UNKNOWN_COLUMN}), mend=mend)
