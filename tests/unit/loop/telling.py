"""Tells a story: a question, and where it turned out otherwise than hoped. Everything else goes well."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from tests.unit.loop.happenings import LATE, WORDS, asked, began, replied

from rejoinder.loop import events, steps
from rejoinder.loop.run import advance, next_step, replay
from rejoinder.loop.state import Run
from rejoinder.loop.steps import Ending

CRASH = "crash"
CANCEL = "cancel"
OVERDRAWN = {"no room": "tokens", "no money": "money", "no time": "seconds"}
_ENDLESS = 200


@dataclass
class Told:
    """What was done, in order, and how it ended. `turnings` are (what was done, what happened, what came next)."""

    run: Run
    recorded: list[events.Event]
    path: list[str] = field(default_factory=list)
    turnings: list[tuple[str, str, str]] = field(default_factory=list)

    @property
    def end(self) -> str:
        """`answered`, `clarify(unresolved, attempts)` …"""
        return named(self.run.ended)

    def record(self, event: events.Event) -> None:
        """It happened."""
        self.recorded.append(event)
        self.run = advance(self.run, event)


def named(ending: Ending | None) -> str:
    """An end in one word, with its reason and the bound that stopped it."""
    match ending:
        case None:
            return "open"
        case steps.Answer():
            said = ["answered", "not executed" if ending.sequence is None else "", ending.stopped_by or ""]
        case steps.Clarify():
            said = ["clarify", ending.reason, ending.stopped_by or ""]
        case steps.Refuse():
            said = ["refused", ending.reason]
        case steps.Fail():
            said = ["failed", ending.reason, ending.stopped_by or ""]
    head, *rest = said
    inside = ", ".join(each for each in rest if each)
    return f"{head}({inside})" if inside else head


def tell(turns: Iterable[Iterable[str]], **given: Any) -> Told:
    """Ask, and let happen what `turns` say: for each turn `Step: word` in the order in which they come up.

    A later turn starts with `Reply: N` (the Nth choice) or `Reply: words`. Raises `AssertionError` where
    something that was announced never came up.
    """
    first = asked(**given)
    told = Told(run=replay([first]), recorded=[first])
    for number, turn in enumerate(turns):
        left = list(turn)
        if number:
            _reply(told, left.pop(0))
        _to_the_end(told, left)
        assert not left, f"never came up: {left}; the path was {told.path}"
    return told


def _reply(told: Told, word: str) -> None:
    said = word.removeprefix("Reply: ")
    ended: Any = told.run.ended
    told.record(replied(ended.choices[int(said) - 1] if said.isdigit() else said))
    told.path.append("Reply")


def _to_the_end(told: Told, left: list[str]) -> None:
    for _ in range(_ENDLESS):
        awaited = next_step(told.run)
        if isinstance(awaited, Ending):
            word = _next_word(left, "End")
            if word is None:
                told.record(events.Ended(ending=awaited))
                return
            left.pop(0)
            told.record(_instead(awaited, word))
            continue
        _happen(told, awaited, left)
    raise AssertionError(f"no end after {_ENDLESS} steps: {told.path}")


def _instead(ending: Any, word: str) -> events.Event:
    """What happens when only the end is missing."""
    match word:
        case "rows gone":
            return events.RowsLost(sequence=ending.sequence)
        case "cancel":
            return events.Cancelled(by="ann")
        case "still arrives":
            return LATE
    raise AssertionError(f"an end doesn't know `{word}`")


def _happen(told: Told, step: Any, left: list[str]) -> None:
    name = type(step).__name__
    told.path.append(name)
    word = _next_word(left, name)
    if word is not None:
        left.pop(0)
    if word in OVERDRAWN:
        told.record(events.Overdrawn(unit=OVERDRAWN[word]))
    elif word == CANCEL:
        _begin(told, step)
        told.record(events.Cancelled(by="ann"))
    elif word == CRASH:
        _begin(told, step)
        told.record(events.Interrupted())
    else:
        _begin(told, step)
        words = WORDS[name]
        told.record((words[word] if word else next(iter(words.values())))(told.run, step))
    after = next_step(told.run)
    came = named(after) if isinstance(after, Ending) else type(after).__name__
    told.turnings.append((name, word or next(iter(WORDS[name])), came))


def _begin(told: Told, step: Any) -> None:
    if step.costs:
        told.record(began(told.run, step))


def _next_word(left: list[str], name: str) -> str | None:
    """What the story says of this step, if it is its turn to be told."""
    if not left:
        return None
    step, _, word = left[0].partition(": ")
    return word if step == name else None
