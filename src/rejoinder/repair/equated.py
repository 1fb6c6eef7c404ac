"""A column that several tables of the query have, where the joins make it the same in all of them."""

from __future__ import annotations

from sqlglot import exp

from rejoinder.repair import _edit
from rejoinder.repair._rule import Broken, Mending, Rule
from rejoinder.sql.draft import around, qualifier_of
from rejoinder.sql.equated import Equated
from rejoinder.sql.names import Names
from rejoinder.sql.scopes import ColumnUse, Meaning, Source
from rejoinder.terms.classes import Defect


def mend(broken: Broken) -> Mending | None:
    """Qualify the column with the first of the tables whose columns of this name the joins equate.

    It preserves meaning because in every row that the query sees these columns are equal, so it doesn't matter
    which is read; a COUNT over an outer join, where it does matter, is left alone.
    """
    edits = []
    for use in broken.columns(Meaning.AMBIGUOUS):
        span = use.span
        owner = _owner(use, broken)
        if span is None or owner is None or qualifier_of(use):
            return None
        edits.append(_edit.Edit(span.start, span.start, _edit.name(owner.name, broken.dialect) + "."))
    text = _edit.apply(broken.text, edits)
    return Mending(text=text) if text is not None and edits else None


def _owner(use: ColumnUse, broken: Broken) -> Source | None:
    names = Names(broken.dialect)
    name, quoted = use.node.name, bool(use.node.this.args.get("quoted"))
    for scope in around(use.scope):
        owners = [source for source in scope.sources if source.find(name, quoted, names) is not None]
        if owners:
            counted = isinstance(use.node.find_ancestor(exp.Count, exp.Select), exp.Count)
            return Equated(scope).one_of([(owner, name) for owner in owners], counted=counted)
    return None


RULE = Rule(name="equated", order=30, defects=frozenset({Defect.AMBIGUOUS_COLUMN}), mend=mend)
