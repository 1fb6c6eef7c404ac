"""The rules L1 to L13, kept by somebody who doesn't know how the machine keeps them.

A `Watch` sees only what the machine asks for and what happened. It has its own count of everything, and raises
`Violation` with the number of the rule at the first step, event or end that a rule doesn't allow.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from rejoinder.loop import events, steps
from rejoinder.loop.state import Run
from rejoinder.loop.steps import Ending
from rejoinder.terms.choice import RunAnyway, Say, UseFact, UseSql
from rejoinder.terms.estimate import Estimate
from rejoinder.terms.fates import FATES, Action, End
from rejoinder.terms.question import Mode
from rejoinder.terms.reading import Ask, Sql

_MOST_STEPS = 80
_CALLS = (steps.Draft, steps.Correct)
_COSTLY = (steps.Restate, steps.Draft, steps.Correct, steps.Phrase, steps.Execute)
_STILL_ALLOWED = (steps.Judge, steps.Diagnose)
"""After the deadline: a result is looked at, a trouble is explained."""
_USED_UP = 0.9


class Violation(AssertionError):
    """A rule of the loop was broken."""

    def __init__(self, rule: str, what: str) -> None:
        super().__init__(f"{rule}: {what}")
        self.rule = rule


def must(holds: bool, rule: str, what: str) -> None:
    """The rule holds here."""
    if not holds:
        raise Violation(rule, what)


@dataclass(frozen=True)
class Watch:
    """What has been seen of a run. What begins anew with a turn stands first."""

    text: str = ""
    passed: bool = False
    price: Any = None
    repeated: bool = False
    by_person: bool = False
    attempts: int = 0
    repairs: int = 0
    reason: bool = True
    """Whether something deterministic asks for a model call now."""
    from_signal: bool = False
    closed: bool = False
    """Whether something happened after which the turn may only end."""
    may_retry: str = ""
    """The step that may be done once more as it is: `call` or `execute`."""
    retried: bool = False
    late: bool = False
    steps: int = 0
    phrased: int = 0
    crashes: int = 0
    ran: tuple[tuple[int, str, int, int], ...] = ()
    """Sequence, text, number of signals (-1: not judged yet) and repairs of each result."""
    best: int | None = None
    over: bool = False
    granted: RunAnyway | None = None
    mendable: bool = True
    seen: frozenset[str] = frozenset()
    refused: frozenset[tuple[str, str]] = frozenset()
    signal_corrections: int = 0
    restated: int = 0
    once: frozenset[Any] = frozenset()
    turn: int = 1

    # What the machine asks for

    def wants(self, run: Run, awaited: Any) -> Watch:
        """The machine wants a step, or an end."""
        if isinstance(awaited, Ending):
            self._ends(run, awaited)
            return self
        must(self.steps < _MOST_STEPS, "L3", "a turn goes on for ever")
        must(not run.cancelled, "L12", f"{type(awaited).__name__} after a cancellation")
        if self.late:
            must(isinstance(awaited, _STILL_ALLOWED), "L8", f"{type(awaited).__name__} after the deadline")
        match awaited:
            case steps.Draft() | steps.Correct():
                self._calls(run, awaited)
            case steps.Restate():
                must(self.restated == 0 or self.may_retry == "call", "L3", "a second restatement")
            case steps.Phrase():
                must(self.phrased == 0, "L3", "a second phrasing")
            case steps.Check():
                rule = "L7" if awaited.text in self.seen else "L1"
                must(awaited.text == self.text, rule, "another text is checked")
            case steps.Repair():
                self._repairs(awaited)
            case steps.Estimate():
                must(awaited.text == self.text and self.passed, "L1", "what hasn't passed is priced")
            case steps.Execute():
                self._executes(run, awaited)
        return replace(self, steps=self.steps + 1)

    def _calls(self, run: Run, step: Any) -> None:
        must(not self.by_person, "L4", "a person's SQL is sent to a model")
        if step.retry:
            must(self.may_retry == "call", "L3", "a call is retried that may not be")
            return
        most = 1 + min(run.limits.corrections, 3)
        must(step.attempt == self.attempts + 1 <= most, "L2", f"attempt {step.attempt} of {most}")
        must(not self.closed, "L6", f"{type(step).__name__} after what is never corrected")
        must(self.reason, "L4", f"{type(step).__name__} without a reason")
        must(not self.from_signal, "L2", "the correction of a signal is corrected")
        if self.attempts == 3:
            must(isinstance(step, steps.Draft) and step.fresh, "L2", "the fourth attempt isn't fresh")
        if isinstance(step, steps.Correct) and step.signals:
            must(self.signal_corrections == 0, "L2", "a second correction from signals")
            must(self.attempts < 3, "L2", "a signal leads to the fourth attempt")
        else:
            must(self.best is None, "L4", "a result without a signal is improved")

    def _repairs(self, step: steps.Repair) -> None:
        must(step.text == self.text, "L1", "another text is mended")
        must(self.repairs < 3, "L5", "a fourth repair")
        must(self.mendable and not self.closed, "L6", "what is never mended is mended")

    def _executes(self, run: Run, step: steps.Execute) -> None:
        must(step.text == self.text and self.passed, "L1", "what hasn't passed check is run")
        must(run.asked.mode is not Mode.ASK, "L1", "mode ask runs something")
        must(not self.repeated, "L7", "the same SQL is run again")
        must(not self.closed, "L6", "an execution after what ends a turn")
        must(self.price is not None, "X1", "what has no price is run")
        must(not self._too_dear(run), "X1", "what is over its ceiling is run unasked")

    def _too_dear(self, run: Run) -> bool:
        limits = run.limits
        if not isinstance(self.price, Estimate):
            return not self.price.enforced
        if limits.never_above.exceeded_by(self.price):
            return True
        granted = self.granted is not None and self.price.rows_read <= (self.granted.up_to.rows_read or 0)
        return limits.ask_above.exceeded_by(self.price) and not granted

    # How it ends

    def _ends(self, run: Run, end: Ending) -> None:
        if run.cancelled:
            must(getattr(end, "reason", None) is steps.FailReason.CANCELLED, "L12", "a cancelled run ends so")
            return
        result = None if self.best is None else self._result(self.best)
        if result is not None and not self.closed:
            must(isinstance(end, steps.Answer), "L10", f"{type(end).__name__} although something ran")
        if isinstance(end, steps.Answer):
            self._answers(run, end, result)
        if isinstance(end, steps.Clarify):
            self._asks(run, end)

    def _answers(self, run: Run, end: steps.Answer, result: tuple[int, str, int, int] | None) -> None:
        if end.sequence is None:
            must(run.asked.mode is Mode.ASK, "L10", "nothing ran, and it is called an answer")
            must(self.passed and end.sql == self.text, "L1", "an answer that hasn't passed check")
            return
        must(result is not None, "L9", "an answer whose rows are nowhere")
        if result is not None:
            must(end.sequence == result[0], "L10", "not the better result")
            must(end.sql == result[1], "L11", "the SQL isn't that of the rows")

    def _asks(self, run: Run, end: steps.Clarify) -> None:
        if end.refusal is not None:
            must((end.sql, end.refusal.message) in self.refused, "L11", "the error isn't that of the SQL")
        if self.turn >= run.limits.turns:
            must(not end.choices, "L3", "the last turn offers something")
        for choice in end.choices:
            match choice:
                case UseSql(sql=sql):
                    must(sql != "", "L13", "a choice without SQL")
                case UseFact(fact=fact):
                    known = fact in run.facts or fact.source == "asker"
                    must(known, "L13", "a choice that is no fact")
                case RunAnyway():
                    must(
                        isinstance(self.price, Estimate)
                        and not run.limits.never_above.exceeded_by(self.price),
                        "X1",
                        "what is never allowed is offered",
                    )
                case Say():
                    raise Violation("L13", "words are offered as a choice")

    def _result(self, sequence: int) -> tuple[int, str, int, int] | None:
        return next((result for result in self.ran if result[0] == sequence), None)

    # What happened

    def sees(self, run: Run, step: Any, event: Any) -> Watch:
        """An event, after `run` took it; `step` is what it came of."""
        match event:
            case events.Began():
                return self._begins(step)
            case events.Interrupted():
                return self._interrupted(step)
            case events.Overdrawn():
                return (
                    self
                    if isinstance(step, steps.Phrase)
                    else replace(self, closed=self.best is None, late=False)
                )
            case events.Cancelled() | events.Ended():
                return self
            case events.Replied(choice=choice):
                return self._anew(run, choice)
            case events.RowsLost(sequence=sequence):
                return self._lost(sequence)
        late = self.late or event.seconds >= run.limits.turn_seconds
        return replace(self, late=late)._outcome(run, step, event)

    def _begins(self, step: Any) -> Watch:
        if isinstance(step, steps.Restate):
            return replace(self, restated=self.restated + 1)
        if isinstance(step, steps.Phrase):
            return replace(self, phrased=self.phrased + 1)
        if not isinstance(step, _CALLS):
            return self
        if step.retry:
            return replace(self, may_retry="")
        signal = bool(getattr(step, "signals", ()))
        return replace(
            self,
            attempts=self.attempts + 1,
            signal_corrections=self.signal_corrections + signal,
            from_signal=signal,
        )

    def _interrupted(self, step: Any) -> Watch:
        if isinstance(step, steps.Restate | steps.Phrase):
            return self
        crashes = self.crashes + 1
        return replace(
            self, crashes=crashes, passed=False, price=None, reason=crashes == 1 and not self.from_signal
        )

    def _outcome(self, run: Run, step: Any, event: Any) -> Watch:
        match event:
            case events.Failed():
                return self._failed(step, event)
            case events.Drafted():
                return self._drafted(event)
            case events.Repaired(text=text):
                return self._repaired(text)
            case events.Checked(findings=findings):
                return self._checked(findings)
            case events.Estimated(estimate=price):
                return replace(self, price=price)
            case events.Refused(refusal=refusal, seconds=seconds, timeout_seconds=timeout):
                return self._refused(step, refusal, seconds >= _USED_UP * (timeout or 60.0))
            case events.Executed():
                ran = (*self.ran, (run.sequence, self.text, -1, self.repairs))
                return replace(self, ran=ran, reason=False)
            case events.Judged():
                return self._judged(step, event)
            case _:
                return self

    def _repaired(self, text: str) -> Watch:
        """Another statement, unless it leads back; a person's is only offered it."""
        if self.by_person or text in self.seen:
            return self
        return replace(
            self,
            text=text,
            passed=False,
            price=None,
            retried=False,
            repairs=self.repairs + 1,
            seen=self.seen | {text},
        )

    def _failed(self, step: Any, event: events.Failed) -> Watch:
        if isinstance(step, steps.Phrase | steps.Judge):
            return self._kept(step) if isinstance(step, steps.Judge) else self
        once = isinstance(step, steps.Restate | steps.Draft | steps.Correct) and not step.wait_seconds
        fits = event.transient and not event.started and (event.retry_after or 0.0) < 100.0
        if isinstance(step, steps.Restate):
            return replace(self, may_retry="call" if fits and once and self.restated == 1 else "")
        again = fits and not getattr(step, "retry", False) and isinstance(step, _CALLS)
        return replace(self, may_retry="call" if again else "", closed=self.closed or not again)

    def _drafted(self, event: events.Drafted) -> Watch:
        sql = isinstance(event.reading, Sql) and event.text != ""
        return replace(
            self,
            text=event.text if sql else "",
            passed=False,
            price=None,
            repeated=sql and event.text in self.seen,
            repairs=0,
            reason=not sql and not isinstance(event.reading, Ask),
            mendable=True,
            may_retry="",
            retried=False,
            seen=self.seen | ({event.text} if sql else set()),
        )

    def _checked(self, findings: Any) -> Watch:
        fates = [FATES[finding.defect] for finding in findings]
        passes = all(fate.end is End.PASS for fate in fates)
        correctable = bool(fates) and all(Action.CORRECT in fate.actions for fate in fates)
        mendable = any(Action.REPAIR in fate.actions for fate in fates)
        closed = not passes and not correctable and not mendable
        kept = self.ran if passes else tuple(result for result in self.ran if result[1] != self.text)
        best = self.best if any(result[0] == self.best for result in kept) else None
        return replace(
            self,
            passed=passes,
            reason=correctable,
            mendable=mendable,
            closed=self.closed or closed,
            ran=kept,
            best=best,
        )

    def _refused(self, step: Any, refusal: Any, used_up: bool) -> Watch:
        fate = FATES[refusal.defect]
        executing = isinstance(step, steps.Execute)
        correctable = Action.CORRECT in fate.actions and not (executing and used_up)
        again = Action.RETRY in fate.actions and not self.retried
        mendable = Action.REPAIR in fate.actions and not (executing and used_up)
        return replace(
            self,
            reason=correctable,
            mendable=mendable,
            closed=not correctable and not mendable and not again,
            retried=self.retried or again,
            refused=self.refused | {(self.text, refusal.message)},
        )

    def _judged(self, step: Any, event: events.Judged) -> Watch:
        sequence, text, _, repairs = self.ran[-1]
        ran = (*self.ran[:-1], (sequence, text, len(event.signals), repairs))
        before = None if self.best is None else self._result(self.best)
        better = before is None or (event.same_question is True and len(event.signals) < before[2])
        correctable = any(signal.correctable for signal in event.signals)
        best = sequence if better else self.best
        return replace(self, ran=ran, best=best, reason=correctable and before is None)

    def _kept(self, step: Any) -> Watch:
        """A result that couldn't be judged is kept as it is."""
        sequence, text, _, repairs = self.ran[-1]
        best = sequence if self.best is None else self.best
        return replace(self, ran=(*self.ran[:-1], (sequence, text, 0, repairs)), best=best, reason=False)

    def _lost(self, sequence: int) -> Watch:
        (lost,) = [result for result in self.ran if result[0] == sequence]
        rest = tuple(result for result in self.ran if result[0] != sequence)
        best = None if self.best == sequence else self.best
        return replace(
            self,
            ran=rest,
            best=best,
            text=lost[1],
            repairs=lost[3],
            passed=False,
            price=None,
            repeated=False,
            closed=False,
            from_signal=False,
            retried=False,
        )

    def _anew(self, run: Run, choice: Any) -> Watch:
        person = isinstance(choice, UseSql | RunAnyway) and run.asked.mode is Mode.SQL
        text = {UseSql: getattr(choice, "sql", ""), RunAnyway: self.text}.get(type(choice), "")
        return Watch(
            text=text,
            by_person=person,
            seen=frozenset({text} - {""}),
            reason=True,
            granted=choice if isinstance(choice, RunAnyway) else None,
            signal_corrections=self.signal_corrections,
            restated=self.restated,
            once=self.once,
            turn=self.turn + 1,
        )


def watch_of(asked: events.Asked) -> Watch:
    """What is known before anything happened."""
    person = asked.mode is Mode.SQL
    text = asked.sql or ""
    return Watch(text=text, by_person=person, seen=frozenset({text} - {""}))
