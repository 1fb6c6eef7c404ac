"""How a turn begins: from a question or a reply."""

from __future__ import annotations

from dataclasses import replace

from rejoinder.loop import events
from rejoinder.loop.state import Author, InHand, Run, Turn
from rejoinder.terms.choice import Choice, RunAnyway, Say, UseFact, UseSql
from rejoinder.terms.fact import Fact
from rejoinder.terms.limits import Limits, least
from rejoinder.terms.question import Mode


def begin(asked: events.Asked) -> Run:
    """The run that a question starts. In mode `sql` a person's statement is in hand from the start."""
    hand = None
    if asked.mode is Mode.SQL:
        hand = InHand(text=asked.sql or "", canonical="", author=Author.PERSON)
    return Run(asked=asked, question=asked.question, today=asked.today, current=Turn(hand=hand))


def replied(run: Run, event: events.Replied) -> Run:
    """A new turn: facts, tokens and money last for the run; attempts, seconds and repairs begin anew."""
    turn = _taken_up(run, event.choice, Turn(number=run.turn + 1))
    run = replace(run, today=event.today, ended=None, grounded=None, current=turn)
    match event.choice:
        case Say(text=text):
            return replace(run, said=(*run.said, text), question=run.question or text)
        case UseFact(label=label, fact=fact):
            return replace(run, said=(*run.said, label), facts=learnt(run.facts, (fact,)))
        case UseSql() | RunAnyway():
            return run


def _taken_up(run: Run, choice: Choice, turn: Turn) -> Turn:
    if isinstance(choice, UseSql):
        author = Author.PERSON if run.asked.mode is Mode.SQL else Author.CHOICE
        return replace(turn, hand=InHand(text=choice.sql, canonical="", author=author))
    if isinstance(choice, RunAnyway):
        hand = run.current.hand
        priced = None if hand is None else replace(hand, checked=False, estimate=None, attempt=0)
        return replace(turn, hand=priced, granted=(choice.canonical, choice.up_to))
    return turn


def lowered(run: Run, limits: Limits | None) -> Run:
    """What today's policy allows bounds the rest of the run (P)."""
    return run if limits is None else replace(run, lowered=least(run.limits, limits))


def learnt(known: tuple[Fact, ...], more: tuple[Fact, ...]) -> tuple[Fact, ...]:
    """Both, each fact once, in the order they were learnt."""
    return tuple(dict.fromkeys((*known, *more)))
