"""The loop, carried out: a real database, a real ledger, and a model that says what it was told to say."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from decimal import Decimal
from pathlib import Path

import pytest
from tests.acceptance.agent.conftest import Asking

from rejoinder import Agent, Limits, ProviderError, events
from rejoinder.terms.limits import CompletionLimits, Usage
from rejoinder.terms.provider import Completion, ModelCard, Price, Prompt
from rejoinder.terms.reading import Ask, Declined, Option

GOOD = "SELECT name FROM city WHERE population > 100"
REFUSED_BY_THE_DATABASE = "SELECT json_extract(name, '$.x') FROM city"


async def _kinds(agent: Agent, run_id: str) -> Counter[str]:
    return Counter(type(recorded.event).__name__ for recorded in await agent.show(run_id))


async def test_a_draft_that_is_right_is_run_and_its_rows_come_back_with_its_sql(asking: Asking):
    agent, model = asking(GOOD)
    async with agent:
        outcome = await agent.query("Which cities have more than 100 people?")

    assert (outcome.end, outcome.reason, outcome.sql) == ("answered", "", GOOD)
    assert outcome.rows == (("Cork",),)
    assert [column.name for column in outcome.columns] == ["name"]
    assert outcome.attempts == len(model.prompts) == 1


async def test_what_the_database_refuses_is_corrected_with_its_own_error(asking: Asking):
    agent, model = asking(REFUSED_BY_THE_DATABASE, GOOD)
    async with agent:
        outcome = await agent.query("Which cities have more than 100 people?")
        kinds = await _kinds(agent, outcome.run_id)

    assert (outcome.end, outcome.sql, outcome.attempts) == ("answered", GOOD, 2)
    assert kinds["Refused"] == 1
    draft, correction = model.prompts
    assert correction.system == draft.system, "the prefix is the same, byte for byte (R5)"
    asked = correction.messages[-1].text
    assert REFUSED_BY_THE_DATABASE in asked
    assert "malformed JSON" in asked


async def test_what_check_finds_is_corrected_with_the_names_of_the_catalog(asking: Asking):
    agent, model = asking("SELECT title, inhabitants FROM city", GOOD)
    async with agent:
        outcome = await agent.query("Which cities have more than 100 people?")
        kinds = await _kinds(agent, outcome.run_id)

    assert (outcome.end, outcome.attempts) == ("answered", 2)
    assert kinds["Executed"] == 1, "the first was never run"
    assert "inhabitants" in model.prompts[1].messages[-1].text


async def test_a_rule_mends_what_it_can_without_the_model(asking: Asking):
    agent, model = asking("SELECT country.population FROM city JOIN country ON city.country_id = country.id")
    async with agent:
        outcome = await agent.query("How many people live in each city?")

    assert outcome.end == "answered"
    assert "city.population" in outcome.sql
    assert outcome.repaired_by == ("qualifier",)
    assert len(model.prompts) == 1


async def test_the_same_sql_again_is_not_run_and_ends_with_the_databases_error(asking: Asking):
    agent, _ = asking(REFUSED_BY_THE_DATABASE, REFUSED_BY_THE_DATABASE.lower().replace("  ", " ") + " ;")
    async with agent:
        outcome = await agent.query("Which cities?")
        kinds = await _kinds(agent, outcome.run_id)

    assert (outcome.end, outcome.reason, outcome.stopped_by) == ("clarify", "unresolved", "repeat")
    assert outcome.refusal is not None
    assert kinds["Began"] == 3, "two drafts, one execution"


async def test_at_the_bound_the_last_refused_statement_and_its_error_are_shown(asking: Asking):
    wrong = [f"SELECT json_extract(name, '$.{number}') FROM city" for number in range(5)]
    agent, model = asking(*wrong)
    async with agent:
        outcome = await agent.query("Which cities?")

    assert (outcome.end, outcome.stopped_by, outcome.attempts) == ("clarify", "attempts", 3)
    assert outcome.sql == wrong[2]
    assert "malformed JSON" in outcome.refusal.message
    assert len(model.prompts) == 3


@pytest.mark.parametrize("corrections", [0, 1, 3])
async def test_corrections_are_bounded_by_the_limits_and_never_beyond_four_attempts(
    asking: Asking, corrections: int
):
    wrong = [f"SELECT json_extract(name, '$.{number}') FROM city" for number in range(9)]
    agent, model = asking(*wrong, limits=Limits(corrections=corrections))
    async with agent:
        outcome = await agent.query("Which cities?")
    assert outcome.attempts == len(model.prompts) == corrections + 1


async def test_the_fourth_attempt_starts_afresh_without_the_failed_sql(asking: Asking):
    wrong = [f"SELECT json_extract(name, '$.{number}') FROM city" for number in range(3)]
    agent, model = asking(*wrong, GOOD, limits=Limits(corrections=3))
    async with agent:
        outcome = await agent.query("Which cities have more than 100 people?")

    assert (outcome.end, outcome.attempts) == ("answered", 4)
    fresh = "\n".join(message.text for message in model.prompts[3].messages)
    assert not any(sql in fresh for sql in wrong)


@pytest.mark.parametrize(
    "write",
    [
        "DELETE FROM city",
        "WITH gone AS (SELECT 1) DELETE FROM city",
        "SELECT 1; DROP TABLE city",
        "PRAGMA writable_schema = 1",
        "ATTACH 'other.db' AS other",
        "SELECT load_extension('x')",
    ],
)
async def test_what_writes_never_reaches_the_database_however_often_it_is_proposed(
    asking: Asking, write: str
):
    agent, model = asking(write, write + " -- again", "SELECT 1; " + write)
    async with agent:
        outcome = await agent.query("Delete all cities")
        kinds = await _kinds(agent, outcome.run_id)

    assert outcome.end in ("refused", "clarify")
    assert kinds["Executed"] == kinds["Refused"] == kinds["Estimated"] == 0
    assert len(model.prompts) <= 3


async def test_an_empty_result_whose_literal_is_not_stored_is_corrected_once_and_the_better_one_kept(
    asking: Asking,
):
    agent, model = asking(
        "SELECT name FROM country WHERE name = 'Caledonia'",
        "SELECT name FROM country WHERE name = 'Caledonia' OR name = 'Scotland'",
    )
    async with agent:
        outcome = await agent.query("Is there a Caledonia?")

    assert outcome.end == "answered"
    assert len(model.prompts) <= 2
    assert outcome.caveats, "an empty answer with an unmatched literal says so"


async def test_a_stored_spelling_replaces_the_literal_with_a_caveat(asking: Asking):
    agent, model = asking("SELECT id FROM country WHERE name = 'SCOTLAND'")
    async with agent:
        outcome = await agent.query("What is the id of scotland?")

    assert outcome.rows == ((1,),)
    assert "'Scotland'" in outcome.sql
    assert any("Scotland" in caveat.sentence for caveat in outcome.caveats)
    assert len(model.prompts) == 1


async def test_a_cut_result_says_that_there_are_more(asking: Asking):
    agent, _ = asking("SELECT name FROM city", limits=Limits(rows=2))
    async with agent:
        outcome = await agent.query("All cities")
    assert outcome.truncated
    assert len(outcome.rows) == 2
    assert any(caveat.source == "truncated" for caveat in outcome.caveats)


# What a model may say instead of SQL


async def test_a_question_back_is_asked_with_its_choices_and_a_choice_runs_without_the_model(asking: Asking):
    by_size = Option("the largest", "SELECT name FROM city ORDER BY population DESC LIMIT 1")
    agent, model = asking(Ask("Which is meant?", (by_size, Option("the oldest"))))
    async with agent:
        asked = await agent.query("Which is the top city?")
        answered = await agent.reply(asked.run_id, choice=1)

    assert (asked.end, asked.reason, asked.sentence) == ("clarify", "meaning", "Which is meant?")
    assert [choice.label for choice in asked.choices] == ["the largest", "the oldest"]
    assert answered.rows == (("Cork",),)
    assert (answered.run_id, answered.attempts) == (asked.run_id, 0)
    assert len(model.prompts) == 1


async def test_a_choice_without_sql_is_a_fact_for_the_next_draft(asking: Asking):
    agent, model = asking(Ask("Which is meant?", (Option("the largest"), Option("the oldest"))), GOOD)
    async with agent:
        asked = await agent.query("Which is the top city?")
        answered = await agent.reply(asked.run_id, choice=2)

    assert answered.end == "answered"
    assert "the oldest" in "\n".join(message.text for message in model.prompts[1].messages)


async def test_words_may_be_replied(asking: Asking):
    agent, model = asking(Declined("There are no prices."), GOOD)
    async with agent:
        declined = await agent.query("What does it cost?")
        answered = await agent.reply(declined.run_id, text="I meant the cities over 100")

    assert (declined.end, declined.reason) == ("clarify", "unresolved")
    assert "There are no prices." in declined.sentence
    assert answered.end == "answered"
    assert "I meant the cities over 100" in "\n".join(message.text for message in model.prompts[1].messages)


async def test_prose_is_an_attempt_and_is_asked_for_sql(asking: Asking):
    agent, _ = asking("I'd be glad to help with your cities!", GOOD)
    async with agent:
        outcome = await agent.query("Which cities have more than 100 people?")
    assert (outcome.end, outcome.attempts) == ("answered", 2)


async def test_prose_for_ever_ends_in_a_question_that_quotes_it(asking: Asking):
    agent, _ = asking(*[f"Certainly! {number}" for number in range(5)])
    async with agent:
        outcome = await agent.query("Which cities?")
    assert (outcome.end, outcome.reason, outcome.stopped_by) == ("clarify", "unresolved", "attempts")
    assert "Certainly! 2" in outcome.sentence


# What a provider may do


async def test_a_transient_failure_is_retried_once_and_is_no_attempt(asking: Asking):
    agent, model = asking(ProviderError("busy", transient=True, retry_after=0.0), GOOD)
    async with agent:
        outcome = await agent.query("Which cities have more than 100 people?")
    assert (outcome.end, outcome.attempts) == ("answered", 1)
    assert len(model.prompts) == 2


@pytest.mark.parametrize(
    "error",
    [
        ProviderError("no", transient=True, started=True),
        ProviderError("no key", transient=False),
        ProviderError("come back tomorrow", transient=True, retry_after=86_400),
    ],
    ids=["a cut stream", "a refusal of the key", "a wait past the deadline"],
)
async def test_other_failures_of_the_provider_end_the_run_with_its_sentence(
    asking: Asking, error: ProviderError
):
    agent, model = asking(error, GOOD)
    async with agent:
        outcome = await agent.query("Which cities?")
    assert (outcome.end, outcome.reason, outcome.exit_code) == ("failed", "provider", 5)
    assert str(error) in outcome.sentence
    assert len(model.prompts) == 1


class Expensive:
    """Every call costs ten cents."""

    card = ModelCard(name="expensive:model", price=Price(input=Decimal(1_000), output=Decimal(1_000)))

    async def complete(self, prompt: Prompt, limits: CompletionLimits) -> Completion:
        earlier = len(prompt.terms.earlier)
        return Completion(
            text=f"SELECT json_extract(name, '$.{earlier}') FROM city", usage=Usage(input_tokens=100)
        )


async def test_money_bounds_a_turn(asking: Asking, towns: Path):
    from rejoinder import connect

    limits = Limits(turn_money=Decimal("0.15"), completion_tokens=10)
    async with connect(str(towns), provider=Expensive(), ledger="memory:", limits=limits) as agent:
        outcome = await agent.query("Which cities?")
    assert outcome.end in ("clarify", "failed")
    assert outcome.stopped_by == "money"
    assert outcome.spend.money <= Decimal("0.15")


async def test_tokens_bound_a_turn(asking: Asking):
    agent, model = asking(GOOD, limits=Limits(turn_tokens=50))
    async with agent:
        outcome = await agent.query("Which cities?")
    assert (outcome.end, outcome.reason, outcome.stopped_by) == ("failed", "limit", "tokens")
    assert model.prompts == []


# A person's SQL, and SQL that is not run


async def test_a_persons_sql_goes_through_the_same_door_without_a_model(asking: Asking):
    agent, model = asking()
    async with agent:
        outcome = await agent.run_sql(GOOD)
        refused = await agent.run_sql("DROP TABLE city")
    assert outcome.rows == (("Cork",),)
    assert refused.end == "refused"
    assert model.prompts == []


async def test_a_persons_sql_is_never_mended_unasked_but_the_mend_is_offered(asking: Asking):
    agent, model = asking()
    async with agent:
        outcome = await agent.run_sql(
            "SELECT country.population FROM city JOIN country ON city.country_id = country.id"
        )
        mended = await agent.reply(outcome.run_id, choice=1)
    assert outcome.end == "clarify"
    assert "city.population" in outcome.choices[0].sql
    assert mended.end == "answered"
    assert model.prompts == []


async def test_ask_checks_and_prices_without_running(asking: Asking):
    agent, _ = asking(GOOD)
    async with agent:
        outcome = await agent.ask("Which cities have more than 100 people?")
        kinds = await _kinds(agent, outcome.run_id)
    assert (outcome.end, outcome.reason, outcome.sql) == ("answered", "not_executed", GOOD)
    assert outcome.estimate is not None
    assert kinds["Executed"] == 0


async def test_a_follow_up_is_restated_with_the_thread_before_it(asking: Asking):
    agent, model = asking(GOOD, "Which cities in Ireland have more than 100 people?", GOOD)
    async with agent:
        first = await agent.query("Which cities have more than 100 people?")
        second = await agent.query("And in Ireland?", thread=first.thread_id)
    assert second.thread_id == first.thread_id
    assert second.question == "Which cities in Ireland have more than 100 people?"
    assert len(model.prompts) == 3


async def test_a_price_over_its_ceiling_is_asked_about_and_granted_only_for_that(asking: Asking):
    limits = Limits()
    limits = replace(limits, ask_above=replace(limits.ask_above, rows_read=1))
    agent, _ = asking(GOOD, limits=limits)
    async with agent:
        asked = await agent.query("Which cities have more than 100 people?")
        granted = await agent.reply(asked.run_id, choice=1)
    assert (asked.end, asked.reason) == ("clarify", "too_broad")
    assert granted.rows == (("Cork",),)


async def test_events_come_as_they_are_recorded(asking: Asking):
    agent, _ = asking(GOOD)
    seen: list[events.Event] = []
    async with agent:
        outcome = await agent.query("Which cities?", on_event=lambda recorded: seen.append(recorded.event))
        watched = [recorded.event async for recorded in agent.watch(outcome.run_id)]
    assert seen == watched
    assert isinstance(seen[0], events.Asked)
    assert isinstance(seen[-1], events.Ended)
