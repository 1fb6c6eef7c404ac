"""Looking back at runs, replying to them and going on with them."""

from __future__ import annotations

import json

import pytest
from tests.acceptance.cli.program import Program, lines, sentence


@pytest.fixture
def answered(rejoinder: Program) -> str:
    """The name of a run that answered."""
    return rejoinder("query", "How many customers are there?", "--json").json["run"]


@pytest.fixture
def waiting(rejoinder: Program) -> str:
    """The name of a run that asks back."""
    done = rejoinder("query", "Which flumox is the gribbliest?", "--json")
    assert done.code == 3, done
    return done.json["run"]


def test_runs_are_listed_newest_first(rejoinder: Program, answered: str, waiting: str):
    found = lines(rejoinder("runs").out)
    assert [line.split()[0] for line in found] == [waiting, answered]


def test_runs_are_filtered_by_their_end(rejoinder: Program, answered: str, waiting: str):
    assert [run["run"] for run in rejoinder("runs", "--end", "clarify", "--json").json] == [waiting]


def test_a_ledger_without_runs_says_so(rejoinder: Program):
    assert rejoinder("runs").out == "No runs.\n"


def test_the_story_has_every_event_in_order(rejoinder: Program, answered: str):
    told = rejoinder("show", answered).out
    places = [told.index(word) for word in ("Asked", "Grounded", "Check passes", "Ran:", "Ended: answered")]
    assert places == sorted(places)


def test_the_story_is_one_json_object_a_line(rejoinder: Program, answered: str):
    story = [json.loads(line) for line in rejoinder("show", answered, "--json").out.splitlines()]
    assert [event["sequence"] for event in story] == list(range(1, len(story) + 1))
    assert story[0]["event"]["kind"] == "Asked"
    assert story[-1]["event"]["kind"] == "Ended"
    assert story[-1]["event"]["ending"]["kind"] == "Answer"


def test_the_beginning_of_a_name_is_enough(rejoinder: Program, answered: str):
    assert rejoinder("show", answered[:-3]).code == 0


def test_the_newest_run_needs_no_name(rejoinder: Program, answered: str):
    assert answered in rejoinder("show", "--last").out


@pytest.mark.parametrize("command", ["show", "resume", "cancel"])
def test_a_run_that_is_not_there_is_told(rejoinder: Program, command: str):
    done = rejoinder(command, "nosuchrun")
    assert done.code == 2
    assert "nosuchrun" in sentence(done)


@pytest.mark.parametrize("command", ["show", "resume", "cancel"])
def test_a_run_has_to_be_named(rejoinder: Program, command: str):
    assert rejoinder(command).code == 2


def test_a_run_that_ended_gives_its_outcome_again(rejoinder: Program, answered: str):
    done = rejoinder("resume", answered, "--json")
    assert done.code == 0, done
    assert done.json["sql"]


def test_a_reply_in_words_goes_on_with_the_run(rejoinder: Program, waiting: str):
    done = rejoinder("reply", waiting, "How many customers are there?", "--json")
    assert done.json["run"] == waiting
    assert "Replied" in rejoinder("show", waiting).out


def test_a_reply_by_a_number_that_is_not_offered_is_told(rejoinder: Program, waiting: str):
    done = rejoinder("reply", waiting, "99")
    assert done.code == 2
    assert "99" in sentence(done)


def test_a_run_that_waits_for_nothing_takes_no_reply(rejoinder: Program, answered: str):
    done = rejoinder("reply", answered, "1")
    assert done.code == 2
    assert "reply" in sentence(done)


def test_a_run_that_has_ended_cannot_be_cancelled(rejoinder: Program, answered: str):
    done = rejoinder("cancel", answered)
    assert done.code == 2
    assert "ended" in sentence(done)
