"""What holds on every way through the loop, however long and however unlucky."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.unit.loop.happenings import LIMITS, WORDS, asked, began, replied
from tests.unit.loop.watching import Watch, watch_of

from rejoinder.errors import InvalidEvent
from rejoinder.loop import events, steps
from rejoinder.loop.run import advance, next_step, overdrawn, replay
from rejoinder.loop.state import Run
from rejoinder.loop.steps import Ending
from rejoinder.terms.limits import Limits, Reserved, Usage
from rejoinder.terms.question import Mode

_MOST = 400

QUESTIONS = st.builds(
    lambda mode, corrections, phrase, follow_up: asked(
        mode, follow_up=follow_up, limits=replace(LIMITS, corrections=corrections, phrase=phrase)
    ),
    st.sampled_from(Mode),
    st.integers(0, 9),
    st.booleans(),
    st.booleans(),
)


def wander(data: st.DataObject, question: events.Asked) -> tuple[list[events.Event], Run, Watch]:
    """A way through the loop that chance chose, to where nothing more can follow or chance stops."""
    recorded: list[Any] = [question]
    run, watch = replay(recorded), watch_of(question)

    def happens(step: Any, event: Any) -> None:
        nonlocal run, watch
        recorded.append(event)
        run = advance(run, event)
        watch = watch.sees(run, step, event)

    for _ in range(_MOST):
        if run.ended is not None:
            ended: Any = run.ended
            if not isinstance(ended, steps.Clarify) or run.turn >= run.limits.turns:
                break
            happens(ended, replied(data.draw(st.sampled_from([*ended.choices, "in words"]))))
            continue
        awaited = next_step(run)
        watch = watch.wants(run, awaited)
        if isinstance(awaited, Ending):
            happens(awaited, events.Ended(ending=awaited))
            continue
        if awaited.costs:
            happens(awaited, began(run, awaited))
            if data.draw(st.integers(0, 9)) == 0:
                happens(awaited, data.draw(st.sampled_from([events.Interrupted(), events.Cancelled()])))
                continue
        words = WORDS[type(awaited).__name__]
        happens(awaited, words[data.draw(st.sampled_from(sorted(words)))](run, awaited))
    return recorded, run, watch


@given(st.data(), QUESTIONS)
def test_every_way_keeps_the_rules_and_ends(data: st.DataObject, question: events.Asked):
    recorded, run, _ = wander(data, question)
    assert run.ended is not None
    assert len(recorded) < _MOST
    assert run.turn <= run.limits.turns
    assert run.spend.attempts <= 4 * run.limits.turns


@given(st.data(), QUESTIONS)
def test_the_events_are_the_state(data: st.DataObject, question: events.Asked):
    recorded, run, _ = wander(data, question)
    assert replay(recorded) == run
    assert run.sequence == len(recorded)


@given(st.data(), QUESTIONS)
def test_what_was_used_never_gets_less(data: st.DataObject, question: events.Asked):
    recorded, _, _ = wander(data, question)
    run = replay(recorded[:1])
    for event in recorded[1:]:
        after = advance(run, event)
        assert after.spend.tokens >= run.spend.tokens
        assert after.spend.seconds >= run.spend.seconds
        assert after.spend.attempts >= run.spend.attempts
        run = after


@given(st.data(), QUESTIONS)
def test_an_event_that_nothing_can_have_caused_is_refused(data: st.DataObject, question: events.Asked):
    recorded, _, _ = wander(data, question)
    cut = data.draw(st.integers(1, len(recorded)))
    run = replay(recorded[:cut])
    stranger = data.draw(st.sampled_from(recorded))
    following = recorded[cut] if cut < len(recorded) else None
    if following is None or type(stranger) is not type(following):
        try:
            after = advance(run, stranger)
        except InvalidEvent:
            return
        assert after.sequence == run.sequence + 1
        assert isinstance(stranger, _POSSIBLE), f"{type(stranger).__name__} was taken for {following}"


_POSSIBLE = (
    events.Cancelled,
    events.Failed,
    events.Refused,
    events.Checked,
    events.Interrupted,
    events.RowsLost,
    events.Replied,
    events.Estimated,
    events.Executed,
    events.Judged,
    events.Repaired,
    events.Unrepaired,
    events.Drafted,
    events.Restated,
    events.Phrased,
)
"""Steps with more than one outcome: another of theirs may come. Never a beginning, an end or a question."""


@pytest.mark.parametrize("event", [events.Ended, events.Began, events.Drafted, events.Executed])
def test_nothing_follows_an_answer(event: type[events.Event]):
    question = asked()
    recorded: list[Any] = [question]
    run = replay(recorded)
    while run.ended is None:
        awaited: Any = next_step(run)
        if isinstance(awaited, Ending):
            recorded.append(events.Ended(ending=awaited))
        else:
            if awaited.costs:
                recorded.append(began(run, awaited))
                run = replay(recorded)
            recorded.append(next(iter(WORDS[type(awaited).__name__].values()))(run, awaited))
        run = replay(recorded)
    (before,) = [each for each in recorded if isinstance(each, event)][:1]
    with pytest.raises(InvalidEvent):
        advance(run, before)


def test_next_step_waits_for_the_outcome_of_what_has_begun():
    run = _drafting()
    with pytest.raises(InvalidEvent, match="has begun"):
        next_step(advance(run, began(run, next_step(run))))


def test_a_cancelled_call_is_charged_what_it_had_reserved_until_its_spend_arrives():
    run = _drafting()
    beginning = replace(
        began(run, next_step(run)), reserved=Reserved(tokens=500, money=Decimal("0.2"), seconds=9)
    )
    run = advance(advance(run, beginning), events.Cancelled())
    assert (run.spend.tokens, run.spend.money, run.spend.seconds) == (500, Decimal("0.2"), 9)
    run = advance(run, events.Late(usage=Usage(input_tokens=30), cost=Decimal("0.01"), seconds=2.0))
    assert (run.spend.tokens, run.spend.money, run.spend.seconds) == (30, Decimal("0.01"), 2.0)
    with pytest.raises(InvalidEvent):
        advance(run, events.Late(usage=Usage(), cost=None, seconds=0.0))


def test_todays_policy_lowers_the_limits_of_a_run_that_goes_on():
    run = _drafting()
    lower = replace(run.limits, rows=7, corrections=0)
    run = advance(run, events.Interrupted(limits=lower))
    assert (run.limits.rows, run.limits.corrections) == (7, 0)
    assert run.current.interruptions == 0
    raised = advance(run, events.Interrupted(limits=Limits()))
    assert raised.limits.rows == 7


@pytest.mark.parametrize(
    ("reserved", "unit"),
    [
        (Reserved(), None),
        (Reserved(seconds=121), "seconds"),
        (Reserved(tokens=60_001), "tokens"),
        (Reserved(money=Decimal("0.51")), "money"),
        (Reserved(seconds=120, tokens=60_000, money=Decimal("0.50")), None),
    ],
)
def test_what_does_not_fit_says_which_unit_is_short(reserved: Reserved, unit: str | None):
    assert overdrawn(replay([asked()]), reserved) == unit


@pytest.mark.parametrize("recorded", [[], [events.Cancelled()]], ids=["nothing", "another event"])
def test_a_run_starts_with_its_question(recorded: list[events.Event]):
    with pytest.raises(InvalidEvent, match="starts with `Asked`"):
        replay(recorded)


def _drafting() -> Run:
    run = replay([asked()])
    return advance(run, WORDS["Ground"]["whole"](run, next_step(run)))
