"""What of a real database a prompt holds: stored spellings, and never what policy keeps back (G2, G4, C5)."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from rejoinder import connect, load_policy

SCHEMA = """
CREATE TABLE restaurants (id INTEGER PRIMARY KEY, name TEXT NOT NULL, town TEXT);
CREATE TABLE guests (id INTEGER PRIMARY KEY, full_name TEXT, diet TEXT);
CREATE TABLE payroll (id INTEGER PRIMARY KEY, employee TEXT, bank_account TEXT);
INSERT INTO restaurants VALUES (1, 'Café Möwe', 'SANDØBY'), (2, 'Mill & Barley', 'Thornbeck');
INSERT INTO guests VALUES (1, 'Ragnhild Ås', 'vegan'), (2, 'Owen Price', 'none');
INSERT INTO payroll VALUES (1, 'Ragnhild Ås', 'GB33 BUKB 2020');
"""

POLICY = """
values = "{values}"
[deny]
columns = ["guests.diet"]
[hide]
tables = ["payroll"]
[sensitive]
columns = ["guests.full_name"]
"""


@pytest.fixture
def database(tmp_path: Path) -> Path:
    path = tmp_path / "restaurants.db"
    with sqlite3.connect(path) as connection:
        connection.executescript(SCHEMA)
    connection.close()
    return path


async def prompt_text(database: Path, question: str, values: str = "match") -> str:
    policy = database.parent / "policy.toml"
    policy.write_text(POLICY.format(values=values), encoding="utf-8")
    async with connect(str(database), policy=load_policy(policy), ledger="memory:") as agent:
        prompt = await agent.prompt(question)
    return prompt.system + "".join(message.text for message in prompt.messages)


@pytest.mark.parametrize(
    ("said", "stored"),
    [
        ("café möwe", "Café Möwe"),
        ("CAFE MOWE", "Café Möwe"),
        ("mill & barley", "Mill & Barley"),
        ("Sandøby", "SANDØBY"),
    ],
    ids=["case", "case and accents", "a sign", "capitals in the database"],
)
async def test_a_value_is_sent_as_it_is_stored(database: Path, said: str, stored: str):
    assert stored in await prompt_text(database, f"How many guests came to {said}?")


async def test_a_value_that_the_question_does_not_mention_stays_at_home(database: Path):
    assert "Barley" not in await prompt_text(database, "How many guests came to Café Möwe?")


@pytest.mark.parametrize("values", ["match", "sample"])
async def test_a_sensitive_value_stays_at_home_whatever_is_asked(database: Path, values: str):
    text = await prompt_text(database, "When did guests called owen price come?", values)
    assert "Owen Price" not in text
    assert "full_name" in text


async def test_where_values_are_off_none_is_sent(database: Path):
    assert "Möwe" not in await prompt_text(database, "How many guests came to cafe mowe?", "off")


@pytest.mark.parametrize(
    "question", ["What is the diet of guests?", "bank account of the payroll of Ragnhild"]
)
async def test_what_is_denied_or_hidden_is_not_in_the_catalog_that_is_sent(database: Path, question: str):
    text = (await prompt_text(database, question)).replace(question, "")
    for kept_back in ("diet", "payroll", "bank_account", "BUKB", "vegan"):
        assert kept_back not in text
