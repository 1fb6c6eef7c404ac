"""The built-in drafter on the sample database, through the whole loop: no key, no network, no model."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from rejoinder import Agent, connect

ANSWERS = {
    "How many orders were there in 2024?": [(8724,)],
    "How many sites are there?": [(10,)],
    "Which site has the most seats?": [("The Copper Pan",)],
    "Which item is the most expensive?": [("Sirloin steak",)],
    "Which sites have more than 100 seats?": [("Quayside Grill",), ("The Copper Pan",)],
    "Show the names of sites in the region Coast": [("Café Möwe",), ("Harbour Table",), ("Quayside Grill",)],
    "What is the city of cafe mowe?": [("Sandøby",)],
    "Which sites opened before 2018?": [("Harbour Table",), ("The Copper Pan",)],
    "Which suppliers have no email?": [("Saffron Route",), ("Vega Huerta",)],
    "How many vegetarian items are there?": [(27,)],
    "How many menus are there per season?": [(2, "autumn"), (2, "spring"), (2, "summer"), (2, "winter")],
}

ASKED = {
    "Which regions are there?": "Which of these is meant?",
    "How many sites are closed?": "“closed”",
    "How many wibbles are there?": "“wibbles”",
    "どのレストランが一番大きいですか": "“どのレストランが一番大きいですか”",
    "What is the most expensive item in each category?": "“each”",
}


@pytest.fixture
async def agent() -> AsyncIterator[Agent]:
    async with connect("sample", ledger="memory:", model="builtin") as opened:
        yield opened


@pytest.mark.parametrize("question", ANSWERS)
async def test_a_simple_question_is_answered_with_its_rows_and_a_note(agent: Agent, question: str):
    outcome = await agent.query(question)
    assert outcome.end == "answered"
    assert sorted(outcome.rows) == ANSWERS[question]
    assert outcome.attempts == 1
    assert any("no language model" in caveat.sentence for caveat in outcome.caveats)


@pytest.mark.parametrize("question", ASKED)
async def test_a_question_that_would_need_a_guess_is_asked_back(agent: Agent, question: str):
    outcome = await agent.query(question)
    assert outcome.end == "clarify"
    assert ASKED[question] in outcome.sentence
    assert outcome.rows == ()


async def test_a_reading_that_the_asker_picks_runs_without_another_attempt(agent: Agent):
    asked = await agent.query("Which regions are there?")
    labels = [choice.label for choice in asked.choices]
    picked = next(number for number, label in enumerate(labels, start=1) if "of `sites`" in label)
    outcome = await agent.reply(asked.run_id, choice=picked)
    assert outcome.end == "answered"
    assert sorted(outcome.rows) == [("Capital",), ("Coast",), ("North",), ("South",)]


async def test_a_word_for_a_word_makes_the_question_readable(agent: Agent):
    asked = await agent.query("How many wibbles are there?")
    assert asked.end == "clarify"
    outcome = await agent.reply(asked.run_id, text="suppliers")
    assert (outcome.end, outcome.sql) == ("answered", "SELECT COUNT(*) FROM suppliers")
