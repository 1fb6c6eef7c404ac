"""A text that the column doesn't hold, where it holds exactly one that equals it up to case, accents and spaces."""

from __future__ import annotations

from rejoinder.repair import _edit
from rejoinder.repair._rule import Broken, Mending, Rule
from rejoinder.terms.classes import Defect


def mend(broken: Broken) -> Mending | None:
    """Write the stored spelling.

    It preserves meaning because the text as it was drafted matches no row at all, and one value alone can be meant
    by it; the caveat says which was taken.
    """
    edits, caveats = [], []
    for finding in broken.findings:
        if len(finding.candidates) > 1:
            return None
        if finding.span is None or not finding.candidates:
            continue
        (stored,) = finding.candidates
        edits.append(_edit.replaced(finding.span, _edit.literal(stored, broken.dialect)))
        caveats.append(f"`{finding.subject}` holds `{stored}`; the text was compared in that spelling.")
    text = _edit.apply(broken.text, edits)
    return Mending(text=text, caveats=tuple(dict.fromkeys(caveats))) if text is not None and edits else None


RULE = Rule(name="stored_spelling", order=90, defects=frozenset({Defect.UNSTORED_LITERAL}), mend=mend)
