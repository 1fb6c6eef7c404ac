"""A column that isn't grouped by, where the key of its table is: `SELECT c.name … GROUP BY o.customer_id`."""

from __future__ import annotations

from sqlglot.tokenizer_core import TokenType

from rejoinder.repair import _edit
from rejoinder.repair._rule import Broken, Mending, Rule
from rejoinder.repair._selects import around, selects
from rejoinder.sql.equated import Equated
from rejoinder.sql.grouped import grouped, loose
from rejoinder.sql.scopes import ColumnUse, Scope, Source
from rejoinder.terms.classes import Defect


def mend(broken: Broken) -> Mending | None:
    """Group by it too.

    It preserves meaning because the key, or a column that a join equates with it, is grouped by already: a group has
    one row of that table, and so one value of each of its columns. No group is parted.
    """
    edits: list[_edit.Edit] = []
    for scope in broken.resolution.scopes if broken.resolution is not None else ():
        if scope.node.args.get("group") is None:
            continue
        uses = loose(scope, broken.uses_in(scope))
        if any(not _is_determined(use, scope, broken) for use in uses):
            return None
        edits += _added(uses, broken)
    text = _edit.apply(broken.text, edits)
    return Mending(text=text) if text is not None and edits else None


def _is_determined(use: ColumnUse, scope: Scope, broken: Broken) -> bool:
    """Whether the groups settle which row of its table it is of."""
    source = use.source
    if source is None or source.table is None or source not in scope.sources:
        return False
    keys = [source.table.primary_key, *source.table.unique_keys]
    equated = Equated(scope)
    places = [
        (each.source, str(each.node.name))
        for each in grouped(scope, broken.uses_in(scope))
        if each.source is not None
    ]
    return any(key and all(_is_held(source, name, places, equated) for name in key) for key in keys)


def _is_held(source: Source, name: str, places: list[tuple[Source, str]], equated: Equated) -> bool:
    """Whether some column that is grouped by has the value of this one in every row."""
    return any(
        (place is source and named.lower() == name.lower())
        or equated.one_of([(place, named), (source, name)], counted=True) is not None
        for place, named in places
    )


def _added(uses: list[ColumnUse], broken: Broken) -> list[_edit.Edit]:
    """The columns as they are written, behind the last that is grouped by."""
    written = list(dict.fromkeys(use.span.of(broken.text) for use in uses if use.span is not None))
    if not written or uses[0].span is None:
        return []
    select = around(uses[0].span.start, selects(broken.text, broken.dialect))
    group = select.words(TokenType.GROUP_BY) if select is not None else None
    return (
        [_edit.Edit(group.end, group.end, "".join(f", {each}" for each in written))]
        if group is not None
        else []
    )


RULE = Rule(name="group_key", order=63, defects=frozenset({Defect.GROUPING}), mend=mend)
