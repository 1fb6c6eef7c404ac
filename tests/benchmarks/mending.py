"""Real refused statements, what the rules make of them without a model, and whether the result is the gold's."""

from __future__ import annotations

import csv
import gzip
import json
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from rejoinder import check, judge, repair
from rejoinder.connectors import sqlite
from rejoinder.evals.compare import same_rows
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

SHOWN = "schema shown"
MOST_REPAIRS = 3
_LIMITS = ExecutionLimits(seconds=5.0, rows=200_001)
_LOOKUP = LookupLimits(seconds=0.3)
_ASKER = "bench"


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """One statement that SQLite refused, whose author had seen the schema, on a database with rows."""

    corpus: str
    database: Path
    kind: str
    """The class of the engine's error, as the corpus has it."""
    question: str
    sql: str
    gold: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Mend:
    """What became of a fault: `refused`, `equal` or `differs`, by which rules, and whether the asker is warned."""

    end: str
    rules: tuple[str, ...]
    text: str
    doubted: bool = False
    """Whether a signal of `judge` asks for a correction, which there is no model for here."""
    warned: bool = False
    """By that, another signal or a rule's caveat."""


def faults(corpora: Path) -> Iterator[Fault]:
    """All of them, in the order of the files."""
    with (corpora / "databases.tsv").open(encoding="utf-8", newline="") as lines:
        listed = {(row["corpus"], row["db"]): row for row in csv.DictReader(lines, delimiter="\t")}
    for file in sorted((corpora / "errors").glob("*.jsonl.gz")):
        corpus = file.name.removesuffix(".jsonl.gz")
        with gzip.open(file, "rt", encoding="utf-8") as lines:
            for line in lines:
                row = json.loads(line)
                database = listed.get((corpus, row["db"]), {})
                if row["dialect"] == "sqlite" and row["kind"] == SHOWN and database.get("data") == "full":
                    yield Fault(
                        corpus=corpus,
                        database=corpora / database["path"],
                        kind=row["error_class"],
                        question=row["question"] or "",
                        sql=row["sql"],
                        gold=row["gold_sql"],
                    )


@dataclass(frozen=True, kw_only=True)
class Bench:
    """One database with everything that mending needs, opened once."""

    path: Path
    _golds: dict[str, Sequence[Sequence[object]]] = field(default_factory=dict)

    @cached_property
    def connector(self) -> sqlite.SqliteConnector:
        return sqlite.open(f"sqlite:///{self.path.resolve()}", sessions=1)

    @cached_property
    def catalog(self) -> Catalog:
        return self.connector.catalog()

    def mended(self, fault: Fault, only: frozenset[str] | None = None) -> Mend:
        """Check, repair and run the statement as a run does, with all rules or with `only` these."""
        said = reading.read(Completion(text=fault.sql))
        text = said.text if isinstance(said, Sql) else ""
        barred = tuple(rule.name for rule in repair.rules() if only is not None and rule.name not in only)
        made: list[repair.Mended] = []
        earlier = [canonical(text, self.connector.dialect)]
        passed = False
        while isinstance(found := self._outcome(text, passed=passed), tuple):
            spent = (*barred, *(each.rule for each in made))
            mended = self._mend(text, found, spent, earlier) if len(made) < MOST_REPAIRS else None
            if mended is not None:
                made.append(mended)
                earlier.append(mended.canonical)
                text = mended.text
            elif all(finding.defect is Defect.UNSTORED_LITERAL for finding in found) and found:
                passed = True
            else:
                return Mend(end="refused", rules=tuple(each.rule for each in made), text=text)
        gold = self._gold(fault.gold)
        same = same_rows(found.rows, gold, ordered=orders_at_top(fault.gold, self.connector.dialect))
        signals = self._signals(text, found)
        return Mend(
            end="equal" if same else "differs",
            rules=tuple(each.rule for each in made),
            text=text,
            doubted=any(signal.correctable for signal in signals),
            warned=passed or any(each.caveats for each in made) or bool(signals),
        )

    def _mend(
        self, text: str, found: Sequence[Finding], spent: Sequence[str], earlier: Sequence[str]
    ) -> repair.Mended | None:
        mended = repair.mend(
            text,
            findings=found,
            facts=(),
            dialect=self.connector.dialect,
            catalog=self.catalog,
            spent=spent,
            earlier=earlier,
        )
        return mended if isinstance(mended, repair.Mended) else None

    def _outcome(self, text: str, *, passed: bool) -> Result | tuple[Finding, ...]:
        """The result, or what is wrong. `passed`: texts that aren't stored were let go by."""
        checking = self._checked(text)
        if checking.statement is None:
            return checking.findings
        if not passed and (unstored := self._unstored(checking.statement)):
            return unstored
        result = self._execute(checking.statement)
        return (result.as_finding(),) if isinstance(result, Refusal) else result

    def _checked(self, text: str) -> check.Checking:
        return check.check(
            text, dialect=self.connector.dialect, catalog=self.catalog, policy=Policy(), asker=_ASKER
        )

    def _execute(self, statement: Statement) -> Result | Refusal:
        return self.connector.execute(statement, _LIMITS, CancelHandle())

    def _unstored(self, statement: Statement) -> tuple[Finding, ...]:
        dialect, catalog, policy = self.connector.dialect, self.catalog, Policy()
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
        found = self.connector.values(wanted.columns, wanted.literals, _LOOKUP)
        return {column: tuple(values) for column, values in found.items()}

    def _signals(self, text: str, result: Result) -> Sequence[Signal]:
        statement = self._checked(text).statement
        if statement is None:
            return ()
        dialect, catalog = self.connector.dialect, self.catalog
        wanted = judge.wants(statement, result, dialect=dialect, catalog=catalog)
        return judge.signals(statement, result, dialect=dialect, catalog=catalog, stored=self._stored(wanted))

    def _gold(self, sql: str) -> Sequence[Sequence[object]]:
        """The gold's rows by the plain driver, so that nothing of ours can make two wrongs equal."""
        if sql not in self._golds:
            with sqlite3.connect(f"{self.path.resolve().as_uri()}?mode=ro", uri=True) as database:
                database.text_factory = lambda data: data.decode("utf-8", "replace")
                self._golds[sql] = database.execute(sql).fetchall()
            database.close()
        return self._golds[sql]


def mends(
    found: Sequence[Fault], benches: Mapping[Path, Bench], only: frozenset[str] | None = None
) -> list[Mend]:
    """What becomes of each."""
    return [benches[fault.database].mended(fault, only) for fault in found]
