"""Recorded SQL replayed on the databases of a PostgreSQL server, by one URL in which `{db}` is the case's."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import psycopg
import pytest
from tests.contract.connectors import servers

from rejoinder import Replayed, Settings, replay

_TOWNS = "CREATE TABLE city (id int PRIMARY KEY, name text, founded text);" + (
    "INSERT INTO city VALUES (1, 'Ayr', '1205-05-01')"
)
_SHOPS = "CREATE TABLE sale (id int PRIMARY KEY, amount int); INSERT INTO sale VALUES (1, 3), (2, 4)"
CASES = [
    ("towns", ["SELECT name FROM city WHERE EXTRACT(YEAR FROM founded) = 1205"], "SELECT name FROM city"),
    ("shops", ["SELECT SUM(amounts) FROM sale"], "SELECT SUM(amount) FROM sale"),
    ("shops", ["SELECT id FROM sale WHERE CAST('x' AS int) = id", "SELECT 2"], "SELECT count(*) FROM sale"),
]


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    with servers.postgres() as folder:
        for name, script in (("towns", _TOWNS), ("shops", _SHOPS)):
            with closing(
                psycopg.connect(host=folder, user="owner", dbname="postgres", autocommit=True)
            ) as owner:
                owner.execute(f"CREATE DATABASE {name}".encode())
            with closing(psycopg.connect(host=folder, user="owner", dbname=name, autocommit=True)) as owner:
                owner.execute(script.encode())
        yield f"postgresql://owner@/{{db}}?host={folder}"


@pytest.fixture
def cases(tmp_path: Path) -> Path:
    file = tmp_path / "cases.jsonl"
    lines = [
        {"id": str(number), "db": db, "dialect": "postgres", "question": "?", "sqls": sqls, "gold_sql": gold}
        for number, (db, sqls, gold) in enumerate(CASES)
    ]
    file.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    return file


async def replayed(cases: Path, url: str) -> list[Replayed]:
    return [one async for one in replay(cases, url, settings=Settings())]


async def test_each_case_is_replayed_on_its_own_database(url: str, cases: Path):
    cast, near, corrected = await replayed(cases, url)
    assert (cast.end, cast.equal, cast.repaired_by) == ("answered", True, ("lossless_cast",))
    assert (near.end, near.equal, near.repaired_by) == ("answered", True, ("near_column",))
    assert (corrected.attempts, corrected.equal, corrected.defect) == (2, True, "invalid_cast")


async def test_the_same_cases_give_the_same_lines_but_for_the_seconds(url: str, cases: Path):
    def lines(made: list[Replayed]) -> list[dict[str, object]]:
        return [{**json.loads(one.as_line()), "seconds": 0} for one in made]

    first = lines(await replayed(cases, url))
    assert first == lines(await replayed(cases, url))
