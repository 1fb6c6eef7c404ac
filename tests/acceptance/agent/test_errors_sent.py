"""What of a real database's error a model is told, as the policy has it; the asker sees the database's own words."""

from __future__ import annotations

from pathlib import Path

import duckdb
import pytest

from rejoinder import Agent, PolicyError, connect
from rejoinder.terms.limits import CompletionLimits
from rejoinder.terms.provider import Completion, ModelCard, Prompt
from rejoinder.testing import ScriptedProvider

SCHEMA = """
CREATE TABLE guests (id INTEGER, name VARCHAR, phone VARCHAR);
INSERT INTO guests VALUES (1, 'Ada Byron', 'at the mill');
"""
FAILS = "SELECT CAST(name AS INTEGER) FROM guests"
RUNS = "SELECT id FROM guests"
QUOTED = "Could not convert string 'Ada Byron' to INT32"


@pytest.fixture
def guests(tmp_path: Path) -> Path:
    path = tmp_path / "guests.duckdb"
    with duckdb.connect(str(path)) as database:
        database.execute(SCHEMA)
    return path


def asking(guests: Path, model: ScriptedProvider | Breaking, policy: str) -> Agent:
    file = guests.parent / "policy.toml"
    file.write_text(policy, encoding="utf-8")
    return connect(f"duckdb:///{guests}", provider=model, policy=file, ledger="memory:")


@pytest.mark.parametrize(
    ("policy", "told"),
    [
        ("", QUOTED),
        ("errors = 'full'", QUOTED),
        ("errors = 'masked'", "Could not convert string '…' to INT32"),
        ("values = 'off'", "Could not convert string '…' to INT32"),
        ("[sensitive]\ncolumns = ['guests.name']", "Could not convert string '…' to INT32"),
        ("[hide]\ncolumns = ['guests.phone']", "Could not convert string '…' to INT32"),
        ("errors = 'off'", "The database refused it (invalid_cast"),
    ],
)
async def test_the_correction_tells_of_an_error_what_the_policy_lets_it(guests: Path, policy: str, told: str):
    model = ScriptedProvider((FAILS, RUNS))
    async with asking(guests, model, policy) as agent:
        outcome = await agent.query("Who are the guests?")

    assert (outcome.end, outcome.rows) == ("answered", ((1,),))
    correction = model.prompts[1].messages[-1].text
    assert told in correction
    assert ("Ada" in correction) is (told == QUOTED)


async def test_the_asker_sees_the_databases_own_words_whatever_the_model_is_told(guests: Path):
    model = ScriptedProvider((FAILS, FAILS))
    async with asking(guests, model, "errors = 'off'") as agent:
        outcome = await agent.query("Who are the guests?")

    assert outcome.end == "clarify"
    assert outcome.refusal is not None
    assert QUOTED in outcome.refusal.message


class Breaking:
    """A model while whose call the policy's file is broken."""

    def __init__(self, policy: Path) -> None:
        self.policy = policy
        self.model = ScriptedProvider((FAILS, RUNS))

    @property
    def card(self) -> ModelCard:
        return self.model.card

    async def complete(self, prompt: Prompt, limits: CompletionLimits) -> Completion:
        self.policy.write_text("errors = ", encoding="utf-8")
        return await self.model.complete(prompt, limits)


async def test_under_a_policy_that_breaks_meanwhile_nothing_more_leaves(guests: Path):
    model = Breaking(guests.parent / "policy.toml")
    async with asking(guests, model, "") as agent:
        with pytest.raises(PolicyError):
            await agent.query("Who are the guests?")

    assert len(model.model.prompts) == 1
