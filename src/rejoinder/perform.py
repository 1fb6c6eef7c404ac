"""How each step is carried out with the ports: one short function a step.

A function returns the event that happened; nothing here decides what comes next. What a connector or a
provider can't do is an event too (`Failed`), and so is a bug of our own.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Literal, assert_never

from rejoinder import check, diagnosis, judge, repair
from rejoinder.errors import DatabaseUnavailable, ProviderError, RejoinderError
from rejoinder.live import Database
from rejoinder.loop import events, steps
from rejoinder.loop.run import Run
from rejoinder.model import Model
from rejoinder.policies import PolicySource
from rejoinder.ports import Clock, Provider
from rejoinder.prompts import catalog_text, phrase, reading, restate
from rejoinder.rows import RowStore
from rejoinder.sight import Sight
from rejoinder.sql import canonical, predicates
from rejoinder.terms import reading as readings
from rejoinder.terms.classes import CHECK_ALONE, Defect
from rejoinder.terms.finding import Finding
from rejoinder.terms.ids import RunId
from rejoinder.terms.limits import CompletionLimits
from rejoinder.terms.provider import Prompt
from rejoinder.terms.refusal import Refusal
from rejoinder.terms.result import Result
from rejoinder.terms.signal import Caveat
from rejoinder.work import Brief, Work, with_changes

_log = logging.getLogger("rejoinder")


@dataclass(frozen=True, slots=True, kw_only=True)
class Performed:
    """The event that a step led to, and the rows where it was an `Executed`."""

    event: events.Event
    result: Result | None = None


class Performer:
    """Carries steps out against one database, one provider and one policy, for any number of runs."""

    def __init__(
        self,
        *,
        database: Database,
        provider: Provider,
        policies: PolicySource,
        rows: RowStore,
        clock: Clock,
        rules_off: tuple[str, ...] = (),
    ) -> None:
        """`rules_off` are rules of `repair/` that are not to be tried."""
        self.database = database
        self.model = Model(provider)
        self.sight = Sight(database=database, policies=policies, card=self.model.card)
        self.rows = rows
        self.clock = clock
        self._rules_off = rules_off
        self._briefs: dict[RunId, Brief] = {}

    def brief(self, run_id: RunId) -> Brief | None:
        """What the run's prompts are made of, if this worker grounded it."""
        return self._briefs.get(run_id)

    def forget(self, run_id: RunId) -> None:
        """Drop what was kept for a turn that has ended."""
        self._briefs.pop(run_id, None)

    async def perform(self, run_id: RunId, run: Run, work: Work) -> Performed:
        """Carry the step out. Raises nothing but cancellation."""
        started = self.clock.monotonic()

        def seconds() -> float:
            return self.clock.monotonic() - started

        try:
            return await self._dispatch(run_id, run, work, seconds)
        except ProviderError as error:
            event = events.Failed(
                kind=events.FailureKind.PROVIDER,
                message=str(error),
                seconds=seconds(),
                transient=error.transient,
                started=error.started,
                retry_after=error.retry_after,
            )
        except DatabaseUnavailable as error:
            event = events.Failed(kind=events.FailureKind.CONNECTION, message=str(error), seconds=seconds())
        except RejoinderError as error:
            event = events.Failed(kind=events.FailureKind.INTERNAL, message=str(error), seconds=seconds())
        except Exception as error:
            _log.exception("run %s: %s failed", run_id, type(work.step).__name__)
            message = f"rejoinder itself failed at {type(work.step).__name__}: {type(error).__name__}"
            event = events.Failed(kind=events.FailureKind.INTERNAL, message=message, seconds=seconds())
        return Performed(event=event)

    async def _dispatch(self, run_id: RunId, run: Run, work: Work, seconds: Callable[[], float]) -> Performed:
        asker = run.asked.asker
        match work.step:
            case steps.Ground() as step:
                return Performed(event=await self._ground(run_id, asker, step, seconds))
            case steps.Reread():
                return Performed(event=await self._reread(run_id, asker, seconds))
            case steps.Draft() | steps.Correct() as step:
                await self._wait(step.wait_seconds)
                return Performed(event=await self._draft(_sent(work), step.limits, seconds))
            case steps.Restate() as step:
                await self._wait(step.wait_seconds)
                completion = await self.model.complete(_sent(work), step.limits)
                return Performed(
                    event=events.Restated(
                        question=restate.read(completion),
                        usage=completion.usage,
                        cost=self.model.cost(completion),
                        seconds=seconds(),
                    )
                )
            case steps.Phrase() as step:
                completion = await self.model.complete(_sent(work), step.limits)
                return Performed(
                    event=events.Phrased(
                        sentence=phrase.read(completion),
                        usage=completion.usage,
                        cost=self.model.cost(completion),
                        seconds=seconds(),
                    )
                )
            case steps.Check() as step:
                return Performed(event=await self._check(asker, step.text, seconds))
            case steps.Diagnose() as step:
                return Performed(event=await self._diagnose(asker, step, seconds))
            case steps.Repair() as step:
                return Performed(event=await self._repair(asker, step, seconds))
            case steps.Estimate() as step:
                return Performed(event=await self._estimate(asker, step, seconds))
            case steps.Execute() as step:
                return await self._execute(asker, step, seconds)
            case steps.Judge() as step:
                return Performed(event=await self._judge(run_id, run, step, seconds))
            case _ as never:
                assert_never(never)

    # Grounding

    async def restore_brief(self, run_id: RunId, question: str, asker: str) -> None:
        """Ground a resumed run again, so that its prompts can be rendered."""
        self._briefs[run_id] = await self.sight.ground(question, asker)

    async def _ground(
        self, run_id: RunId, asker: str, step: steps.Ground, seconds: Callable[[], float]
    ) -> events.Event:
        brief = self._briefs[run_id] = await self.sight.ground(step.question, asker)
        catalog = await self.database.known_catalog()
        matched = tuple(
            events.MatchedValue(column=column, value=stored.value)
            for column, found in sorted(brief.grounding.stored.items())
            for stored in found
        )
        return events.Grounded(
            fingerprint=catalog.fingerprint,
            tables=tuple(table.ref for table in brief.grounding.catalog.tables),
            whole=brief.grounding.whole,
            values=matched,
            prompt_digest=brief.digest,
            prompt_tokens=catalog_text.tokens(brief.system),
            seconds=seconds(),
        )

    async def _reread(self, run_id: RunId, asker: str, seconds: Callable[[], float]) -> events.Event:
        before = await self.database.known_catalog()
        after = await self.database.catalog(reread=True)
        changed = after.fingerprint != before.fingerprint
        brief = self._briefs.get(run_id)
        if changed and brief is not None:
            facts = diagnosis.changes(self.sight.of(before, asker), self.sight.of(after, asker))
            self._briefs[run_id] = with_changes(brief, facts)
        return events.Reread(fingerprint=after.fingerprint, changed=changed, seconds=seconds())

    # The model

    async def _wait(self, seconds: float) -> None:
        if seconds > 0:
            await self.clock.sleep(seconds)

    async def _draft(
        self, prompt: Prompt, limits: CompletionLimits, seconds: Callable[[], float]
    ) -> events.Event:
        completion = await self.model.complete(prompt, limits)
        said = reading.read(completion)
        text = said.text if isinstance(said, readings.Sql) else ""
        name = completion.model or self.model.card.name
        return events.Drafted(
            reading=said,
            text=text,
            canonical=self._canonical(text),
            canonical_version=canonical.VERSION,
            usage=completion.usage,
            cost=self.model.cost(completion),
            model=name,
            seconds=seconds(),
            notes=tuple(Caveat(source=name, sentence=note) for note in completion.notes),
        )

    def _canonical(self, text: str) -> str:
        return canonical.canonical(text, self.sight.dialect) if text else ""

    # Check, diagnose, repair

    async def _check(self, asker: str, text: str, seconds: Callable[[], float]) -> events.Event:
        checking = await self.sight.checking(text, asker)
        findings = checking.findings
        if checking.statement is not None:
            findings = await self.sight.unstored(checking.statement, asker)
        return _checked(checking, findings, seconds(), self._canonical(text))

    async def _diagnose(self, asker: str, step: steps.Diagnose, seconds: Callable[[], float]) -> events.Event:
        catalog = await self.sight.visible(asker)
        dialect = self.sight.dialect
        if step.signals:
            wanted = diagnosis.signal_wants(step.signals, text=step.text, dialect=dialect, catalog=catalog)
            stored = await self.sight.values(wanted, asker)
            facts = diagnosis.signal_facts(
                step.signals, text=step.text, dialect=dialect, catalog=catalog, stored=stored
            )
            return events.Diagnosed(facts=facts, seconds=seconds())
        findings = _seen_as_findings(step.findings, step.refusal)
        wanted = diagnosis.wants(findings, text=step.text, dialect=dialect, catalog=catalog)
        stored = await self.sight.values(wanted, asker)
        facts = diagnosis.facts(findings, text=step.text, dialect=dialect, catalog=catalog, stored=stored)
        return events.Diagnosed(facts=facts, seconds=seconds())

    async def _repair(self, asker: str, step: steps.Repair, seconds: Callable[[], float]) -> events.Event:
        catalog = await self.sight.visible(asker)
        mended = repair.mend(
            step.text,
            findings=step.findings,
            facts=step.facts,
            dialect=self.sight.dialect,
            catalog=catalog,
            spent=(*step.spent, *self._rules_off),
            earlier=step.earlier,
        )
        if isinstance(mended, repair.Unmended):
            return events.Unrepaired(reason=mended.reason, seconds=seconds())
        return events.Repaired(
            rule=mended.rule,
            text=mended.text,
            canonical=mended.canonical,
            caveats=mended.caveats,
            seconds=seconds(),
        )

    # Price, run, judge

    async def _estimate(self, asker: str, step: steps.Estimate, seconds: Callable[[], float]) -> events.Event:
        checking = await self.sight.checking(step.text, asker)
        if checking.statement is None:
            return _checked(checking, checking.findings, seconds())
        priced = await self.database.estimate(checking.statement, step.limits, self.sight.access(asker))
        if isinstance(priced, Refusal):
            return self._refused(priced, "estimate", step.limits.seconds, seconds())
        return events.Estimated(estimate=priced, seconds=seconds())

    async def _execute(self, asker: str, step: steps.Execute, seconds: Callable[[], float]) -> Performed:
        checking = await self.sight.checking(step.text, asker)
        if checking.statement is None:
            return Performed(event=_checked(checking, checking.findings, seconds()))
        result = await self.database.execute(checking.statement, step.limits, self.sight.access(asker))
        if isinstance(result, Refusal):
            return Performed(event=self._refused(result, "execute", step.limits.seconds, seconds()))
        event = events.Executed(
            columns=result.columns,
            count=len(result.rows),
            digest=result.digest,
            truncated=result.truncated,
            seconds=seconds(),
            executed_sql=result.executed_sql,
            executed_canonical=self._canonical(result.executed_sql or ""),
        )
        return Performed(event=event, result=result)

    def _refused(
        self,
        refusal: Refusal,
        during: Literal["estimate", "execute"],
        timeout_seconds: float,
        seconds: float,
    ) -> events.Refused:
        # A connector of somebody else's may say what only check can; no fate of that fits a database's no.
        defect = Defect.UNKNOWN if refusal.defect in CHECK_ALONE else refusal.defect
        return events.Refused(
            refusal=replace(refusal, defect=defect),
            during=during,
            seconds=seconds,
            timeout_seconds=timeout_seconds,
            executed_sql=refusal.executed_sql,
            executed_canonical=self._canonical(refusal.executed_sql or ""),
        )

    async def _judge(
        self, run_id: RunId, run: Run, step: steps.Judge, seconds: Callable[[], float]
    ) -> events.Event:
        result = self.rows.get(run_id, step.sequence)
        if result is None:
            return events.RowsLost(sequence=step.sequence)
        asker = run.asked.asker
        checking = await self.sight.checking(step.text, asker)
        if checking.statement is None:
            return _checked(checking, checking.findings, seconds())
        catalog = await self.sight.visible(asker)
        dialect = self.sight.dialect
        wanted = judge.wants(checking.statement, result, dialect=dialect, catalog=catalog)
        stored = await self.sight.values(wanted, asker)
        signals = judge.signals(checking.statement, result, dialect=dialect, catalog=catalog, stored=stored)
        same = None
        if step.earlier is not None:
            same = predicates.same_question(step.earlier, step.text, dialect, run.facts)
        return events.Judged(signals=signals, same_question=same, seconds=seconds())


def _sent(work: Work) -> Prompt:
    if work.prompt is None:
        raise ValueError(f"{type(work.step).__name__} has no prompt")
    return work.prompt


def _seen_as_findings(findings: Sequence[Finding], refusal: Refusal | None) -> tuple[Finding, ...]:
    return (refusal.as_finding(),) if refusal is not None else tuple(findings)


def _checked(
    checking: check.Checking, findings: tuple[Finding, ...], seconds: float, canonical: str = ""
) -> events.Checked:
    return events.Checked(
        findings=findings,
        tables=checking.tables,
        columns=checking.columns,
        functions=checking.functions,
        seconds=seconds,
        canonical=canonical,
    )
