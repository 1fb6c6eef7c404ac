"""What a real MariaDB refuses is never corrected, in whatever language its server speaks."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing

import pymysql
import pytest
from tests.contract.connectors import servers

from rejoinder import Agent, Limits, connect
from rejoinder.testing import ScriptedProvider
from rejoinder.testing._connector_room import becomes

_MADE = (
    "CREATE DATABASE world",
    "CREATE DATABASE digits",
    "CREATE TABLE world.city (id int PRIMARY KEY, name text, population int)",
    "INSERT INTO world.city VALUES (1, 'Ayr', 46), (2, 'Cork', 222)",
    "CREATE TABLE world.salary (id int PRIMARY KEY, amount int)",
    "CREATE VIEW world.payroll AS SELECT amount FROM world.salary",
    "CREATE TABLE world.numbers (n int)",
    "INSERT INTO world.numbers SELECT seq FROM digits.seq_1_to_3000",
    "CREATE USER clerk@localhost",
    "CREATE DEFINER = clerk@localhost VIEW world.stale AS SELECT amount FROM world.salary",
    "CREATE USER asker@localhost",
    "GRANT SELECT ON world.city TO asker@localhost",
    "GRANT SELECT ON world.numbers TO asker@localhost",
    "GRANT SELECT, SHOW VIEW ON world.payroll TO asker@localhost",
    "GRANT SELECT, SHOW VIEW ON world.stale TO asker@localhost",
    "GRANT SELECT (id) ON world.salary TO asker@localhost",
)
BIG = "SELECT name FROM city WHERE population > 100"
ENDLESS = "SELECT sum(a.n * b.n + c.n) FROM numbers a, numbers b, numbers c WHERE a.n + b.n + c.n > 0"
LANGUAGES = ("en_US", "de_DE", "fr_FR", "ja_JP")

Asking = Callable[..., tuple[Agent, ScriptedProvider]]


@pytest.fixture(scope="module")
def socket() -> Iterator[str]:
    with servers.mariadb() as path:
        with closing(pymysql.connect(unix_socket=path, user="root")) as owner, owner.cursor() as cursor:
            for each in _MADE:
                cursor.execute(each)
        yield path


@pytest.fixture
def owner(socket: str) -> Iterator[pymysql.Connection]:
    with closing(pymysql.connect(unix_socket=socket, user="root")) as connection:
        yield connection


@pytest.fixture(params=LANGUAGES)
def asking(request: pytest.FixtureRequest, socket: str, owner: pymysql.Connection) -> Asking:
    """Makes an agent of the user `asker`, of a server that speaks the language, and its model."""
    with owner.cursor() as cursor:
        cursor.execute(f"SET GLOBAL lc_messages = '{request.param}'")

    def make(*script: str, limits: Limits | None = None) -> tuple[Agent, ScriptedProvider]:
        model = ScriptedProvider(script)
        url = f"mariadb://asker@localhost/world?unix_socket={socket}"
        return connect(url, provider=model, ledger="memory:", limits=limits or Limits()), model

    return make


@pytest.mark.parametrize(
    "draft",
    [
        pytest.param("SELECT amount FROM stale", id="a view whose definer lacks the right"),
        pytest.param(
            "SELECT amount FROM payroll JOIN salary ON amount = id",
            id="a join that reaches a column that isn't granted",
        ),
    ],
)
async def test_a_permission_refusal_is_never_corrected(asking: Asking, draft: str):
    agent, model = asking(draft, BIG)
    async with agent:
        outcome = await agent.query("What do people earn?")
    assert (outcome.end, outcome.reason, outcome.exit_code) == ("refused", "permission", 4)
    assert len(model.prompts) == 1


async def test_a_timeout_is_never_corrected_and_leaves_the_session_idle(
    asking: Asking, owner: pymysql.Connection
):
    agent, model = asking(ENDLESS, BIG, limits=Limits(statement_seconds=0.3))
    async with agent:
        outcome = await agent.query("How many pairs are there?")
        assert (outcome.end, outcome.reason, outcome.exit_code) == ("failed", "timeout", 5)
        assert len(model.prompts) == 1
        assert becomes(lambda: not _counting(owner))


def _counting(owner: pymysql.Connection) -> bool:
    with owner.cursor() as cursor:
        cursor.execute(
            "SELECT 1 FROM information_schema.processlist WHERE user = 'asker' AND info LIKE 'SELECT%'"
        )
        return cursor.fetchone() is not None
