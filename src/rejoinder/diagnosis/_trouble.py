"""What a diagnosis is given, and what it is."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from sqlglot import exp

from rejoinder.sql.draft import Draft
from rejoinder.sql.scopes import ColumnUse, Meaning, Scope
from rejoinder.terms.catalog import ColumnRef, Table
from rejoinder.terms.classes import Defect
from rejoinder.terms.dialect import Effect
from rejoinder.terms.fact import Fact
from rejoinder.terms.finding import Finding
from rejoinder.terms.lookup import Lookup
from rejoinder.terms.result import Stored
from rejoinder.terms.signal import Signal

_LONGEST = 60
"""Characters of an expression that is named."""
_HARMLESS = frozenset({Effect.PURE, Effect.VOLATILE})


@dataclass(frozen=True, kw_only=True, eq=False)
class Trouble(Draft):
    """A draft, and what was found wrong with it or with its result."""

    findings: tuple[Finding, ...] = ()
    signals: tuple[Signal, ...] = ()
    stored: Mapping[ColumnRef, tuple[Stored, ...]] = field(default_factory=dict)

    def of(self, *defects: Defect) -> Iterator[Finding]:
        """The findings of these classes."""
        return (finding for finding in self.findings if finding.defect in defects)

    def columns(self, meaning: Meaning) -> list[ColumnUse]:
        """The uses of a column that the findings speak of, each name once a query.

        A refusal has no span, so that its subject is looked for among all uses.
        """
        if self.resolution is None:
            return []
        spans = {finding.span for finding in self.findings if finding.span is not None}
        subjects = {bare(finding.subject) for finding in self.findings if finding.span is None}
        uses = [
            use
            for use in self.resolution.columns
            if use.meaning is meaning and (use.span in spans or str(use.node.name).lower() in subjects)
        ]
        return list({(id(use.scope), str(use.node.sql()).lower()): use for use in uses}.values())

    @cached_property
    def callable(self) -> tuple[str, ...]:
        """What a draft may call: harmless functions of the dialect and pure ones of the database."""
        own = [name for name, effect in self.dialect.functions.items() if effect in _HARMLESS]
        return (*own, *(function.name.lower() for function in self.catalog.functions if function.pure))


@dataclass(frozen=True, slots=True, kw_only=True)
class Diagnosis:
    """What one file finds out, about findings of `defects` or results with `signals`."""

    facts: Callable[[Trouble], Iterable[Fact]]
    wants: Callable[[Trouble], Lookup] | None = None
    defects: frozenset[Defect] = frozenset()
    signals: frozenset[str] = frozenset()


def bare(subject: str) -> str:
    """The last part of a name as it was drafted, in lower case and without its quotes."""
    return subject.rpartition(".")[2].strip('"`[]').lower()


def shortened(node: exp.Expr) -> str:
    """An expression on one line, as much of it as it takes to find it again."""
    written = " ".join(node.sql().split())
    return written if len(written) <= _LONGEST else f"{written[:_LONGEST]}…"


def function_name(finding: Finding) -> str:
    """The function that a finding is about, without its arguments."""
    return bare(finding.subject).partition("(")[0]


def tables_of(scope: Scope) -> list[Table]:
    """The stored tables that a query reads directly."""
    return [source.table for source in scope.sources if source.table is not None]


def listed(names: Iterable[str]) -> str:
    """Names in backticks, as a sentence has them."""
    quoted = [f"`{name}`" for name in names]
    return quoted[0] if len(quoted) == 1 else f"{', '.join(quoted[:-1])} and {quoted[-1]}"
