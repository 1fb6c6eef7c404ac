"""A name in another case of letters than it is stored in, where the dialect tells them apart."""

from __future__ import annotations

from collections.abc import Iterator

from rejoinder.repair import _edit, _tables
from rejoinder.repair._rule import Broken, Mending, Rule
from rejoinder.sql.draft import named_source, qualifier_of
from rejoinder.sql.parse import span_of
from rejoinder.sql.scopes import ColumnUse, Meaning
from rejoinder.terms.classes import Defect


def mend(broken: Broken) -> Mending | None:
    """Write the name as it is stored, in quotes where the dialect would fold it.

    It preserves meaning because nothing but the case of letters changes, and one name alone is left. It comes before
    ownership: the table that the draft names owns the column.
    """
    text = _edit.apply(broken.text, [*_in_tables(broken), *_in_columns(broken)])
    return Mending(text=text) if text is not None and text != broken.text else None


def _in_tables(broken: Broken) -> Iterator[_edit.Edit]:
    for use in broken.tables():
        span = use.span
        path = broken.catalog.search_path if use.node.args.get("db") is None else ()
        found = [
            table
            for table in broken.catalog.by_folded.get(use.node.name.lower(), ())
            if table.ref.schema in path
        ]
        if len(found) == 1 and span is not None:
            yield _tables.renamed(use, span, found[0], broken)


def _in_columns(broken: Broken) -> Iterator[_edit.Edit]:
    for use in broken.columns(Meaning.UNKNOWN):
        found, span = _stored(use), span_of(use.node.this)
        if len(found) == 1 and span is not None:
            yield _edit.replaced(span, _edit.name(found[0], broken.dialect, like=span.of(broken.text)))


def _stored(use: ColumnUse) -> list[str]:
    """The names in the sources that the column may belong to which are the same but for their case."""
    named = named_source(use)
    sources = [named] if named is not None else [] if qualifier_of(use) else use.scope.sources
    wanted = str(use.node.name).lower()
    return [each.name for source in sources for each in source.columns() if each.name.lower() == wanted]


RULE = Rule(
    name="letter_case",
    order=5,
    defects=frozenset({Defect.UNKNOWN_TABLE, Defect.UNKNOWN_COLUMN}),
    mend=mend,
)
