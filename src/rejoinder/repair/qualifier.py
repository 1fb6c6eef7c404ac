"""A column with the qualifier of a table that lacks it, where one other table of the same query has it."""

from __future__ import annotations

from rejoinder.repair import _edit
from rejoinder.repair._rule import Broken, Mending, Rule, missing_tables
from rejoinder.sql.draft import qualifier_of
from rejoinder.sql.equated import Equated
from rejoinder.sql.names import Names
from rejoinder.sql.parse import span_of
from rejoinder.sql.scopes import ColumnUse, Meaning, Source
from rejoinder.terms.classes import Defect


def mend(broken: Broken) -> Mending | None:
    """Write the qualifier of the table that owns the column.

    It preserves meaning because the draft could mean no other column: the name is spelt as it is stored, and one
    source alone of the very query that it stands in has it (or several that an inner join makes equal).
    """
    edits = []
    for use in broken.columns(Meaning.UNKNOWN):
        qualifier = use.node.args.get("table")
        span = span_of(qualifier) if qualifier is not None else None
        if span is None or missing_tables(use, broken) or not _owners(use, broken):
            continue
        owner = _only(_owners(use, broken), use)
        if owner is None:
            return None
        edits.append(_edit.replaced(span, _edit.name(owner.name, broken.dialect, like=span.of(broken.text))))
    text = _edit.apply(broken.text, edits)
    return Mending(text=text) if text is not None and edits else None


def _owners(use: ColumnUse, broken: Broken) -> list[Source]:
    """The sources of the query itself, other than the one that was named, that have the column."""
    names = Names(broken.dialect)
    named = qualifier_of(use).lower()
    quoted = bool(use.node.this.args.get("quoted"))
    return [
        source
        for source in use.scope.sources
        if source.name.lower() != named and source.find(use.node.name, quoted, names) is not None
    ]


def _only(owners: list[Source], use: ColumnUse) -> Source | None:
    if len(owners) == 1:
        return owners[0]
    return Equated(use.scope).one_of([(owner, use.node.name) for owner in owners], counted=False)


RULE = Rule(name="qualifier", order=10, defects=frozenset({Defect.UNKNOWN_COLUMN}), mend=mend)
