"""The loop over recorded SQL in the place of a model: what becomes of each draft, and whether it is right."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from rejoinder.errors import ProviderError, UsageError
from rejoinder.evals._answering import Answered, Answering
from rejoinder.evals.compare import same_rows
from rejoinder.evals.questions import lines_of
from rejoinder.loop import events
from rejoinder.ports import Recorded
from rejoinder.terms.classes import Defect
from rejoinder.terms.fates import FATES, End
from rejoinder.terms.limits import CompletionLimits
from rejoinder.terms.provider import Completion, ModelCard, Prompt

MOST_ANSWERS = 4
_NEEDED = ("id", "db", "question")


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplayCase:
    """One question, and what a model answered to it, first and when corrected."""

    id: str
    corpus: str
    db: str
    dialect: str
    question: str
    answers: tuple[str, ...]
    gold: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Replayed:
    """What became of a case. `defect` is the class of the first finding or refusal, "" where there was none."""

    case: ReplayCase
    end: str
    defect: str = ""
    sql: str = ""
    repaired_by: tuple[str, ...] = ()
    attempts: int = 0
    ran: bool = False
    equal: bool | None = None
    """Whether its rows are the gold's; None where there is no gold, or the gold doesn't run here."""
    signals: tuple[str, ...] = ()
    caveats: tuple[str, ...] = ()
    seconds: float = 0.0

    def as_line(self) -> str:
        """One line of JSON. The same case gives the same bytes but for `seconds`."""
        return json.dumps(
            {
                "id": self.case.id,
                "end": self.end,
                "class": self.defect or None,
                "sql": self.sql,
                "repaired_by": self.repaired_by,
                "attempts": self.attempts,
                "ran": self.ran,
                "equal": self.equal,
                "signals": self.signals,
                "caveats": self.caveats,
                "seconds": round(self.seconds, 4),
            },
            ensure_ascii=False,
        )


@dataclass(slots=True)
class RecordedModel:
    """A provider that says what was recorded, in order, and then nothing more."""

    card: ModelCard = field(default_factory=lambda: ModelCard(name="recorded", local=True, restates=False))
    left: list[str] = field(default_factory=list)

    async def complete(self, prompt: Prompt, limits: CompletionLimits) -> Completion:
        """The next answer. Raises `ProviderError` where there is none."""
        if not self.left:
            raise ProviderError("Nothing more was recorded for this question.", reason="script")
        return Completion(text=self.left.pop(0), model=self.card.name)


def read_replay(path: Path) -> tuple[ReplayCase, ...]:
    """The cases of a `.jsonl` or `.jsonl.gz` file. Raises `UsageError`."""
    corpus = path.name.partition(".")[0]
    return tuple(
        _case(line, corpus, f"{path}, line {number}")
        for number, line in enumerate(lines_of(path, "cases"), 1)
        if line.strip()
    )


async def replay(
    cases: Sequence[ReplayCase],
    open_agent: Callable[[ReplayCase, RecordedModel], Awaitable[Answering]],
    orders: Callable[[str, str], bool],
) -> AsyncIterator[Replayed]:
    """Replay the cases, database by database, in the order of the file.

    `open_agent` makes an agent on a case's database, whose model is the one given; `orders` says of a statement and
    its dialect whether it orders at its top level.
    """
    for place in dict.fromkeys((case.corpus, case.db) for case in cases):
        own = [case for case in cases if (case.corpus, case.db) == place]
        model = RecordedModel()
        agent = await open_agent(own[0], model)
        golds: dict[str, Answered] = {}
        try:
            for case in own:
                yield await _replayed(agent, model, case, golds, orders)
        finally:
            await agent.close()


def counted(replayed: Sequence[Replayed]) -> Iterator[tuple[str, str, Mapping[str, int]]]:
    """For each corpus and class: how many cases, how many ran, were equal, ran but differ, and ended otherwise."""
    groups: dict[tuple[str, str], list[Replayed]] = defaultdict(list)
    for one in replayed:
        groups[one.case.corpus, one.defect or "none"].append(one)
    for (corpus, defect), group in sorted(groups.items()):
        ends = Counter(one.end for one in group if not one.ran)
        yield (
            corpus,
            defect,
            {
                "cases": len(group),
                "ran": sum(one.ran for one in group),
                "equal": sum(one.equal is True for one in group),
                "differs": sum(one.equal is False for one in group),
                **dict(sorted(ends.items())),
            },
        )


async def _replayed(
    agent: Answering,
    model: RecordedModel,
    case: ReplayCase,
    golds: dict[str, Answered],
    orders: Callable[[str, str], bool],
) -> Replayed:
    defects: list[Defect] = []

    def listen(recorded: Recorded) -> None:
        match recorded.event:
            case events.Checked(findings=findings):
                defects.extend(finding.defect for finding in findings)
            case events.Refused(refusal=refusal):
                defects.append(refusal.defect)

    model.left = list(case.answers)
    limits = replace(agent.limits(), corrections=len(case.answers) - 1)
    found = await agent.query(case.question or case.id, limits=limits, on_event=listen)
    return Replayed(
        case=case,
        end=found.end,
        defect=next((str(defect) for defect in defects if FATES[defect].end is not End.PASS), ""),
        sql=found.sql,
        repaired_by=found.repaired_by,
        attempts=found.attempts,
        ran=found.executed,
        equal=await _equal(agent, case, found, golds, orders),
        signals=tuple(signal.name for signal in found.signals),
        caveats=tuple(caveat.sentence for caveat in found.caveats),
        seconds=found.spend.seconds,
    )


async def _equal(
    agent: Answering,
    case: ReplayCase,
    found: Answered,
    golds: dict[str, Answered],
    orders: Callable[[str, str], bool],
) -> bool | None:
    if case.gold is None or not found.executed:
        return None
    if case.gold not in golds:
        golds[case.gold] = await agent.run_sql(case.gold)
    gold = golds[case.gold]
    if not gold.executed:
        return None
    return same_rows(found.rows, gold.rows, ordered=orders(case.gold, case.dialect))


def _case(line: str, corpus: str, where: str) -> ReplayCase:
    try:
        row = json.loads(line)
    except json.JSONDecodeError as error:
        raise UsageError(f"{where} is not a JSON object: {error.msg}.") from error
    missing = [key for key in _NEEDED if key not in row] if isinstance(row, dict) else ["id"]
    if missing:
        raise UsageError(f"{where} has no `{missing[0]}`; a case needs id, db, question, and sql or sqls.")
    answers = row["sqls"] if "sqls" in row else [row.get("sql")]
    if not isinstance(answers, list) or not answers or not all(isinstance(each, str) for each in answers):
        raise UsageError(f"{where}: `sql` has to be a text, or `sqls` a list of texts.")
    return ReplayCase(
        id=str(row["id"]),
        corpus=str(row.get("corpus") or corpus),
        db=str(row["db"]),
        dialect=str(row.get("dialect") or "sqlite"),
        question=row["question"] or "",
        answers=tuple(answers[:MOST_ANSWERS]),
        gold=row.get("gold_sql"),
    )
