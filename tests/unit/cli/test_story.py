"""Every event has its sentence, in the story of a run and in its progress."""

from __future__ import annotations

from decimal import Decimal
from typing import get_args

import pytest

import rejoinder
from rejoinder.cli.stages import _BEGAN, _NOW, now_doing
from rejoinder.cli.story import told

events = rejoinder.events
EVENTS = get_args(events.Event)


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: event.__name__)
def test_an_event_has_a_sentence_of_its_own(event: type):
    assert told.dispatch(event) is not told.dispatch(object)


def test_progress_knows_every_event_or_says_on_purpose_nothing():
    silent = {"Overdrawn", "Late", "Ended"}
    spoken = set(_NOW) | {"Began", "Checked"}
    assert spoken | silent == {event.__name__ for event in EVENTS}
    assert not spoken & silent


def test_progress_knows_every_step_that_can_begin():
    assert set(_BEGAN) == {step.__name__ for step in get_args(rejoinder.steps.Step) if step.costs}


@pytest.mark.parametrize(
    ("event", "sentences"),
    [
        (
            events.Reread(fingerprint="f", changed=True, seconds=0),
            ["Read the catalog again: it has changed."],
        ),
        (events.Diagnosed(facts=(), seconds=0), ["Nothing in the catalog explains it."]),
        (events.Judged(signals=(), same_question=None, seconds=0), ["Nothing looks wrong with the result."]),
        (events.Cancelled(by="ann"), ["Cancelled by ann."]),
        (events.Overdrawn(unit="tokens"), ["The next step doesn't fit into the tokens that are left."]),
        (
            events.Late(usage=rejoinder.Usage(input_tokens=5), cost=Decimal("0.01"), seconds=0),
            ["Something arrived after the end: 5 tokens, 0.0100 USD."],
        ),
        (
            events.Estimated(estimate=rejoinder.Estimate(rows_read=12_000, bytes_read=4_000_000), seconds=0),
            ["Priced: reads about 12,000 rows, reads about 4 MB."],
        ),
        (
            events.Estimated(estimate=rejoinder.Unknown(reason="no right to explain"), seconds=0),
            ["Priced: unknown (no right to explain)."],
        ),
    ],
)
def test_what_happened_is_told_in_plain_english(event: object, sentences: list[str]):
    assert told(event) == sentences


def test_progress_keeps_saying_what_it_said_where_an_event_adds_nothing():
    assert now_doing(events.Overdrawn(unit="money"), "asking for SQL") == "asking for SQL"
