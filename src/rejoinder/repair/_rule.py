"""What a rule is given, and what it gives back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from rejoinder.sql.draft import Draft, named_source, qualifier_of
from rejoinder.sql.scopes import ColumnUse, Meaning, TableUse
from rejoinder.terms.catalog import TableRef
from rejoinder.terms.classes import Defect
from rejoinder.terms.fact import Fact
from rejoinder.terms.finding import Finding


@dataclass(frozen=True, kw_only=True, eq=False)
class Broken(Draft):
    """A draft, and the findings of the classes that the rule takes."""

    findings: tuple[Finding, ...]
    facts: tuple[Fact, ...] = ()

    def columns(self, meaning: Meaning) -> list[ColumnUse]:
        """The column uses that the findings speak of. A refusal has no span, so its subject is looked for."""
        if self.resolution is None:
            return []
        uses = [use for use in self.resolution.columns if use.meaning is meaning and use.span is not None]
        spans = {finding.span for finding in self.findings}
        subjects = {_bare(finding.subject) for finding in self.findings if finding.span is None}
        return [use for use in uses if use.span in spans or str(use.node.name).lower() in subjects]

    def tables(self) -> list[TableUse]:
        """The unknown tables that the findings speak of."""
        if self.resolution is None:
            return []
        spans = {finding.span for finding in self.findings}
        subjects = {_bare(finding.subject) for finding in self.findings if finding.span is None}
        unknown = [
            use
            for use in self.resolution.tables
            if use.ref is None and use.source.opaque and use.span is not None
        ]
        return [use for use in unknown if use.span in spans or str(use.node.name).lower() in subjects]


@dataclass(frozen=True, slots=True, kw_only=True)
class Mending:
    """What a rule makes of a draft, with a sentence for each thing that the asker has to know."""

    text: str
    caveats: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """One way to mend. `mend` says in its docstring why it preserves meaning, and returns None where it may not."""

    name: str
    order: int
    """Its place in R1."""
    defects: frozenset[Defect]
    mend: Callable[[Broken], Mending | None]


def missing_tables(use: ColumnUse, broken: Broken) -> tuple[TableRef, ...]:
    """The tables of the catalog that the column's qualifier names and that have it, where no query around does."""
    if not qualifier_of(use) or named_source(use) is not None:
        return ()
    name = str(use.node.name).lower()
    called = broken.catalog.by_folded.get(qualifier_of(use).lower(), ())
    return tuple(table.ref for table in called if name in table.by_folded)


def _bare(subject: str) -> str:
    return subject.rpartition(".")[2].strip('"`[]').lower()
