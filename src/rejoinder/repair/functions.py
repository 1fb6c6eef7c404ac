"""A function of another dialect, where this one says exactly the same in its own way."""

from __future__ import annotations

from rejoinder.repair._calls import called, rewritten
from rejoinder.repair._rule import Broken, Mending, Rule
from rejoinder.terms.classes import Defect

_MOST = 50


def mend(broken: Broken) -> Mending | None:
    """Write each call of an unknown function by the dialect's template for it, the innermost first.

    It preserves meaning because the templates do: each is the manuals' definition of the foreign function in
    terms of this dialect's. An unknown function that no template fits leaves all of them as they are.
    """
    unknown = {
        finding.subject.strip("()").lower()
        for finding in broken.findings
        if finding.defect is Defect.UNKNOWN_FUNCTION
    }
    foreign = {pattern.partition("(")[0] for pattern, _ in broken.dialect.calls}
    text = broken.text
    for _ in range(_MOST):
        changed = _once(text, frozenset(unknown or foreign), broken)
        if changed is None:
            break
        text = changed
    left = called(text, frozenset(unknown), broken.dialect)
    return Mending(text=text) if text != broken.text and not left else None


def _once(text: str, names: frozenset[str], broken: Broken) -> str | None:
    """`text` with the last call of these that a template fits written anew."""
    for call in reversed(called(text, names, broken.dialect)):
        written = rewritten(call, text, broken.dialect)
        if written is not None:
            return text[: call.start] + written + text[call.end :]
    return None


RULE = Rule(
    name="functions", order=40, defects=frozenset({Defect.UNKNOWN_FUNCTION, Defect.SYNTAX}), mend=mend
)
