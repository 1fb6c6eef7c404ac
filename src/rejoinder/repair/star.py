"""`*` over a table of which the asker may read only some columns."""

from __future__ import annotations

from collections.abc import Iterator

from rejoinder.repair import _edit
from rejoinder.repair._rule import Broken, Mending, Rule
from rejoinder.sql.parse import span_of
from rejoinder.sql.scopes import StarUse
from rejoinder.terms.classes import Defect

_CAVEAT = "Only the columns that you may read are shown."


def mend(broken: Broken) -> Mending | None:
    """Write out the columns that the asker may see (C5).

    It preserves meaning for this asker, to whom the table has no other columns; the caveat says that it may have.
    """
    stars = broken.resolution.stars if broken.resolution is not None else ()
    found = {span_of(star.node): star for star in stars}
    edits = []
    for finding in broken.findings:
        star = found.get(finding.span)
        if finding.span is None or star is None:
            return None
        columns = list(_columns(star, broken))
        if not columns:
            return None
        edits.append(_edit.replaced(finding.span, ", ".join(columns)))
    text = _edit.apply(broken.text, edits)
    return Mending(text=text, caveats=(_CAVEAT,)) if text is not None and edits else None


def _columns(star: StarUse, broken: Broken) -> Iterator[str]:
    """The columns as the star gives them: those that USING merges come once."""
    several = len(star.scope.sources) > 1
    for source in star.sources:
        for output in source.columns():
            if output.name.lower() in source.merged:
                continue
            column = _edit.name(output.name, broken.dialect)
            yield f"{_edit.name(source.name, broken.dialect)}.{column}" if several else column


RULE = Rule(name="star", order=70, defects=frozenset({Defect.STAR_TOO_WIDE}), mend=mend)
