"""Row filters, through the public API on SQLite: whoever asks sees the visible rows, and never the filter."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.acceptance.agent.conftest import Asking

from rejoinder import PolicyError, Recorded, events

IRISH = '[row_filters]\ncity = "country_id = 2"\n'


class PolicyFile:
    """A policy that says something else from one question to the next."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def says(self, text: str) -> None:
        self.path.write_text(text, encoding="utf-8")


@pytest.fixture
def policy(tmp_path: Path) -> PolicyFile:
    file = PolicyFile(tmp_path / "policy.toml")
    file.says(IRISH)
    return file


async def test_only_the_rows_that_the_filter_leaves_are_read(asking: Asking, policy: PolicyFile):
    agent, _ = asking("SELECT name FROM city ORDER BY name", policy=policy.path)
    async with agent:
        outcome = await agent.query("Which cities are there?")
        story = await agent.show(outcome.run_id)
    assert (outcome.end, outcome.rows) == ("answered", (("Cork",), ("Nowhere",)))
    assert outcome.sql == "SELECT name FROM city ORDER BY name"
    (executed,) = [each.event for each in story if isinstance(each.event, events.Executed)]
    assert executed.executed_sql is not None
    assert "country_id = 2" in executed.executed_sql
    assert executed.executed_canonical


async def test_a_persons_own_sql_is_filtered_as_a_models_is(asking: Asking, policy: PolicyFile):
    agent, _ = asking(policy=policy.path)
    async with agent:
        outcome = await agent.run_sql(
            "SELECT count(*) AS n FROM country JOIN city ON city.country_id = country.id"
        )
    assert outcome.rows == ((2,),)


async def test_an_askers_own_filter_takes_the_place_of_the_general_one(asking: Asking, policy: PolicyFile):
    policy.says(IRISH + '[askers.ann.row_filters]\ncity = "1 = 1"\n')
    agent, _ = asking(policy=policy.path)
    async with agent:
        anybody = await agent.run_sql("SELECT count(*) FROM city")
        ann = await agent.run_sql("SELECT count(*) FROM city", asker="ann")
    assert (anybody.rows, ann.rows) == (((2,),), ((4,),))


async def test_a_filter_that_changes_holds_for_the_next_statement(asking: Asking, policy: PolicyFile):
    agent, _ = asking(policy=policy.path)
    async with agent:
        before = await agent.run_sql("SELECT count(*) FROM city")
        policy.says('[row_filters]\ncity = "population > 100"\n')
        after = await agent.run_sql("SELECT count(*) FROM city")
        policy.says("")
        without = await agent.run_sql("SELECT count(*) FROM city")
    assert (before.rows, after.rows, without.rows) == (((2,),), ((1,),), ((4,),))


async def test_values_are_looked_up_among_the_visible_rows_alone(asking: Asking, policy: PolicyFile):
    policy.says('values = "sample"\n' + IRISH)
    agent, model = asking("SELECT count(*) FROM city WHERE name = 'Cork'", policy=policy.path)
    async with agent:
        await agent.query("How many people live in Cork, Ayr and Perth?")
    assert "Cork" in model.prompts[0].system
    assert "Ayr" not in model.prompts[0].system
    assert "Perth" not in model.prompts[0].system
    assert "country_id = 2" not in str(model.prompts)


async def test_a_literal_of_a_hidden_row_is_unstored_like_one_that_is_nowhere(
    asking: Asking, policy: PolicyFile
):
    agent, _ = asking(policy=policy.path)
    async with agent:
        hidden = await agent.run_sql("SELECT population FROM city WHERE name = 'AYR'")
        nowhere = await agent.run_sql("SELECT population FROM city WHERE name = 'XYZ'")
    assert (hidden.end, hidden.rows) == (nowhere.end, nowhere.rows)
    assert [each.sentence.replace("AYR", "XYZ") for each in hidden.caveats] == [
        each.sentence for each in nowhere.caveats
    ]


@pytest.mark.parametrize("name", ["rowid", "oid", "_rowid_", "city.rowid"])
async def test_columns_that_the_engine_adds_are_refused(asking: Asking, policy: PolicyFile, name: str):
    agent, _ = asking(policy=policy.path)
    async with agent:
        outcome = await agent.run_sql(f"SELECT {name} FROM city")
        free = await agent.run_sql(f"SELECT {name.replace('city', 'country')} FROM country")
    assert (outcome.end, outcome.reason) == ("refused", "policy")
    assert free.end == "answered"


async def test_a_correction_under_a_filter_keeps_the_models_own_statement(asking: Asking, policy: PolicyFile):
    draft, corrected = "SELECT json(name) AS j FROM city", "SELECT name FROM city ORDER BY name"
    agent, model = asking(draft, corrected, policy=policy.path)
    async with agent:
        outcome = await agent.query("Which cities are there?")
    assert (outcome.end, outcome.sql, outcome.rows) == ("answered", corrected, (("Cork",), ("Nowhere",)))
    said = model.prompts[1].messages[-1].text
    assert "adds the asker's restrictions" in said
    assert draft in said


async def test_a_correction_that_repeats_what_was_sent_is_a_repeat(asking: Asking, policy: PolicyFile):
    draft = "SELECT json(name) AS j FROM city"
    agent, _ = asking(policy=policy.path)
    async with agent:
        story = await agent.show((await agent.run_sql(draft)).run_id)
    (sent,) = [each.event.executed_sql for each in story if isinstance(each.event, events.Refused)]
    assert sent is not None
    assert "country_id = 2" in sent.replace('"', "").replace("rejoinder_rows.", "")
    agent, model = asking(draft, sent, "SELECT name FROM city", policy=policy.path)
    async with agent:
        outcome = await agent.query("Which cities are there?")
    assert (outcome.end, outcome.sql) == ("clarify", draft)
    assert len(model.prompts) == 2, "a repeat ends the turn"


BAD = [
    ("no SQL", "region = ", "can't be read as a condition in SQLite"),
    ("two conditions", "1 = 1) OR (1 = 1", "is more than one condition"),
    ("a clause more", "1 = 1) GROUP BY (name", "is more than one condition"),
    ("a query more", "1 = 1) UNION SELECT (2", "can't be read as a condition"),
    ("an aggregate", "count(*) > 1", "is about many rows"),
    ("a window function", "row_number() OVER (ORDER BY id) < 3", "is about many rows"),
    ("an unknown column", "region = 1", "region"),
    ("an unknown table", "id IN (SELECT id FROM nonesuch)", "nonesuch"),
    ("an unknown function", "nonesuch(id)", "nonesuch"),
    ("a file", "readfile('x') = name", "readfile"),
]


@pytest.mark.parametrize(("condition", "sentence"), [row[1:] for row in BAD], ids=[row[0] for row in BAD])
async def test_a_condition_that_can_not_be_enforced_is_said_before_anything_is_asked(
    asking: Asking, policy: PolicyFile, condition: str, sentence: str
):
    policy.says(f'[row_filters]\ncity = "{condition}"\n')
    agent, model = asking("SELECT count(*) FROM city", policy=policy.path)
    async with agent:
        with pytest.raises(
            PolicyError, match=r"The row filter of `city` can't be enforced on `city`"
        ) as raised:
            await agent.query("How many cities?")
        assert sentence in str(raised.value)
        assert await agent.runs() == []
    assert model.prompts == []


async def test_a_comment_in_a_condition_ends_with_it(asking: Asking, policy: PolicyFile):
    policy.says('[row_filters]\ncity = "country_id = 2 -- or not )"\n')
    agent, _ = asking(policy=policy.path)
    async with agent:
        assert (await agent.run_sql("SELECT count(*) FROM city WHERE id > 3")).rows == ((1,),)


async def test_a_filter_for_a_table_that_is_not_there_is_an_error(asking: Asking, policy: PolicyFile):
    policy.says('[row_filters]\ncities = "1 = 1"\n')
    agent, _ = asking("SELECT 1", policy=policy.path)
    async with agent:
        with pytest.raises(
            PolicyError, match=r"filters rows of `cities`, and the database has no such table"
        ):
            await agent.query("One?")


async def test_a_filter_that_stops_being_enforceable_during_a_run_stops_it(
    asking: Asking, policy: PolicyFile
):
    def change(recorded: Recorded) -> None:
        if isinstance(recorded.event, events.Drafted):
            policy.says('[row_filters]\ncity = "nonesuch = 1"\n')

    agent, _ = asking("SELECT count(*) FROM city", policy=policy.path)
    async with agent:
        outcome = await agent.query("How many cities?", on_event=change)
    assert (outcome.end, outcome.rows) == ("failed", ())
