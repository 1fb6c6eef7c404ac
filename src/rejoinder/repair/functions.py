"""A function of another dialect, where this one says exactly the same in its own way."""

from __future__ import annotations

from rejoinder.repair._calls import called, rewritten
from rejoinder.repair._rule import Broken, Mending, Rule
from rejoinder.terms.classes import Defect

_MOST = 50


def mend(broken: Broken) -> Mending | None:
    """Write each call of an unknown function by the dialect's template for it, the innermost first.

    It preserves meaning because the templates do: each is the manuals' definition of the foreign function in
    terms of this dialect's. A call that no template fits leaves all of them as they are.
    """
    names = _names(broken)
    text = broken.text
    for _ in range(_MOST):
        calls = called(text, names, broken.dialect)
        if not calls:
            break
        written = rewritten(calls[-1], text, broken.dialect)
        if written is None:
            return None
        text = text[: calls[-1].start] + written + text[calls[-1].end :]
    else:
        return None
    return Mending(text=text) if text != broken.text else None


def _names(broken: Broken) -> frozenset[str]:
    """The functions that are unknown; where the syntax is, those that only another dialect has."""
    unknown = {
        finding.subject.strip("()").lower()
        for finding in broken.findings
        if finding.defect is Defect.UNKNOWN_FUNCTION
    }
    if unknown:
        return frozenset(unknown)
    foreign = {pattern.partition("(")[0] for pattern, _ in broken.dialect.calls}
    return frozenset(name for name in foreign if name not in broken.dialect.functions) | _worded(broken)


def _worded(broken: Broken) -> frozenset[str]:
    """Functions that this dialect has too, but not with words between the arguments: they are always rewritten."""
    return frozenset()


RULE = Rule(
    name="functions", order=40, defects=frozenset({Defect.UNKNOWN_FUNCTION, Defect.SYNTAX}), mend=mend
)
