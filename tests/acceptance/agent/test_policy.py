"""What policy denies is never corrected, what it hides doesn't exist, and it holds from one question to the next."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.acceptance.agent.conftest import Asking

from rejoinder import PolicyError, events

DENY = '[deny]\ntables = ["salary"]\n'
HIDE = '[hide]\ntables = ["salary"]\n'


class PolicyFile:
    """A policy that says something else from one question to the next."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def says(self, text: str) -> Path:
        self.path.write_text(text, encoding="utf-8")
        return self.path


@pytest.fixture
def policy(tmp_path: Path) -> PolicyFile:
    return PolicyFile(tmp_path / "policy.toml")


async def test_a_denied_table_ends_the_run_and_the_model_is_not_asked_again(
    asking: Asking, policy: PolicyFile
):
    agent, model = asking("SELECT amount FROM salary", "SELECT 1", policy=policy.says(DENY))
    async with agent:
        outcome = await agent.query("What do people earn?")
    assert (outcome.end, outcome.reason, outcome.exit_code) == ("refused", "policy", 4)
    assert len(model.prompts) == 1
    assert "salary" not in model.prompts[0].system


async def test_a_hidden_table_is_an_unknown_name_in_every_respect(asking: Asking, policy: PolicyFile):
    policy.says(HIDE)
    agent, model = asking(
        "SELECT amount FROM salary", "SELECT amount FROM salaries", "SELECT 1", policy=policy.path
    )
    async with agent:
        outcome = await agent.query("What do people earn?")
        story = await agent.show(outcome.run_id)
    found = [
        finding.message.replace("salaries", "salary")
        for recorded in story
        if isinstance(recorded.event, events.Checked)
        for finding in recorded.event.findings
    ]
    assert len(found) == 2
    assert found[0] == found[1], "a hidden name and one that isn't there can't be told apart"
    assert "salary" not in model.prompts[0].system


async def test_a_policy_that_changes_holds_for_the_next_question(asking: Asking, policy: PolicyFile):
    policy.says("")
    agent, _ = asking("SELECT amount FROM salary", "SELECT amount FROM salary", policy=policy.path)
    async with agent:
        before = await agent.query("What do people earn?")
        policy.says(DENY)
        after = await agent.query("What do people earn?")
    assert before.end == "answered"
    assert (after.end, after.reason) == ("refused", "policy")


async def test_a_policy_that_can_no_longer_be_read_stops_every_question(asking: Asking, policy: PolicyFile):
    agent, _ = asking("SELECT 1", policy=policy.says(""))
    async with agent:
        policy.says("[acces]\n")
        with pytest.raises(PolicyError, match="acces"):
            await agent.query("One?")


async def test_a_reply_is_answered_under_todays_policy(asking: Asking, policy: PolicyFile):
    policy.says("")
    agent, _ = asking("ASK: Which?\n- the pay :: SELECT amount FROM salary", policy=policy.path)
    async with agent:
        asked = await agent.query("What do people earn?")
        policy.says(DENY)
        replied = await agent.reply(asked.run_id, choice=1)
    assert asked.end == "clarify"
    assert (replied.end, replied.reason) == ("refused", "policy")


async def test_a_refused_topic_gets_the_policys_own_answer_and_no_model(asking: Asking, policy: PolicyFile):
    policy.says('[[topics]]\npattern = "salar*"\nanswer = "Ask HR."\n')
    agent, model = asking("SELECT 1", policy=policy.path)
    async with agent:
        outcome = await agent.query("What are the salaries?")
    assert (outcome.end, outcome.reason, outcome.sentence) == ("refused", "topic", "Ask HR.")
    assert model.prompts == []


async def test_a_daily_budget_ends_the_next_run_at_once(asking: Asking, policy: PolicyFile):
    policy.says("[budget]\nruns_per_day = 1\n")
    agent, model = asking("SELECT 1", "SELECT 1", policy=policy.path)
    async with agent:
        first = await agent.query("One?")
        second = await agent.query("Two?")
    assert first.end == "answered"
    assert (second.end, second.reason) == ("refused", "daily_budget")
    assert len(model.prompts) == 1


async def test_a_policy_that_requires_a_replica_refuses_what_does_not_say_it_is_one(
    asking: Asking, policy: PolicyFile
):
    policy.says("require_replica = true\n")
    agent, model = asking("SELECT 1", policy=policy.path)
    async with agent:
        with pytest.raises(PolicyError, match="requires a replica"):
            await agent.query("One?")
    assert model.prompts == []
