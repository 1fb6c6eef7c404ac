"""What the facts about real refused statements hold of what their right answer needs. No model, nothing repaired."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cached_property

from tests.benchmarks.faults import Fault

from rejoinder import check, diagnosis
from rejoinder.ports import CancelHandle, Connector
from rejoinder.prompts import reading
from rejoinder.sql.draft import Draft
from rejoinder.terms.catalog import Catalog, ColumnRef, TableRef
from rejoinder.terms.fact import Fact
from rejoinder.terms.finding import Finding
from rejoinder.terms.limits import ExecutionLimits, LookupLimits
from rejoinder.terms.lookup import StoredValues
from rejoinder.terms.policy import Policy
from rejoinder.terms.provider import Completion
from rejoinder.terms.reading import Sql
from rejoinder.terms.refusal import Refusal

_LIMITS = ExecutionLimits(seconds=5.0, rows=1)
_ASKER = "bench"
_NAMED = re.compile(r"`([^`]+)`")


@dataclass(frozen=True, slots=True, kw_only=True)
class Diagnosed:
    """Of what the gold reads and the draft doesn't: how many columns there are, and how many the facts name.

    `tables` and `told_tables` are the same of whole tables.
    """

    defects: tuple[str, ...]
    columns: int
    told: int
    tables: int
    told_tables: int
    sought: int
    told_sought: int
    """Columns of the gold by the very names that the draft looked for in vain."""

    @property
    def whole(self) -> bool:
        """Whether nothing is missing from the facts."""
        return self.told == self.columns


@dataclass(frozen=True, kw_only=True)
class Clinic:
    """One database, opened once."""

    connector: Connector
    _needed: dict[str, frozenset[ColumnRef]] = field(default_factory=dict)

    @cached_property
    def catalog(self) -> Catalog:
        return self.connector.catalog()

    def diagnosed(self, case: Fault) -> Diagnosed | None:
        """What a first correction would be told. None where nothing is wrong, or where no name can be read."""
        said = reading.read(Completion(text=case.sql))
        text = said.text if isinstance(said, Sql) else ""
        findings = self._findings(text)
        draft = Draft(text=text, dialect=self.connector.dialect, catalog=self.catalog)
        if not findings or draft.resolution is None:
            return None
        facts = self._facts(text, findings)
        return self._compared(case, text, findings, facts)

    def _findings(self, text: str) -> tuple[Finding, ...]:
        dialect, catalog = self.connector.dialect, self.catalog
        found = check.check(text, dialect=dialect, catalog=catalog, policy=Policy(), asker=_ASKER)
        if found.statement is None:
            return found.findings
        result = self.connector.execute(found.statement, _LIMITS, CancelHandle())
        return (result.as_finding(),) if isinstance(result, Refusal) else ()

    def _facts(self, text: str, findings: tuple[Finding, ...]) -> tuple[Fact, ...]:
        dialect, catalog = self.connector.dialect, self.catalog
        wanted = diagnosis.wants(findings, text=text, dialect=dialect, catalog=catalog)
        stored: StoredValues = {}
        if wanted.columns:
            found = self.connector.values(wanted.columns, wanted.literals, LookupLimits())
            stored = {column: tuple(values) for column, values in found.items()}
        return diagnosis.facts(findings, text=text, dialect=dialect, catalog=catalog, stored=stored)

    def _compared(
        self, case: Fault, text: str, findings: tuple[Finding, ...], facts: tuple[Fact, ...]
    ) -> Diagnosed:
        if case.gold not in self._needed:
            self._needed[case.gold] = self._read(case.gold)
        missing = self._needed[case.gold] - self._read(text)
        tables = {ref.table for ref in self._needed[case.gold]} - {ref.table for ref in self._read(text)}
        subjects = {finding.subject.rpartition(".")[2].strip('"`[]').lower() for finding in findings}
        sought = [ref for ref in missing if ref.name.lower() in subjects]
        told = [_NAMED.findall(fact.sentence) for fact in facts]
        return Diagnosed(
            defects=tuple(sorted({str(finding.defect) for finding in findings})),
            columns=len(missing),
            told=sum(any(_names(names, ref) for names in told) for ref in missing),
            tables=len(tables),
            told_tables=sum(any(_names_table(names, ref) for names in told) for ref in tables),
            sought=len(sought),
            told_sought=sum(any(_names(names, ref) for names in told) for ref in sought),
        )

    def _read(self, text: str) -> frozenset[ColumnRef]:
        """The stored columns that a statement names."""
        resolution = Draft(text=text, dialect=self.connector.dialect, catalog=self.catalog).resolution
        uses = () if resolution is None else resolution.columns
        return frozenset(use.ref for use in uses if use.ref is not None)


def _names(names: list[str], ref: ColumnRef) -> bool:
    """Whether a sentence names the column with its table."""
    both = f"{ref.table}.{ref.name}"
    return any(both in name.split(" = ") for name in names) or (str(ref.table) in names and ref.name in names)


def _names_table(names: list[str], ref: TableRef) -> bool:
    return any(name == str(ref) or name.startswith(f"{ref}.") for name in names)
