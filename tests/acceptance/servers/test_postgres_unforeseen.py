"""A right that a real PostgreSQL misses in words and with a code that nobody foresaw: no way round it is looked for."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing

import psycopg
import pytest
from tests.contract.connectors import servers

from rejoinder import connect, events
from rejoinder.testing import ScriptedProvider

_SCHEMA = """
CREATE ROLE asker LOGIN;
CREATE TABLE city (id int PRIMARY KEY, name text NOT NULL, population int);
INSERT INTO city VALUES (1, 'Ayr', 46), (2, 'Cork', 222);
CREATE TABLE salary (id int PRIMARY KEY, amount int);
INSERT INTO salary VALUES (1, 1000);
CREATE FUNCTION cleared(amount int) RETURNS int STABLE LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'Für Gehälter fehlt Ihnen die Freigabe der Stufe 3' USING ERRCODE = 'PX403';
END $$;
CREATE VIEW payroll AS SELECT id, cleared(amount) AS amount FROM salary;
GRANT SELECT ON city, payroll TO asker;
"""
DRAFT = "SELECT amount FROM payroll"


@pytest.fixture(scope="module")
def folder() -> Iterator[str]:
    with servers.postgres() as path:
        with closing(psycopg.connect(f"postgresql://owner@/postgres?host={path}", autocommit=True)) as owner:
            owner.execute(_SCHEMA)
        yield path


@pytest.mark.parametrize("back", [DRAFT, "select amount -- as before\nfrom payroll;"])
async def test_the_model_is_told_to_give_it_back_and_what_comes_back_is_not_run_again(folder: str, back: str):
    model = ScriptedProvider((DRAFT, back))
    url = f"postgresql://asker@/postgres?host={folder}"
    async with connect(url, provider=model, ledger="memory:") as agent:
        outcome = await agent.query("What do people earn?")
        recorded = [each.event for each in await agent.show(outcome.run_id)]

    correction = model.prompts[1].messages[-1].text
    assert "Für Gehälter fehlt Ihnen die Freigabe der Stufe 3" in correction
    assert "Never use another table or column to get round a missing right" in correction
    assert "give the statement back unchanged" in correction
    assert sum(isinstance(event, events.Refused) for event in recorded) == 1
    assert (outcome.end, outcome.reason, outcome.stopped_by) == ("clarify", "unresolved", "repeat")
    assert outcome.refusal is not None
    assert (outcome.sql, outcome.refusal.code, outcome.refusal.defect) == (DRAFT, "PX403", "unknown")
    assert outcome.rows == ()


async def test_a_model_that_tries_the_table_below_is_stopped_by_the_role_and_asked_no_more(folder: str):
    model = ScriptedProvider((DRAFT, "SELECT amount FROM salary", "SELECT population FROM city"))
    url = f"postgresql://asker@/postgres?host={folder}"
    async with connect(url, provider=model, ledger="memory:") as agent:
        outcome = await agent.query("What do people earn?")

    assert (outcome.end, outcome.reason, len(model.prompts)) == ("refused", "permission", 2)
    assert outcome.rows == ()
