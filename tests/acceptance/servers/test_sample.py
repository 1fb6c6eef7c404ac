"""The sample on a real PostgreSQL: its rows, one table name in two schemas, and nothing of somebody else's touched."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import psycopg
import pytest
from tests.acceptance.cli.program import Program, environment, sentence
from tests.contract.connectors import servers

import rejoinder
from rejoinder import sample
from rejoinder.errors import DatabaseUnavailable, UsageError

REVENUE = "SELECT site, month, orders, CAST(revenue AS FLOAT) FROM {}monthly_revenue ORDER BY 1, 2"


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    """A server with the sample on it."""
    with servers.postgres() as folder:
        found = f"postgresql://owner@/postgres?host={folder}"
        assert sample.write(found) == found
        yield found


def test_it_has_the_rows_of_sqlite(url: str):
    with closing(psycopg.connect(url)) as ours, closing(sqlite3.connect(sample.path())) as theirs:
        found = ours.execute(REVENUE.format("restaurants.").encode()).fetchall()
        assert sorted(found) == sorted(theirs.execute(REVENUE.format("")).fetchall())
        (keys,) = ours.execute("SELECT count(*) FROM pg_constraint WHERE contype = 'f'").fetchone() or ()
        assert keys == 19


async def test_a_question_about_what_both_schemas_have_is_asked_back(url: str):
    async with rejoinder.connect(url, ledger="memory:") as agent:
        asked = await agent.query("How many orders were there in 2024?")
        assert asked.end == "clarify"
        answered = await agent.query("How many reviews are there?")
    assert answered.rows == ((2006,),)


async def test_a_query_names_the_schema_that_it_means(url: str):
    async with rejoinder.connect(url, ledger="memory:") as agent:
        counts = [
            (await agent.run_sql(f"SELECT count(*) FROM {schema}.orders")).rows
            for schema in ("restaurants", "archive")
        ]
    assert counts == [((18_216,),), ((320,),)]


def test_schemas_that_are_there_are_not_touched(url: str):
    with closing(psycopg.connect(url, autocommit=True)) as owner:
        owner.execute("CREATE DATABASE taken")
        taken = url.replace("/postgres?", "/taken?")
        with closing(psycopg.connect(taken, autocommit=True)) as other:
            other.execute("CREATE SCHEMA archive")
            with pytest.raises(UsageError, match="there is already `archive`"):
                sample.write(taken)
            schemas = "SELECT count(*) FROM pg_namespace WHERE nspname IN ('archive', 'restaurants')"
            assert other.execute(schemas).fetchone() == (1,)
        owner.execute("DROP DATABASE taken")


def test_a_role_that_may_not_make_schemas_is_told_so(url: str):
    with closing(psycopg.connect(url, autocommit=True)) as owner:
        owner.execute("CREATE ROLE clerk LOGIN")
        owner.execute("CREATE DATABASE closed")
    with pytest.raises(DatabaseUnavailable, match="permission denied for database closed"):
        sample.write(url.replace("owner@/postgres?", "clerk:hunter2@/closed?"))


def test_the_program_writes_it_and_refuses_to_write_it_twice(url: str, tmp_path: Path):
    program = Program(tmp_path, environment(tmp_path))
    told = program("sample", url)
    assert told.code == 2
    assert "there is already `archive` and `restaurants`" in sentence(told)
    assert program("sample", "x.duckdb").out == (
        f"The sample was written: ask it with `--db 'duckdb:///{tmp_path}/x.duckdb'`.\n"
    )
    asked = program(
        "query", "--db", "sample:duckdb", "How many reviews are there?", XDG_CACHE_HOME=str(tmp_path)
    )
    assert "2006" in asked.out
    assert (tmp_path / "rejoinder").is_dir()
