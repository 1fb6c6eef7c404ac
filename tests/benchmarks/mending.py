"""What the rules make of a refused statement without a model, and whether the result is the gold's."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property

from tests.benchmarks.faults import Fault
from tests.benchmarks.places import Opened, Rows

from rejoinder import check, judge, repair
from rejoinder.evals.compare import holds, same_rows
from rejoinder.ports import CancelHandle
from rejoinder.prompts import reading
from rejoinder.sql.canonical import canonical
from rejoinder.sql.predicates import orders_at_top
from rejoinder.terms.catalog import Catalog
from rejoinder.terms.classes import Defect
from rejoinder.terms.finding import Finding
from rejoinder.terms.limits import ExecutionLimits, LookupLimits
from rejoinder.terms.lookup import Lookup, StoredValues
from rejoinder.terms.policy import Policy
from rejoinder.terms.provider import Completion
from rejoinder.terms.reading import Sql
from rejoinder.terms.refusal import Refusal
from rejoinder.terms.result import Result
from rejoinder.terms.signal import Signal
from rejoinder.terms.statement import Statement

MOST_REPAIRS = 3
_LIMITS = ExecutionLimits(seconds=5.0, rows=200_001)
_LOOKUP = LookupLimits(seconds=0.3)
_ASKER = "bench"


class Ended(StrEnum):
    """What became of a statement. RAN: on a database without rows, so that nothing can be compared."""

    REFUSED = "still refused"
    EQUAL = "equal to gold"
    DIFFERS = "ran but differs"
    RAN = "ran, not compared"


@dataclass(frozen=True, slots=True, kw_only=True)
class Mend:
    """What became of a fault, by which rules, and whether the asker is warned."""

    end: Ended
    rules: tuple[str, ...] = ()
    text: str = ""
    doubted: bool = False
    """Whether a signal of `judge` asks for a correction, which there is no model for here."""
    warned: bool = False
    """By that, another signal or a rule's caveat."""
    within: bool = False
    """Whether the gold's answer is in what it gave: its columns in some order, with more of them or duplicates."""


@dataclass(frozen=True, slots=True)
class _Ran:
    """What a statement that ran gave; its rows are let go."""

    end: Ended
    within: bool
    doubted: bool
    signalled: bool


@dataclass(kw_only=True)
class Bench:
    """One database with everything that mending needs. What it learnt of a statement it doesn't ask again."""

    opened: Opened
    _golds: dict[str, Rows] = field(default_factory=dict)
    _outcomes: dict[tuple[str, str, bool], _Ran | tuple[Finding, ...]] = field(default_factory=dict)

    @cached_property
    def catalog(self) -> Catalog:
        return self.opened.connector.catalog()

    def mended(self, fault: Fault, only: str = "") -> Mend:
        """Check, repair and run the statement as a run does, with all rules or with `only` this one."""
        dialect = self.opened.connector.dialect
        said = reading.read(Completion(text=fault.sql))
        text = said.text if isinstance(said, Sql) else ""
        barred = tuple(rule.name for rule in repair.rules() if only not in ("", rule.name))
        made: list[repair.Mended] = []
        earlier = [canonical(text, dialect)]
        passed = False
        while isinstance(found := self._outcome(text, fault, passed=passed), tuple):
            spent = (*barred, *(each.rule for each in made))
            mended = self._mend(text, found, spent, earlier) if len(made) < MOST_REPAIRS else None
            if mended is not None:
                made.append(mended)
                earlier.append(mended.canonical)
                text = mended.text
            elif all(finding.defect is Defect.UNSTORED_LITERAL for finding in found) and found:
                passed = True
            else:
                return Mend(end=Ended.REFUSED, rules=tuple(each.rule for each in made), text=text)
        return Mend(
            end=found.end,
            rules=tuple(each.rule for each in made),
            text=text,
            doubted=found.doubted,
            within=found.within,
            warned=passed or found.signalled or any(each.caveats for each in made),
        )

    def _mend(
        self, text: str, found: Sequence[Finding], spent: Sequence[str], earlier: Sequence[str]
    ) -> repair.Mended | None:
        mended = repair.mend(
            text,
            findings=found,
            facts=(),
            dialect=self.opened.connector.dialect,
            catalog=self.catalog,
            spent=spent,
            earlier=earlier,
        )
        return mended if isinstance(mended, repair.Mended) else None

    def _outcome(self, text: str, fault: Fault, *, passed: bool) -> _Ran | tuple[Finding, ...]:
        """What it gave, or what is wrong. `passed`: texts that aren't stored were let go by."""
        gold = fault.gold if fault.compared else ""
        key = (text, gold, passed)
        if key not in self._outcomes:
            self._outcomes[key] = self._asked(text, gold, passed=passed)
        return self._outcomes[key]

    def _asked(self, text: str, gold: str, *, passed: bool) -> _Ran | tuple[Finding, ...]:
        checking = self._checked(text)
        if checking.statement is None:
            return checking.findings
        if not passed and (unstored := self._unstored(checking.statement)):
            return unstored
        result = self._execute(checking.statement)
        if isinstance(result, Refusal):
            return (result.as_finding(),)
        signals = self._signals(checking.statement, result)
        end = self._compared(result, gold) if gold else Ended.RAN
        return _Ran(
            end=end,
            within=end is Ended.DIFFERS and holds(result.rows, self._golds[gold]),
            doubted=any(signal.correctable for signal in signals),
            signalled=bool(signals),
        )

    def _compared(self, result: Result, gold: str) -> Ended:
        if gold not in self._golds:
            self._golds[gold] = self.opened.gold(gold)
        ordered = orders_at_top(gold, self.opened.connector.dialect)
        same = same_rows(result.rows, self._golds[gold], ordered=ordered)
        return Ended.EQUAL if same else Ended.DIFFERS

    def _checked(self, text: str) -> check.Checking:
        dialect = self.opened.connector.dialect
        return check.check(text, dialect=dialect, catalog=self.catalog, policy=Policy(), asker=_ASKER)

    def _execute(self, statement: Statement) -> Result | Refusal:
        return self.opened.connector.execute(statement, _LIMITS, CancelHandle())

    def _unstored(self, statement: Statement) -> tuple[Finding, ...]:
        dialect, catalog, policy = self.opened.connector.dialect, self.catalog, Policy()
        wanted = check.literal_lookup(
            statement, dialect=dialect, catalog=catalog, policy=policy, asker=_ASKER
        )
        return check.literal_findings(
            statement,
            self._stored(wanted),
            dialect=dialect,
            catalog=catalog,
            policy=policy,
            asker=_ASKER,
        )

    def _stored(self, wanted: Lookup) -> StoredValues:
        if not wanted.columns:
            return {}
        found = self.opened.connector.values(wanted.columns, wanted.literals, _LOOKUP)
        return {column: tuple(values) for column, values in found.items()}

    def _signals(self, statement: Statement, result: Result) -> Sequence[Signal]:
        dialect, catalog = self.opened.connector.dialect, self.catalog
        wanted = judge.wants(statement, result, dialect=dialect, catalog=catalog)
        return judge.signals(statement, result, dialect=dialect, catalog=catalog, stored=self._stored(wanted))
