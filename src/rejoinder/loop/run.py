"""The machine: two pure functions over an immutable `Run`. All control flow of the agent is in this file.

`next_step(run)` says what to do next; `advance(run, event)` takes what happened, and refuses an event that the
step cannot have caused; `replay(events)` folds a ledger. The events are the state.

What the design leaves open is decided here:

- Past the deadline two free steps are still taken, each bounded by its look-ups: a result is judged, and a
  trouble is diagnosed, because an end without them would hide the reasons to doubt, or be a question without
  facts. Nothing else is.
- A follow-up that can't be restated is taken as it stands, with a caveat.
- Prose has no text to mend, so a completion without SQL goes straight to its correction.
- A correction asked for by a signal and interrupted by a crash is not asked for again: there is a result.
- A person's SQL runs with a literal that isn't stored, with a caveat. A reply in words is a request for a draft.
- In its last turn a run still ends with its question, which offers nothing and says `turns`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import reduce

from rejoinder.errors import InvalidEvent
from rejoinder.loop import endings, events, outcomes, steps
from rejoinder.loop.bounds import (
    FRESH_ATTEMPT,
    MOST_REPAIRS,
    completion_limits,
    execution_limits,
    left,
    most_attempts,
    over_ceiling,
    overdrawn,
    time_enough,
)
from rejoinder.loop.causes import accept
from rejoinder.loop.endings import conclude
from rejoinder.loop.state import Author, InHand, Ran, Run, Trouble, Unfinished
from rejoinder.loop.steps import Ending, Step, StoppedBy
from rejoinder.loop.turns import begin
from rejoinder.terms.choice import Say
from rejoinder.terms.fates import Action, End
from rejoinder.terms.question import Mode
from rejoinder.terms.signal import Signal

__all__ = ["Run", "advance", "next_step", "overdrawn", "replay"]

_MOST_INTERRUPTIONS = 1
_MOST_LOSSES = 1
"""A turn."""


def next_step(run: Run) -> Step | Ending:
    """What to do next, or how the turn ends. Raises `InvalidEvent` while a step has begun without an outcome."""
    if run.open is not None:
        raise InvalidEvent(
            f"`{run.open.began.step}` has begun and its outcome isn't recorded: record `Interrupted` first."
        )
    if run.ended is not None:
        return run.ended
    step = endings.turned_away(run) or _stopped(run) or _under_way(run)
    return _question(run, step) if isinstance(step, steps.Clarify) else step


def _stopped(run: Run) -> Step | Ending | None:
    """What ends a turn wherever it is: a bound that was met, or a step that came to nothing."""
    turn = run.current
    if turn.overdrawn is not None:
        return conclude(run, StoppedBy(turn.overdrawn))
    if turn.interruptions > _MOST_INTERRUPTIONS or turn.losses > _MOST_LOSSES:
        return conclude(run, StoppedBy.INTERRUPTED)
    return None if turn.unfinished is None else _after_unfinished(run, turn.unfinished)


def _under_way(run: Run) -> Step | Ending:
    hand = run.current.hand
    if run.grounded is None:
        return _to_ground(run)
    if hand is None:
        return _to_draft(run)
    if hand.repeats is not None:
        return conclude(run, StoppedBy.REPEAT)
    if hand.said is not None and hand.trouble is None:
        return conclude(run, StoppedBy.CORRECTED_ONCE if hand.from_signals else None)
    if hand.trouble is not None and not _passes(run, hand, hand.trouble):
        return _mend(run, hand, hand.trouble)
    if hand.ran is not None:
        return _after_running(run, hand, hand.ran)
    return _towards_running(run, hand)


# Beginning


def _to_ground(run: Run) -> Step | Ending:
    if left(run).seconds <= 0:
        return conclude(run, StoppedBy.SECONDS)
    asked = run.asked
    follow_up = bool(asked.history) and asked.mode is not Mode.SQL and run.turn == 1
    if follow_up and not run.restated and run.current.unfinished is None:
        return steps.Restate(question=run.question, history=asked.history, limits=completion_limits(run))
    return steps.Ground(question=run.question)


def _to_draft(run: Run) -> Step | Ending:
    bound = _no_room(run)
    if bound is not None:
        return conclude(run, bound)
    return steps.Draft(
        question=run.question,
        attempt=run.attempts + 1,
        limits=completion_limits(run),
        facts=run.facts,
        said=run.said,
    )


def _no_room(run: Run) -> StoppedBy | None:
    """Which bound leaves no room for a model call."""
    rest = left(run)
    if rest.seconds <= 0:
        return StoppedBy.SECONDS
    if rest.tokens <= 0:
        return StoppedBy.TOKENS
    return StoppedBy.MONEY if rest.money is not None and rest.money < 0 else None


# A draft in hand that nothing is known against: check, price, run (L1, X1)


def _towards_running(run: Run, hand: InHand) -> Step | Ending:
    if left(run).seconds <= 0:
        return conclude(run, StoppedBy.SECONDS)
    if not hand.checked:
        return steps.Check(text=hand.text)
    if hand.estimate is None:
        return steps.Estimate(text=hand.text, limits=execution_limits(run))
    over = over_ceiling(run, hand)
    if run.asked.mode is Mode.ASK:
        return endings.not_executed(run, hand, None, too_broad=over)
    return endings.too_broad(run, hand) if over else _execute(run, hand)


def _execute(run: Run, hand: InHand) -> Step:
    return steps.Execute(text=hand.text, attempt=hand.attempt, limits=execution_limits(run), again=hand.begun)


# A result: judge it, and correct only on a signal (L4, L10)


def _after_running(run: Run, hand: InHand, ran: Ran) -> Step | Ending:
    best = run.current.best
    if ran.signals is None or best is None:
        return steps.Judge(
            text=hand.text,
            sequence=ran.sequence,
            truncated=ran.truncated,
            earlier=None if best is None else best.text,
        )
    if not any(signal.correctable for signal in best.signals):
        return endings.answered(run, best, None)
    barred = _barred_from_signals(run, hand)
    if barred is not None:
        return endings.answered(run, best, None if barred is StoppedBy.NOT_CORRECTABLE else barred)
    if not ran.diagnosed:
        return steps.Diagnose(text=hand.text, signals=ran.signals)
    return _correction(run, hand, signals=ran.signals)


def _barred_from_signals(run: Run, hand: InHand) -> StoppedBy | None:
    """Once a run, and never the fresh attempt (L2)."""
    if hand.author is Author.PERSON:
        return StoppedBy.NOT_CORRECTABLE
    if run.signal_corrected:
        return StoppedBy.CORRECTED_ONCE
    if run.attempts >= min(most_attempts(run.limits), FRESH_ATTEMPT - 1):
        return StoppedBy.ATTEMPTS
    return _no_time_or_room(run, hand)


# A draft in trouble: retry, reread, diagnose, repair, correct, in this order (L5, L6)


def _mend(run: Run, hand: InHand, trouble: Trouble) -> Step | Ending:
    actions = trouble.fate.actions
    in_time = left(run).seconds > 0
    if Action.RETRY in actions and not hand.retried and in_time:
        return _same_statement(run, hand, trouble)
    if Action.REPAIR not in actions and Action.CORRECT not in actions:
        return conclude(run, None)
    if Action.REREAD in actions and not run.current.reread and in_time:
        return steps.Reread(names=_names(trouble))
    if not trouble.diagnosed:
        return steps.Diagnose(text=hand.text, findings=trouble.findings, refusal=trouble.refusal)
    if _repairable(run, hand, trouble):
        return _repair(run, hand, trouble)
    barred = _barred(run, hand, trouble)
    return _correction(run, hand) if barred is None else conclude(run, barred)


def _same_statement(run: Run, hand: InHand, trouble: Trouble) -> Step:
    if trouble.during == "execute":
        return _execute(run, hand)
    return steps.Estimate(text=hand.text, limits=execution_limits(run))


def _names(trouble: Trouble) -> tuple[str, ...]:
    said = trouble.findings if trouble.refusal is None else (trouble.refusal,)
    return tuple(dict.fromkeys(each.subject for each in said if each.subject))


def _passes(run: Run, hand: InHand, trouble: Trouble) -> bool:
    """A literal that isn't stored goes on with a caveat once no rule can settle it; a person's at once."""
    if trouble.fate.end is not End.PASS:
        return False
    return hand.author is Author.PERSON or (trouble.diagnosed and not _repairable(run, hand, trouble))


def _repairable(run: Run, hand: InHand, trouble: Trouble) -> bool:
    return (
        Action.REPAIR in trouble.fate.actions
        and not trouble.unrepaired
        and len(hand.repairs) < MOST_REPAIRS
        and left(run).seconds > 0
    )


def _repair(run: Run, hand: InHand, trouble: Trouble) -> Step:
    """A database tells one thing at a time, so after its refusal a rule may be called again (L5)."""
    refusal = trouble.refusal
    return steps.Repair(
        text=hand.text,
        findings=trouble.findings if refusal is None else (refusal.as_finding(),),
        facts=run.facts,
        spent=hand.repairs if refusal is None else (),
        earlier=run.canonicals,
    )


def _barred(run: Run, hand: InHand, trouble: Trouble) -> StoppedBy | None:
    """What keeps a draft in trouble from being corrected, or None."""
    if hand.author is Author.PERSON or Action.CORRECT not in trouble.fate.actions:
        return StoppedBy.NOT_CORRECTABLE
    if hand.from_signals or run.has_corrected(trouble.defects):
        return StoppedBy.CORRECTED_ONCE
    if run.attempts >= most_attempts(run.limits):
        return StoppedBy.ATTEMPTS
    return _no_time_or_room(run, hand)


def _no_time_or_room(run: Run, hand: InHand) -> StoppedBy | None:
    return _no_room(run) if time_enough(run, hand) else StoppedBy.SECONDS


def _correction(run: Run, hand: InHand, signals: tuple[Signal, ...] = ()) -> Step:
    attempt = run.attempts + 1
    if attempt == FRESH_ATTEMPT:
        return _afresh(run)
    trouble = hand.trouble
    return steps.Correct(
        question=run.question,
        attempt=attempt,
        limits=completion_limits(run),
        text=hand.text,
        findings=() if trouble is None else trouble.findings,
        refusal=None if trouble is None else trouble.refusal,
        signals=signals,
        executed_sql=hand.executed_sql,
        facts=run.facts,
        said=run.said,
        failed=tuple(draft.as_failed() for draft in run.current.earlier if draft.text),
        prose=endings.prose(hand),
    )


def _afresh(run: Run) -> Step:
    """The fourth attempt: it sees the facts and the failed classes, not the failed SQL (L2)."""
    return steps.Draft(
        question=run.question,
        attempt=FRESH_ATTEMPT,
        limits=completion_limits(run),
        fresh=True,
        facts=run.facts,
        said=run.said,
        failed=tuple(draft.as_failed() for draft in run.drafts),
    )


# A step that came to nothing


def _after_unfinished(run: Run, unfinished: Unfinished) -> Step | Ending | None:
    step, failure = unfinished.step, unfinished.failure
    if isinstance(step, steps.Restate | steps.Draft | steps.Correct) and _may_retry(run, unfinished):
        return _once_more(run, step, unfinished.wait_seconds)
    if isinstance(step, steps.Restate):
        return None
    if failure is not None:
        return endings.broken(run, failure)
    if isinstance(step, steps.Draft | steps.Correct):
        return _after_interruption(run, step)
    return None


def _may_retry(run: Run, unfinished: Unfinished) -> bool:
    """A provider's call once, before its first token, within the deadline (L3)."""
    failure = unfinished.failure
    if failure is None or failure.kind is not events.FailureKind.PROVIDER or unfinished.retried:
        return False
    return failure.transient and not failure.started and left(run).seconds > unfinished.wait_seconds


def _once_more(run: Run, step: steps.Restate | steps.Draft | steps.Correct, wait: float) -> Step:
    limits = completion_limits(run)
    limits = replace(limits, seconds=min(limits.seconds, left(run).seconds - wait))
    if isinstance(step, steps.Restate):
        return replace(step, limits=limits, wait_seconds=wait)
    return replace(step, limits=limits, wait_seconds=wait, retry=True)


def _after_interruption(run: Run, step: steps.Draft | steps.Correct) -> Step | Ending:
    """The attempt and what it had reserved are spent; the same kind of step is next, if it may start (§2.9, L8)."""
    attempt, hand = run.attempts + 1, run.current.hand
    from_signals = isinstance(step, steps.Correct) and bool(step.signals)
    if from_signals or attempt > most_attempts(run.limits):
        return conclude(run, StoppedBy.INTERRUPTED)
    bound = _no_room(run) if hand is None else _no_time_or_room(run, hand)
    if bound is not None:
        return conclude(run, bound)
    if attempt == FRESH_ATTEMPT:
        return _afresh(run)
    return replace(step, attempt=attempt, limits=completion_limits(run), retry=False, wait_seconds=0.0)


# The last words before the end


def _question(run: Run, ending: steps.Clarify) -> Step | Ending:
    """A clarifying question, reworded once where that is asked for, is worth it and fits."""
    phrased = run.current.phrased
    ending = endings.in_its_last_turn(run, ending)
    if phrased is not None:
        return replace(ending, phrased=phrased)
    if not run.limits.phrase or not ending.facts or ending.quoted or _no_room(run) is not None:
        return ending
    labels = tuple(choice.label for choice in ending.choices if not isinstance(choice, Say))
    return steps.Phrase(
        question=run.question, facts=ending.facts, labels=labels, limits=completion_limits(run)
    )


# What happened


def advance(run: Run, event: events.Event) -> Run:
    """The run after `event`. Raises `InvalidEvent` where the run's next step cannot have caused it."""
    awaited = next_step(run) if run.open is None else run.open.step
    accept(run, awaited, event)
    return replace(outcomes.apply(run, awaited, event), sequence=run.sequence + 1)


def replay(recorded: Iterable[events.Event]) -> Run:
    """The run that these events left. Raises `InvalidEvent` unless they are a run's, from its `Asked`."""
    following = iter(recorded)
    asked = next(following, None)
    if not isinstance(asked, events.Asked):
        found = "nothing" if asked is None else f"`{type(asked).__name__}`"
        raise InvalidEvent(f"A run starts with `Asked`; found {found}.")
    return reduce(advance, following, begin(asked))
