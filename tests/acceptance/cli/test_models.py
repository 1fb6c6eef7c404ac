"""A model on loopback that says what it shouldn't: a sentence, the right exit code, the ledger intact."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.acceptance.cli.program import Done, Program, sentence

from rejoinder.testing import Fault, ModelServer, Spoken

QUESTION = "What are the names of the customers?"
WRONG = "SELECT nme_of_it FROM customers WHERE nowhere > 1 ORDER BY 1"
RIGHT = "SELECT name FROM customers ORDER BY id"
WRITE = "DELETE FROM customers"


def fenced(sql: str) -> str:
    """As a model writes it."""
    return f"Here it is.\n```sql\n{sql}\n```\nAnything else?"


@pytest.fixture
def ask(rejoinder: Program) -> Callable[..., tuple[Done, ModelServer]]:
    """Asks a model that follows a script, and leaves the last line of it in force for ever."""

    def asking(script: list[str | Spoken], *words: str, **variables: str) -> tuple[Done, ModelServer]:
        with ModelServer(script, repeat=True) as server:
            done = rejoinder(
                "query", QUESTION, "--model", "openai:any", "--model-url", server.url, *words, **variables
            )
        return done, server

    return asking


def ended(rejoinder: Program) -> tuple[str, str]:
    """How the only run ended, by the ledger; its story can be told."""
    (run,) = rejoinder("runs", "--json").json
    assert rejoinder("show", run["run"]).code == 0
    return run["end"], run["reason"]


def test_sql_that_the_database_refuses_is_corrected(ask, rejoinder: Program):
    done, server = ask([fenced(WRONG), fenced(RIGHT)], "--json")
    assert done.code == 0, done
    assert done.json["rows"] == [["Ann"], ["Bo"], ["=cmd()"]]
    assert done.json["sql"] == RIGHT
    assert len(server.requests) == 2
    assert ended(rejoinder) == ("answered", "")


def test_the_story_of_a_correction_is_told_with_its_prompts_where_they_are_kept(
    ask, rejoinder: Program, tmp_path: Path
):
    (tmp_path / "rejoinder.toml").write_text("[prompts]\nkeep = true\n")
    done, _ = ask([fenced(WRONG), fenced(RIGHT)], "--json")
    told = rejoinder("show", done.json["run"]).out
    places = [
        told.index(word)
        for word in (
            f"Asked: {QUESTION}",
            "Attempt 1 began: a draft",
            "sent:",
            WRONG,
            "Check rejects it",
            "Attempt 2 began: a correction",
            RIGHT,
            "Check passes it",
            "Ran: 3 rows",
            "Ended: answered",
        )
    ]
    assert places == sorted(places)
    assert "customers" in told


@pytest.mark.parametrize(
    ("script", "code", "end", "calls"),
    [
        pytest.param([fenced(RIGHT)], 0, ("answered", ""), 1, id="a fence with talk around it"),
        pytest.param([RIGHT], 0, ("answered", ""), 1, id="SQL and nothing else"),
        pytest.param(["It depends."], 3, ("clarify", "unresolved"), 3, id="prose for ever"),
        pytest.param(["It depends.", fenced(RIGHT)], 0, ("answered", ""), 2, id="prose at first"),
        pytest.param([""], 3, ("clarify", "unresolved"), 3, id="nothing for ever"),
        pytest.param([fenced(WRONG)], 3, ("clarify", "unresolved"), 2, id="the same SQL for ever"),
        pytest.param(
            [fenced(f"{RIGHT}; SELECT 2")], 3, ("clarify", "unresolved"), 2, id="two statements for ever"
        ),
        pytest.param([fenced(WRITE)], 4, ("refused", "policy"), 2, id="a write for ever"),
        pytest.param([fenced(WRITE), fenced(RIGHT)], 0, ("answered", ""), 2, id="a write at first"),
        pytest.param(["DECLINE: nothing here is about that"], 3, ("clarify", "unresolved"), 1, id="no"),
        pytest.param(["ASK: which customers?"], 3, ("clarify", "meaning"), 1, id="a question back"),
    ],
)
def test_whatever_a_model_says_the_run_ends(
    ask, rejoinder: Program, script: list[str], code: int, end: tuple[str, str], calls: int
):
    done, server = ask(script)
    assert done.code == code, done
    assert "Traceback" not in done.out + done.err
    assert ended(rejoinder) == end
    assert len(server.requests) == calls
    assert rejoinder("sql", "SELECT count(*) AS n FROM customers", "--csv").out == "n\n3\n"


def test_what_a_model_declines_with_is_quoted(ask):
    done, _ = ask(["DECLINE: nothing here is about the weather"])
    assert "nothing here is about the weather" in done.out


@pytest.mark.parametrize(
    ("spoken", "words"),
    [
        (Spoken(fault=Fault.RATE_LIMIT, retry_after=3600), "no more requests"),
        (Spoken(fault=Fault.SERVER_ERROR), "failed"),
        (Spoken(fault=Fault.OVERLOADED), "overloaded"),
        (Spoken(fault=Fault.BAD_KEY), "`OPENAI_API_KEY`"),
        (Spoken(fault=Fault.UNKNOWN_MODEL), "isn't known"),
        (Spoken(fault=Fault.CONTEXT), "longer than"),
        (Spoken(text=fenced(RIGHT), fault=Fault.CUT), "broke off"),
        (Spoken(fault=Fault.CUT_BEFORE), "broke off"),
        (Spoken(text=fenced(RIGHT), fault=Fault.UNFINISHED), "broke off"),
        (Spoken(fault=Fault.GARBLED), "can't be read"),
        (Spoken(fault=Fault.SILENT), "within 3 seconds"),
        (Spoken(text=fenced(RIGHT), fault=Fault.SILENT_AFTER), "within 3 seconds"),
    ],
    ids=lambda value: value.fault.value if isinstance(value, Spoken) else "",
)
def test_a_service_that_fails_is_told_in_a_sentence(ask, rejoinder: Program, spoken: Spoken, words: str):
    done, _ = ask([spoken], "--deadline", "3")
    assert done.code == 5, done
    assert done.out == ""
    assert words in sentence(done)
    assert ended(rejoinder) == ("failed", "provider")


@pytest.mark.parametrize(
    ("spoken", "words"),
    [
        (Spoken(text="I can't help with that.", fault=Fault.FILTERED), "I can't help with that."),
        (Spoken(text=fenced(RIGHT), fault=Fault.TOO_LONG), "cut off"),
        (Spoken(fault=Fault.EMPTY), "can't be answered as it was asked"),
    ],
    ids=lambda value: value.fault.value if isinstance(value, Spoken) else "",
)
def test_a_completion_without_sql_leads_to_a_question_back(
    ask, rejoinder: Program, spoken: Spoken, words: str
):
    done, _ = ask([spoken])
    assert done.code == 3, done
    assert words in done.out
    assert ended(rejoinder) == ("clarify", "unresolved")


WITHOUT = """
import sys

class Without:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] == "pydantic_ai":
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Without())
"""
"""What Python runs as it starts: an installation that lacks the extra."""


def test_a_missing_extra_names_its_install_line(ask, tmp_path: Path):
    (tmp_path / "sitecustomize.py").write_text(WITHOUT)
    done, server = ask([fenced(RIGHT)], PYTHONPATH=str(tmp_path))
    assert done.code == 2
    assert "pip install 'rejoinder[openai]'" in sentence(done)
    assert server.requests == []


def test_no_key_and_no_password_is_ever_shown(ask, rejoinder: Program):
    done, server = ask([Spoken(fault=Fault.BAD_KEY)], OPENAI_API_KEY="sk-very-secret")
    assert server.requests[0].headers["authorization"] == "Bearer sk-very-secret"
    told = rejoinder("show", "--last").out + rejoinder("runs", "--json").out
    assert "sk-very-secret" not in done.out + done.err + told


def test_a_process_killed_while_the_model_was_asked_is_resumed(rejoinder: Program):
    with ModelServer([Spoken(fault=Fault.SILENT)], repeat=True) as silent:
        asked = ("query", QUESTION, "--model", "openai:any", "--model-url", silent.url)
        with rejoinder.on_a_terminal(*asked) as terminal:
            terminal.wait_for("asking for SQL")  # then it is killed
    (before,) = rejoinder("runs", "--json").json
    assert before["end"] == "open"
    with ModelServer([fenced(RIGHT)]) as server:
        done = rejoinder("resume", "--last", "--model", "openai:any", "--model-url", server.url, "--json")
    assert done.code == 0, done
    assert (done.json["run"], done.json["sql"]) == (before["run"], RIGHT)
    assert "stopped in the middle" in rejoinder("show", "--last").out


def test_a_process_killed_while_a_statement_ran_pays_for_no_completion_twice(rejoinder: Program, shop: Path):
    slow = "SELECT count(*) FROM orders a JOIN n ON a.id <> n.i JOIN n m ON m.i <> n.i JOIN n o ON o.i <> m.i"
    with sqlite3.connect(shop) as database:
        database.execute("CREATE TABLE n (i INTEGER)")
        database.executemany("INSERT INTO n VALUES (?)", [(i,) for i in range(2000)])
    with ModelServer([fenced(slow)]) as server:
        model = ("--model", "openai:any", "--model-url", server.url)
        with rejoinder.on_a_terminal("query", QUESTION, *model) as terminal:
            terminal.wait_for("running the statement")
        with sqlite3.connect(shop) as database:
            database.execute("DELETE FROM n WHERE i > 1")
        done = rejoinder("resume", "--last", *model, "--json")
        assert done.code == 0, done
        assert done.json["rows"] == [[5]]
        assert len(server.requests) == 1
