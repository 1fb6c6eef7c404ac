"""Recorded SQL goes through the loop in the place of a model, and what became of it is written down."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from rejoinder import Replayed, Settings, UsageError, replay
from rejoinder.evals.replay import counted, read_replay

RIGHT = "SELECT name FROM city ORDER BY id"
UNREADABLE = "SELECT json_extract(name, '$.x') FROM city"


def case(number: int, *sqls: str, **others: Any) -> dict[str, Any]:
    return {
        "id": f"c{number}",
        "corpus": "towns",
        "db": "towns",
        "question": "Which?",
        "sqls": sqls,
        **others,
    }


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    with sqlite3.connect(tmp_path / "towns.db") as database:
        database.executescript(
            "CREATE TABLE country (id INTEGER PRIMARY KEY, name TEXT);"
            "CREATE TABLE city (id INTEGER PRIMARY KEY, name TEXT, country_id INTEGER REFERENCES country (id));"
            "INSERT INTO city VALUES (1, 'Ayr', 1), (2, 'Bath', 2);"
        )
    database.close()
    return tmp_path


def written(folder: Path, *cases: dict[str, Any]) -> Path:
    file = folder / "towns.jsonl"
    file.write_text("\n".join(map(json.dumps, cases)), encoding="utf-8")
    return file


async def replayed(folder: Path, *cases: dict[str, Any], **options: Any) -> list[Replayed]:
    file = written(folder, *cases)
    return [one async for one in replay(file, str(folder), settings=Settings(), **options)]


async def test_what_ran_is_compared_with_the_gold(folder: Path):
    equal, differs, unknown = await replayed(
        folder,
        case(1, RIGHT, gold_sql="SELECT name FROM city ORDER BY 1"),
        case(2, "SELECT name FROM city WHERE id = 1", gold_sql=RIGHT),
        case(3, RIGHT),
    )
    assert (equal.end, equal.ran, equal.equal, equal.defect) == ("answered", True, True, "")
    assert (differs.ran, differs.equal) == (True, False)
    assert (unknown.ran, unknown.equal) == (True, None)


async def test_successive_answers_are_those_of_a_corrected_model(folder: Path):
    (one,) = await replayed(folder, case(1, UNREADABLE, RIGHT, gold_sql=RIGHT))
    assert (one.end, one.attempts, one.equal, one.defect) == ("answered", 2, True, "invalid_cast")


async def test_a_single_answer_that_is_refused_is_not_corrected(folder: Path):
    (one,) = await replayed(folder, case(1, UNREADABLE, gold_sql=RIGHT))
    assert (one.end, one.attempts, one.ran, one.equal, one.sql) == ("clarify", 1, False, None, UNREADABLE)


async def test_a_rule_mends_unless_it_is_off(folder: Path):
    broken = case(1, "SELECT country.country_id FROM city JOIN country ON country.id = city.country_id")
    (mended,) = await replayed(folder, broken)
    (left,) = await replayed(folder, broken, rules_off=["qualifier"])
    assert mended.repaired_by == ("qualifier",)
    assert left.repaired_by != ("qualifier",)


async def test_a_rule_that_is_not_there_is_a_sentence(folder: Path):
    with pytest.raises(UsageError, match="no rule `magic`; there are"):
        await replayed(folder, case(1, RIGHT), rules_off=["magic"])


async def test_the_same_cases_give_the_same_lines_but_for_the_seconds(folder: Path):
    cases = [case(1, RIGHT, gold_sql=RIGHT), case(2, UNREADABLE), case(3, "SELECT nme FROM city")]
    first, second = [await replayed(folder, *cases), await replayed(folder, *cases)]
    lines = [[json.loads(one.as_line()) | {"seconds": 0} for one in run] for run in (first, second)]
    assert lines[0] == lines[1]
    assert list(lines[0][0]) == [
        "id",
        "end",
        "class",
        "sql",
        "repaired_by",
        "attempts",
        "ran",
        "equal",
        "signals",
        "caveats",
        "seconds",
    ]


async def test_cases_are_counted_by_corpus_and_class(folder: Path):
    done = await replayed(folder, case(1, RIGHT, gold_sql=RIGHT), case(2, UNREADABLE))
    assert list(counted(done)) == [
        ("towns", "invalid_cast", {"cases": 1, "ran": 0, "equal": 0, "differs": 0, "clarify": 1}),
        ("towns", "none", {"cases": 1, "ran": 1, "equal": 1, "differs": 0}),
    ]


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ({"id": 1, "db": "d"}, "line 1 has no `question`"),
        ({"id": 1, "db": "d", "question": "q"}, "`sql` has to be a text"),
        ({"id": 1, "db": "d", "question": "q", "sqls": []}, "`sqls` a list of texts"),
        ({"id": 1, "db": "d", "question": "q", "sqls": [1]}, "`sqls` a list of texts"),
    ],
)
def test_a_line_that_is_no_case_is_named(tmp_path: Path, row: dict[str, Any], said: str):
    with pytest.raises(UsageError, match=said):
        read_replay(written(tmp_path, row))


@pytest.mark.parametrize(
    ("others", "said"),
    [
        ({"db": "nowhere"}, "no sqlite database `nowhere`"),
        ({"dialect": "postgres"}, "A postgres database is no file"),
    ],
)
async def test_a_database_that_is_not_there_is_a_sentence(folder: Path, others: dict[str, Any], said: str):
    with pytest.raises(UsageError, match=said):
        await replayed(folder, case(1, RIGHT) | others)
