"""Repairs in a run: a draft that is mended without the model, checked again, and marked as such to the end."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from tests.acceptance.agent.conftest import Asking

from rejoinder import Caveat, events


@dataclass(frozen=True, slots=True, kw_only=True)
class Mending:
    """What the model says, and the statement that is run instead, with its rows and what the asker is told."""

    what: str
    draft: str
    sql: str
    rules: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]
    told: str = ""


MENDINGS = [
    Mending(
        what="a column of another table of the query",
        draft="SELECT c.population FROM city JOIN country c ON city.country_id = c.id ORDER BY city.id LIMIT 1",
        sql="SELECT city.population FROM city JOIN country c ON city.country_id = c.id ORDER BY city.id LIMIT 1",
        rules=("qualifier",),
        rows=((46,),),
    ),
    Mending(
        what="a table that has to be joined, and one row for each row",
        draft="SELECT amount, population FROM salary",
        sql="SELECT amount, city.population FROM salary LEFT JOIN city ON salary.city_id = city.id",
        rules=("join_owner",),
        rows=((1000, 46),),
        told="was read from `city`, which was joined by its key",
    ),
    Mending(
        what="a function of another dialect",
        draft="SELECT CHAR_LENGTH(name) FROM city WHERE id = 1",
        sql="SELECT length(name) FROM city WHERE id = 1",
        rules=("functions",),
        rows=((3,),),
    ),
    Mending(
        what="a question about the catalog, asked without a query",
        draft="DESCRIBE country",
        sql="SELECT 1 AS ordinal_position, 'id' AS column_name, 'INTEGER' AS data_type, 'NO' AS is_nullable"
        " UNION ALL SELECT 2, 'name', 'TEXT', 'NO' ORDER BY 1",
        rules=("metadata",),
        rows=((1, "id", "INTEGER", "NO"), (2, "name", "TEXT", "NO")),
        told="those of the catalog as you may see it",
    ),
    Mending(
        what="syntax of another dialect",
        draft="SELECT TOP 1 name FROM city ORDER BY id",
        sql="SELECT name FROM city ORDER BY id LIMIT 1",
        rules=("foreign",),
        rows=(("Ayr",),),
    ),
    Mending(
        what="brackets that only the database refuses",
        draft="SELECT name FROM country INTERSECT (SELECT name FROM city)",
        sql="SELECT name FROM country INTERSECT SELECT * FROM (SELECT name FROM city)",
        rules=("set_operation",),
        rows=(),
    ),
    Mending(
        what="an aggregate that only the database refuses",
        draft="SELECT MAX(COUNT(*)) FROM city GROUP BY country_id",
        sql="SELECT MAX(each_group) FROM (SELECT COUNT(*) AS each_group FROM city GROUP BY country_id)",
        rules=("nested_aggregate",),
        rows=((2,),),
    ),
    Mending(
        what="a text in another spelling, looked up before it runs",
        draft="SELECT COUNT(*) FROM country WHERE name = 'scotland'",
        sql="SELECT COUNT(*) FROM country WHERE name = 'Scotland'",
        rules=("stored_spelling",),
        rows=((1,),),
        told="`country.name` holds `Scotland`",
    ),
    Mending(
        what="three faults, one after the other",
        draft="SELECT UCASE(name) FROM cities WHERE populatoin > 100",
        sql="SELECT upper(name) FROM city WHERE population > 100",
        rules=("functions", "near_table", "near_column"),
        rows=(("CORK",),),
        told="`cities` was read as the table `city`",
    ),
]


@pytest.mark.parametrize("mending", MENDINGS, ids=lambda mending: mending.what)
async def test_a_draft_is_mended_without_the_model(asking: Asking, mending: Mending):
    agent, model = asking(mending.draft)
    async with agent:
        outcome = await agent.query("What is asked doesn't matter here.")

    assert (outcome.end, outcome.sql, outcome.rows) == ("answered", mending.sql, mending.rows)
    assert outcome.repaired_by == mending.rules
    assert len(model.prompts) == outcome.attempts == 1
    said = [caveat for caveat in outcome.caveats if mending.told and mending.told in caveat.sentence]
    assert [type(caveat) for caveat in said] == [Caveat] * bool(mending.told)


async def test_after_three_repairs_the_model_is_asked_with_the_facts(asking: Asking):
    draft = (
        "SELECT UCASE(name) FROM cities WHERE populatoin > 100"
        " AND name IN (SELECT MAX(COUNT(*)) FROM city GROUP BY id)"
    )
    agent, model = asking(draft, "SELECT name FROM city WHERE population > 100")
    async with agent:
        outcome = await agent.query("Which cities have more than 100 people?")
        repaired = [
            recorded.event.rule
            for recorded in await agent.show(outcome.run_id)
            if isinstance(recorded.event, events.Repaired)
        ]

    assert repaired == ["functions", "near_table", "near_column"]
    assert (outcome.end, outcome.attempts, outcome.rows) == ("answered", 2, (("Cork",),))
    assert outcome.repaired_by == ()
    assert "misuse of aggregate" in model.prompts[1].messages[-1].text


POLICY = """
[{rule}]
columns = ["city.population"]
"""


async def test_a_name_that_is_denied_is_never_mended_nor_offered(asking: Asking, tmp_path: Path):
    policy = tmp_path / "policy.toml"
    policy.write_text(POLICY.format(rule="deny"))
    agent, model = asking("SELECT population FROM city", policy=policy)
    async with agent:
        outcome = await agent.query("How many people?")

    assert (outcome.end, outcome.reason, len(model.prompts)) == ("refused", "policy", 1)
    assert outcome.repaired_by == ()


async def test_a_star_shows_what_the_asker_may_read_and_says_so(asking: Asking, tmp_path: Path):
    policy = tmp_path / "policy.toml"
    policy.write_text(POLICY.format(rule="hide"))
    agent, _ = asking("SELECT * FROM city WHERE id = 1", policy=policy)
    async with agent:
        outcome = await agent.query("What is known of Ayr?")

    assert outcome.rows == ((1, "Ayr", 1),)
    assert outcome.repaired_by == ("star",)
    assert [caveat.sentence for caveat in outcome.caveats] == [
        "Only the columns that you may read are shown."
    ]


async def test_an_empty_answer_with_texts_compared_with_numbers_asks_for_a_correction(asking: Asking):
    agent, model = asking(
        "SELECT name FROM city WHERE country_id = 'Ireland'", "SELECT name FROM city WHERE id = 3"
    )
    async with agent:
        outcome = await agent.query("Which cities are in Ireland?")

    assert len(model.prompts) == 2
    assert "`city.country_id`, which holds numbers, was compared with the text `Ireland`" in (
        model.prompts[1].messages[-1].text
    )
    assert outcome.end == "answered"
