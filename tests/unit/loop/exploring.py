"""Explores every reachable state of the machine, up to one turn and one reply, and watches the rules in each.

States are compared as shapes: no texts, no numbers but enough or not enough. The alphabet has every event with
every fate, a crash before and after each record, a cancellation, and the deadline at each step.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from tests.unit.loop.happenings import LATE, UNITS, WORDS, asked, began, replied
from tests.unit.loop.watching import Violation, Watch, must, watch_of

from rejoinder.errors import InvalidEvent
from rejoinder.loop import events, run, steps
from rejoinder.loop.state import InHand, Run
from rejoinder.loop.steps import Ending
from rejoinder.terms.classes import Defect
from rejoinder.terms.fates import FATES

_TURNS = 2


@dataclass(frozen=True)
class Machine:
    """The functions that are explored: the real ones, or a copy with a fault planted in it."""

    next_step: Callable[[Run], Any] = run.next_step
    advance: Callable[[Run, Any], Run] = run.advance
    replay: Callable[[Any], Run] = run.replay


@dataclass(frozen=True)
class State:
    """A run, what was watched of it, and how it got there."""

    run: Run
    watch: Watch
    path: tuple[str, ...]
    cause: tuple[str, str] = ("", "")
    """What was awaited, and what happened, just before."""


Turning = tuple[str, str, str]
"""What was awaited, what happened, what comes next: class names of a step or an end, an event, a step or an end."""


@dataclass(frozen=True)
class Explored:
    """How many states there are, and every turning between them."""

    states: int
    turnings: frozenset[Turning]


def representatives(among: frozenset[Defect]) -> frozenset[str]:
    """One class of `among` for each fate."""
    by_fate = {fate: defect for defect, fate in reversed(FATES.items()) if defect in among}
    return frozenset(str(defect) for defect in by_fate.values())


def alphabet() -> dict[str, dict[str, Any]]:
    """The words of each step, with one class for each fate."""
    classes = {str(defect) for defect in Defect}
    said = {step: frozenset(map(Defect, classes & words.keys())) for step, words in WORDS.items()}
    kept = {step: representatives(among) for step, among in said.items()}
    return {
        step: {word: make for word, make in words.items() if word not in classes or word in kept[step]}
        for step, words in WORDS.items()
    }


def explore(
    machine: Machine, *, without: frozenset[str] = frozenset(), turns: int = _TURNS, **given: Any
) -> Explored:
    """Visit every state. Raises `Violation` at the first that breaks a rule.

    `without` leaves words of the alphabet out: what is explored by itself needn't be explored with everything else.
    """
    words = {
        step: {word: make for word, make in said.items() if word not in without}
        for step, said in alphabet().items()
    }
    question = asked(**given)
    start = State(machine.replay([question]), watch_of(question), ("Asked",))
    numbers = {shape(start): 0}
    next_of: list[str] = []
    ways: set[tuple[tuple[str, str], int]] = set()
    queue = deque([start])
    while queue:
        state = queue.popleft()
        awaited = state.run.ended or machine.next_step(state.run)
        next_of.append(type(awaited).__name__)
        for following in successors(machine, state, awaited, words, without, turns):
            form = shape(following)
            if form not in numbers:
                numbers[form] = len(numbers)
                queue.append(following)
            ways.add((following.cause, numbers[form]))
    return Explored(len(numbers), frozenset((*cause, next_of[number]) for cause, number in ways))


def successors(
    machine: Machine,
    state: State,
    awaited: Any,
    words: dict[str, Any],
    without: frozenset[str],
    turns: int,
) -> Iterator[State]:
    """Everything that can happen next."""
    run = state.run
    if run.settled is not None:
        yield _after(machine, state, state.watch, awaited, "Late", LATE)
    if run.ended is not None:
        yield from _replies(machine, state, turns)
        return
    try:
        watch = state.watch.wants(run, awaited)
    except Violation as violation:
        raise Violation(violation.rule, f"{violation}, after {' > '.join(state.path)}") from violation
    if not run.cancelled:
        yield _after(machine, state, watch, awaited, "Cancelled", events.Cancelled())
    if isinstance(awaited, Ending):
        yield _after(machine, state, watch, awaited, "Ended", events.Ended(ending=awaited))
        lost = isinstance(awaited, steps.Answer) and awaited.sequence is not None
        if lost and "rows lost" not in without:
            gone = events.RowsLost(sequence=awaited.sequence)
            yield _after(machine, state, watch, awaited, "RowsLost", gone)
        return
    begun = state
    if awaited.costs:
        for unit in UNITS:
            yield _after(machine, state, watch, awaited, "Overdrawn", events.Overdrawn(unit=unit))
        begun = _after(machine, state, watch, awaited, "Began", began(run, awaited))
        if "crash" not in without:
            yield _after(machine, begun, begun.watch, awaited, "Interrupted", events.Interrupted())
        yield _after(machine, begun, begun.watch, awaited, "Cancelled", events.Cancelled())
        watch = begun.watch
    for word, happening in words[type(awaited).__name__].items():
        event = happening(begun.run, awaited)
        yield _after(machine, begun, watch, awaited, f"{type(awaited).__name__}: {word}", event)


def _replies(machine: Machine, state: State, turns: int) -> Iterator[State]:
    ended = state.run.ended
    if not isinstance(ended, steps.Clarify) or state.run.turn >= turns:
        return
    for choice in (*ended.choices, "in words"):
        event = replied(choice)
        yield _after(machine, state, state.watch, ended, f"Reply: {type(choice).__name__}", event)


def _after(machine: Machine, state: State, watch: Watch, awaited: Any, word: str, event: Any) -> State:
    path = (*state.path, word)
    try:
        after = machine.advance(state.run, event)
    except InvalidEvent as refused:
        raise Violation("L12", f"the machine is stuck: {refused}, after {' > '.join(path)}") from refused
    must(after.sequence == state.run.sequence + 1, "L9", "an event isn't counted")
    cause = (type(awaited).__name__, type(event).__name__)
    return State(after, watch.sees(after, awaited, event), path, cause)


def shape(state: State) -> tuple[Any, ...]:
    """The state without its texts and numbers; of an end, what a reply can make a difference to."""
    run, turn, watch = state.run, state.run.current, state.watch
    lasting = (
        run.turn,
        run.restated,
        run.signal_corrected,
        run.corrected,
        bool(run.facts),
        watch.signal_corrections,
        watch.restated,
    )
    if run.ended is not None:
        choices = {(type(choice), "sql" in repr(choice)) for choice in getattr(run.ended, "choices", ())}
        return (*lasting, type(run.ended), getattr(run.ended, "reason", ""), frozenset(choices))
    if run.cancelled:
        return (*lasting, "cancelled", run.settled is not None)
    return (
        *lasting,
        run.grounded is not None,
        None if run.open is None else run.open.began.step,
        run.limits.turn_seconds - turn.spend.seconds > 0,
        turn.spend.attempts,
        _hand_shape(turn.hand),
        None if turn.best is None else len(turn.best.signals),
        turn.different is not None,
        len(turn.offers),
        turn.granted is not None,
        turn.corrected,
        turn.reread,
        turn.overdrawn,
        turn.interruptions,
        turn.losses,
        turn.phrased is not None,
        _unfinished_shape(turn.unfinished),
        any(draft.refusal is not None for draft in turn.earlier),
        (watch.passed, watch.repeated, watch.by_person, watch.reason, watch.from_signal, watch.closed),
        (watch.may_retry, watch.retried, watch.late, watch.repairs, watch.crashes, watch.mendable),
        (len(watch.ran), watch.best is not None, watch.phrased),
        watch.best == (None if turn.best is None else turn.best.sequence),
    )


def _hand_shape(hand: InHand | None) -> tuple[Any, ...] | None:
    if hand is None:
        return None
    trouble = hand.trouble
    return (
        hand.author,
        hand.text == "",
        type(hand.said).__name__,
        hand.from_signals,
        len(hand.repairs),
        hand.checked,
        repr(hand.estimate),
        hand.retried,
        None if trouble is None else (trouble.defects, trouble.during, trouble.diagnosed, trouble.unrepaired),
        hand.refusal is not None,
        None if hand.ran is None else (_signal_shape(hand.ran.signals), hand.ran.diagnosed),
        hand.lost_digest is not None,
        None if hand.repeats is None else _hand_shape(hand.repeats),
    )


def _signal_shape(signals: Any) -> Any:
    return None if signals is None else tuple(signal.correctable for signal in signals)


def _unfinished_shape(unfinished: Any) -> tuple[Any, ...] | None:
    if unfinished is None:
        return None
    failure = unfinished.failure
    said = (
        None if failure is None else (failure.kind, failure.transient, failure.started, failure.retry_after)
    )
    return type(unfinished.step).__name__, said, unfinished.retried
