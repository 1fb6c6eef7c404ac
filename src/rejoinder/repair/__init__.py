"""RULES: mend a draft without a model. One file a rule; ownership before spelling (R1).

`mend` offers the draft to each rule in turn. A rule takes all findings of its kind at once, all or nothing, and
its outcome has to parse, to differ from every earlier draft of the turn, and not to be degenerate (R2).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rejoinder.repair import _sound
from rejoinder.repair._rule import Broken, Rule
from rejoinder.sql.canonical import canonical
from rejoinder.terms.catalog import Catalog
from rejoinder.terms.dialect import Dialect
from rejoinder.terms.fact import Fact
from rejoinder.terms.finding import Finding
from rejoinder.terms.registry import exported
from rejoinder.terms.signal import Caveat


@dataclass(frozen=True, slots=True, kw_only=True)
class Mended:
    """A draft that a rule mended, to be checked like any other."""

    rule: str
    text: str
    canonical: str
    caveats: tuple[Caveat, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Unmended:
    """No rule fitted."""

    reason: str


def rules() -> tuple[Rule, ...]:
    """Every rule, in the order in which they are tried."""
    found: tuple[Rule, ...] = exported(__name__, "RULE")
    return tuple(sorted(found, key=lambda rule: rule.order))


def mend(
    text: str,
    *,
    findings: Sequence[Finding],
    facts: Sequence[Fact],
    dialect: Dialect,
    catalog: Catalog,
    spent: Sequence[str],
    earlier: Sequence[str],
) -> Mended | Unmended:
    """`text` mended by the first rule that fits, or why there is none.

    `catalog` is the visible one; `spent` are rules that this draft has used up; `earlier` are the canonical
    forms of the turn, none of which may come back (L7).
    """
    reason = "No rule fits what is wrong."
    for rule in rules():
        found = tuple(finding for finding in findings if finding.defect in rule.defects)
        if not found or rule.name in spent:
            continue
        broken = Broken(text=text, dialect=dialect, catalog=catalog, findings=found, facts=tuple(facts))
        mending = rule.mend(broken)
        if mending is None:
            continue
        form = canonical(mending.text, dialect)
        if form in earlier or form == canonical(text, dialect):
            reason = f"What `{rule.name}` leads to was tried before."
        elif _sound.is_sound(broken, mending.text):
            caveats = tuple(Caveat(source=rule.name, sentence=sentence) for sentence in mending.caveats)
            return Mended(rule=rule.name, text=mending.text, canonical=form, caveats=caveats)
        else:
            reason = f"What `{rule.name}` leads to would no longer mean what was asked."
    return Unmended(reason=reason)
