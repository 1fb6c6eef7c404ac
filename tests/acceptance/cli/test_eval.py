"""Measuring answers against known ones."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.acceptance.cli.program import Program, lines, sentence

from rejoinder.testing import ModelServer

ASKED = (
    {"id": "right", "db": "shop", "question": "How many customers are there?", "gold_sql": "SELECT 3"},
    {"id": "wrong", "db": "shop", "question": "How many orders are there?", "gold_sql": "SELECT 7"},
    {"id": "back", "db": "shop", "question": "Which flumox is the gribbliest?", "gold_sql": "SELECT 1"},
)


@pytest.fixture
def questions(tmp_path: Path, shop: Path) -> str:
    """Three questions on the shop: a right answer, a wrong one, and a question back."""
    path = tmp_path / "questions.jsonl"
    path.write_text("".join(json.dumps(each) + "\n" for each in ASKED))
    return str(path)


def test_answers_are_counted_by_how_they_compare(rejoinder: Program, questions: str, tmp_path: Path):
    done = rejoinder("eval", "run", "--questions", questions, "--databases", str(tmp_path), "--json")
    assert done.code == 0, done
    assert done.json == {
        "model": "builtin",
        "questions": 3,
        "equal": 1,
        "differs": 1,
        "clarified": 1,
        "refused": 0,
        "failed": 0,
        "unmeasured": 0,
    }


def test_each_question_can_be_told(rejoinder: Program, questions: str, tmp_path: Path):
    told = rejoinder("eval", "run", "--questions", questions, "--databases", str(tmp_path), "--each").out
    assert [line.split() for line in lines(told)[:3]] == [
        ["equal", "shop", "right"],
        ["differs", "shop", "wrong"],
        ["clarified", "shop", "back"],
    ]
    assert "33.3%" in told


def test_a_model_can_be_measured_too(rejoinder: Program, questions: str, tmp_path: Path):
    with ModelServer(["```sql\nSELECT count(*) FROM customers\n```"], repeat=True) as server:
        found = rejoinder(
            *("eval", "run", "--questions", questions, "--databases", str(tmp_path), "--most", "2", "--json"),
            *("--model", "openai:any", "--model-url", server.url),
        ).json
    assert (found["model"], found["equal"], found["differs"]) == ("openai:any", 1, 1)


def test_nothing_is_left_in_the_ledger(rejoinder: Program, questions: str, tmp_path: Path):
    rejoinder("eval", "run", "--questions", questions, "--databases", str(tmp_path))
    assert rejoinder("runs").out == "No runs.\n"


@pytest.mark.parametrize(
    ("text", "word"),
    [("{", "line 1"), ('{"db": "nosuch", "question": "How many?"}', "nosuch"), ("", "question")],
)
def test_a_file_of_something_else_is_told(rejoinder: Program, tmp_path: Path, text: str, word: str):
    (tmp_path / "q.jsonl").write_text(text)
    done = rejoinder("eval", "run", "--questions", "q.jsonl", "--databases", ".")
    assert done.code == 2, done
    assert word in sentence(done)
