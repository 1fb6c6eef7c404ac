"""What a real PostgreSQL refuses, through the public API: what is never corrected, and what is, with today's names."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, field

import psycopg
import pytest
from tests.contract.connectors import servers

from rejoinder import Agent, Limits, connect
from rejoinder.terms.limits import CompletionLimits
from rejoinder.terms.provider import Completion, ModelCard, Prompt
from rejoinder.testing import ScriptedProvider
from rejoinder.testing._connector_room import becomes

_SCHEMA = """
CREATE ROLE clerk NOLOGIN;
CREATE ROLE asker LOGIN;
CREATE TABLE city (id int PRIMARY KEY, name text NOT NULL, population int);
INSERT INTO city VALUES (1, 'Ayr', 46), (2, 'Cork', 222);
CREATE TABLE salary (id int PRIMARY KEY, city_id int, amount int);
CREATE VIEW payroll AS SELECT city_id, amount FROM salary;
ALTER VIEW payroll OWNER TO clerk;
GRANT SELECT ON city, payroll TO asker;
GRANT SELECT (id) ON salary TO asker;
"""
ENDLESS = (
    "SELECT count(a.i + b.i) FROM generate_series(1, 1000000) AS a(i), generate_series(1, 1000000) AS b(i)"
)
BIG = "SELECT name FROM city WHERE population > 100"

Asking = Callable[..., tuple[Agent, ScriptedProvider]]


@dataclass
class Server:
    """The server's owner, and the folder of its socket."""

    folder: str
    owner: psycopg.Connection = field(repr=False)

    def busy(self) -> bool:
        """Whether a session of the asker's is at work or in a transaction."""
        found = self.owner.execute(
            "SELECT 1 FROM pg_stat_activity WHERE usename = 'asker' AND state <> 'idle'"
        ).fetchone()
        return found is not None

    def running(self, word: str) -> bool:
        """Whether the asker runs a statement that holds the word."""
        text = "SELECT 1 FROM pg_stat_activity WHERE usename = 'asker' AND state = 'active' AND query LIKE %s"
        return self.owner.execute(text, [f"%{word}%"]).fetchone() is not None


@dataclass
class Meanwhile:
    """A model while whose first call somebody changes the database."""

    server: Server
    change: str
    model: ScriptedProvider

    @property
    def card(self) -> ModelCard:
        return self.model.card

    async def complete(self, prompt: Prompt, limits: CompletionLimits) -> Completion:
        if not self.model.prompts:
            self.server.owner.execute(self.change)
        return await self.model.complete(prompt, limits)


@pytest.fixture(scope="module")
def folder() -> Iterator[str]:
    with servers.postgres() as path:
        yield path


@pytest.fixture
def server(folder: str) -> Iterator[Server]:
    with closing(psycopg.connect(f"postgresql://owner@/postgres?host={folder}", autocommit=True)) as owner:
        owner.execute(_SCHEMA)
        yield Server(folder, owner)
        owner.execute("DROP VIEW payroll; DROP TABLE city, salary; DROP ROLE asker, clerk")


@pytest.fixture
def asking(server: Server) -> Asking:
    """Makes an agent of the role `asker`, and its model, which says `script`."""

    def make(
        *script: str, meanwhile: str = "", limits: Limits | None = None
    ) -> tuple[Agent, ScriptedProvider]:
        model = ScriptedProvider(script)
        return connect(
            f"postgresql://asker@/postgres?host={server.folder}",
            provider=Meanwhile(server, meanwhile, model) if meanwhile else model,
            ledger="memory:",
            limits=limits or Limits(),
        ), model

    return make


@pytest.mark.parametrize(
    "draft",
    [
        pytest.param("SELECT amount FROM payroll", id="a view whose owner has lost the right"),
        pytest.param("SELECT amount FROM salary", id="a column that isn't granted"),
    ],
)
async def test_a_permission_refusal_is_never_corrected(asking: Asking, draft: str):
    agent, model = asking(draft, BIG)
    async with agent:
        outcome = await agent.query("What do people earn?")
    assert (outcome.end, outcome.reason, outcome.exit_code) == ("refused", "permission", 4)
    assert len(model.prompts) == 1
    assert outcome.rows == ()


async def test_a_right_that_is_taken_away_during_a_run_is_never_corrected(asking: Asking):
    agent, model = asking(BIG, BIG.lower(), meanwhile="REVOKE SELECT ON city FROM asker")
    async with agent:
        outcome = await agent.query("Which cities are big?")
    assert (outcome.end, outcome.reason) == ("refused", "permission")
    assert len(model.prompts) == 1


async def test_a_timeout_is_never_corrected_and_leaves_the_backend_idle(asking: Asking, server: Server):
    agent, model = asking(ENDLESS, BIG, limits=Limits(statement_seconds=0.3))
    async with agent:
        outcome = await agent.query("How many pairs are there?")
        assert (outcome.end, outcome.reason, outcome.exit_code) == ("failed", "timeout", 5)
        assert len(model.prompts) == 1
        assert becomes(lambda: not server.busy())


async def test_a_column_renamed_between_two_drafts_is_shown_under_its_new_name(asking: Asking):
    renamed = BIG.replace("population", "inhabitants")
    agent, model = asking(BIG, renamed, meanwhile="ALTER TABLE city RENAME COLUMN population TO inhabitants")
    async with agent:
        outcome = await agent.query("Which cities are big?")
    assert (outcome.end, outcome.sql, outcome.rows) == ("answered", renamed, (("Cork",),))
    correction = model.prompts[1]
    assert correction.system == model.prompts[0].system, "the prefix is the same, byte for byte (R5)"
    assert "inhabitants" in correction.messages[-1].text


async def test_a_backend_that_was_ended_between_two_steps_is_replaced_unseen(asking: Asking):
    kill = "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE usename = 'asker'"
    agent, model = asking(BIG, meanwhile=kill)
    async with agent:
        outcome = await agent.query("Which cities are big?")
    assert (outcome.end, outcome.rows, outcome.attempts) == ("answered", (("Cork",),), 1)
    assert len(model.prompts) == 1, "a lost connection is no defect of the SQL"


async def test_a_full_temporary_space_is_never_corrected(asking: Asking, server: Server):
    server.owner.execute(
        "ALTER ROLE asker SET temp_file_limit = '64kB'; ALTER ROLE asker SET work_mem = '64kB'"
    )
    sorting = "SELECT max(i) FROM (SELECT i FROM generate_series(1, 300000) AS g(i) ORDER BY i % 7, i) AS t"
    agent, model = asking(sorting, BIG)
    async with agent:
        outcome = await agent.query("Which is the largest number?")
    assert (outcome.end, outcome.reason, outcome.exit_code) == ("failed", "resources", 5)
    assert len(model.prompts) == 1


async def test_a_backend_that_is_ended_at_work_is_no_defect_of_the_sql(asking: Asking, server: Server):
    def end_it() -> None:
        assert becomes(lambda: server.running("generate_series"))
        server.owner.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'asker'")

    agent, model = asking(ENDLESS, BIG)
    async with agent, asyncio.TaskGroup() as tasks:
        tasks.create_task(asyncio.to_thread(end_it))
        outcome = await agent.query("How many pairs are there?")
    assert (outcome.end, outcome.reason, outcome.exit_code) == ("failed", "connection", 5)
    assert len(model.prompts) == 1


async def test_a_table_that_somebody_else_has_locked_is_waited_for_and_never_corrected(
    asking: Asking, server: Server
):
    agent, model = asking(BIG, BIG.lower(), limits=Limits(statement_seconds=0.5))
    with closing(psycopg.connect(f"postgresql://owner@/postgres?host={server.folder}")) as other:
        async with agent:
            await agent.catalog()
            other.execute("LOCK TABLE city IN ACCESS EXCLUSIVE MODE")
            outcome = await agent.query("Which cities are big?")
    assert (outcome.end, outcome.reason) == ("failed", "timeout")
    assert len(model.prompts) == 1
