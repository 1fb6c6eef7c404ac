"""Facts from the live catalog about what is wrong with a draft. One file a kind of trouble.

The catalog is the one that the asker may see, so that no fact names what is denied or hidden. Each fact is a plain
sentence, for the model that corrects and for the person who is asked, with its parts for the rules that mend.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rejoinder.diagnosis._changes import changes
from rejoinder.diagnosis._trouble import Diagnosis, Trouble
from rejoinder.terms.catalog import Catalog
from rejoinder.terms.dialect import Dialect
from rejoinder.terms.fact import Fact, FactKind
from rejoinder.terms.finding import Finding
from rejoinder.terms.lookup import Lookup, StoredValues
from rejoinder.terms.registry import exported
from rejoinder.terms.signal import Signal

__all__ = ["changes", "diagnoses", "facts", "signal_facts", "signal_wants", "wants"]

_MOST_FACTS = 20
_FIRST = (
    *(FactKind.OWNER, FactKind.JOIN_PATH, FactKind.NEAR_NAME, FactKind.FUNCTION),
    *(FactKind.STORED_VALUE, FactKind.TYPE, FactKind.SHAPE, FactKind.COLUMNS),
)
"""Ownership before spelling (R1), and what a table holds last: the cap must not cut what is said of a name."""


def diagnoses() -> tuple[Diagnosis, ...]:
    """Every diagnosis that there is."""
    found: tuple[Diagnosis, ...] = exported(__name__, "DIAGNOSIS")
    return found


def wants(findings: Sequence[Finding], *, text: str, dialect: Dialect, catalog: Catalog) -> Lookup:
    """The stored values that the facts about `findings` need."""
    return _wants(Trouble(text=text, dialect=dialect, catalog=catalog, findings=tuple(findings)))


def facts(
    findings: Sequence[Finding], *, text: str, dialect: Dialect, catalog: Catalog, stored: StoredValues
) -> tuple[Fact, ...]:
    """What the catalog and the stored values say about `findings`, each fact once."""
    return _facts(
        Trouble(text=text, dialect=dialect, catalog=catalog, findings=tuple(findings), stored=stored)
    )


def signal_wants(signals: Sequence[Signal], *, text: str, dialect: Dialect, catalog: Catalog) -> Lookup:
    """The stored values that the facts about `signals` need."""
    return _wants(Trouble(text=text, dialect=dialect, catalog=catalog, signals=tuple(signals)))


def signal_facts(
    signals: Sequence[Signal], *, text: str, dialect: Dialect, catalog: Catalog, stored: StoredValues
) -> tuple[Fact, ...]:
    """What the stored values say about a result that gives reason to doubt it."""
    return _facts(Trouble(text=text, dialect=dialect, catalog=catalog, signals=tuple(signals), stored=stored))


def _wants(trouble: Trouble) -> Lookup:
    wanted = [each.wants(trouble) for each in _concerned(trouble) if each.wants is not None]
    return Lookup(
        columns=tuple(dict.fromkeys(column for each in wanted for column in each.columns)),
        literals=tuple(dict.fromkeys(literal for each in wanted for literal in each.literals)),
    )


def _facts(trouble: Trouble) -> tuple[Fact, ...]:
    found = dict.fromkeys(fact for each in _concerned(trouble) for fact in each.facts(trouble))
    return tuple(sorted(found, key=lambda fact: _FIRST.index(fact.kind)))[:_MOST_FACTS]


def _concerned(trouble: Trouble) -> Iterable[Diagnosis]:
    """Those whose kind of trouble is there."""
    defects = {finding.defect for finding in trouble.findings}
    names = {signal.name for signal in trouble.signals}
    return [
        each
        for each in diagnoses()
        if not each.defects.isdisjoint(defects) or not each.signals.isdisjoint(names)
    ]
