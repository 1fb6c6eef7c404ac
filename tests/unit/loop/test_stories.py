"""Each story is told by the machine as it is written."""

from __future__ import annotations

from typing import get_args

import pytest
from tests.unit.loop.stories import STORIES
from tests.unit.loop.story import Story
from tests.unit.loop.telling import tell

from rejoinder.loop import events, steps
from rejoinder.loop.run import replay


@pytest.mark.parametrize("story", STORIES, ids=lambda story: f"{story.rule}: {story.title}")
def test_the_loop_does_what_the_story_says(story: Story):
    told = tell(story.turns, **story.given)
    assert " ".join(told.path) == story.steps
    assert told.end == story.end


@pytest.mark.parametrize("story", STORIES, ids=lambda story: f"{story.rule}: {story.title}")
def test_what_was_recorded_is_the_state(story: Story):
    told = tell(story.turns, **story.given)
    assert replay(told.recorded) == told.run


def _told() -> list[object]:
    return [event for story in STORIES for event in tell(story.turns, **story.given).recorded]


def test_every_step_every_event_and_every_kind_of_end_is_in_a_story():
    recorded = _told()
    done = {step for story in STORIES for step in story.steps.split()} - {"Reply"}
    assert done == {step.__name__ for step in get_args(steps.Step)}
    assert {type(event) for event in recorded} == set(get_args(events.Event))
    ends = {type(event.ending) for event in recorded if isinstance(event, events.Ended)}
    assert ends == set(get_args(steps.Ending))


@pytest.mark.parametrize(
    "reasons", [steps.ClarifyReason, steps.RefuseReason, steps.FailReason, steps.StoppedBy]
)
def test_every_reason_and_every_bound_is_in_a_story(reasons):
    endings = [event.ending for event in _told() if isinstance(event, events.Ended)]
    seen = {getattr(ending, "reason", None) for ending in endings}
    seen |= {getattr(ending, "stopped_by", None) for ending in endings}
    assert set(reasons) - seen == set()
