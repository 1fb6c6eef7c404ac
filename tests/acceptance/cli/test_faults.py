"""Bad input and faults: a sentence that says what to do, the right exit code, never a traceback."""

from __future__ import annotations

import os
import sqlite3
import stat
import subprocess
from pathlib import Path

import pytest
from tests.acceptance.cli.program import PROGRAM, Program, sentence

QUESTION = "How many customers are there?"


def test_no_database_is_told(rejoinder: Program):
    done = rejoinder("query", QUESTION, REJOINDER_DB="")
    assert done.code == 2
    assert "sample" in sentence(done)


@pytest.mark.parametrize(
    ("db", "code", "word"),
    [
        ("gone.db", 5, "gone.db"),
        ("sqlite:///gone.db", 5, "gone.db"),
        ("nosuch://host/db", 2, "nosuch"),
        (".", 5, "folder"),
    ],
)
def test_a_database_that_is_not_there_is_told(rejoinder: Program, db: str, code: int, word: str):
    done = rejoinder("query", "--db", db, QUESTION)
    assert done.code in {code, 2}, done
    assert word in sentence(done)


def test_a_file_that_is_no_database_is_told(rejoinder: Program, tmp_path: Path):
    (tmp_path / "notes.db").write_bytes(b"these are notes, not a database" * 100)
    done = rejoinder("query", "--db", "notes.db", QUESTION)
    assert done.code == 5
    assert "notes.db" in sentence(done)


def test_a_corrupt_database_is_told(rejoinder: Program, shop: Path):
    whole = shop.read_bytes()
    shop.write_bytes(whole[:100] + b"\xff" * 3000 + whole[3100:])
    done = rejoinder("query", QUESTION)
    assert done.code == 5
    assert sentence(done)


def test_a_locked_database_is_told(rejoinder: Program, shop: Path):
    with sqlite3.connect(shop) as writer:
        writer.execute("BEGIN EXCLUSIVE")
        done = rejoinder("query", QUESTION, "--deadline", "3")
    assert done.code == 5
    assert sentence(done)


@pytest.mark.parametrize(
    ("question", "word"),
    [("", "empty"), ("  \n ", "empty"), ("x" * 1_000_000, "characters"), ("a\0b", "text")],
)
def test_a_question_that_is_none_is_told(rejoinder: Program, question: str, word: str):
    done = rejoinder("query", "-", input=question)
    assert done.code == 2
    assert word in sentence(done)


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ([b"query", b"caf\xe9?"], 2),
        ([b"ask", b"caf\xe9?"], 2),
        ([b"sql", b"SELECT 'caf\xe9'"], 2),
        ([b"check", b"SELECT 'caf\xe9'"], 1),
        ([b"query", b"--db", b"caf\xe9.db", b"How many?"], 5),
        ([b"sql", b"caf\xe9.sql"], 2),
        ([b"show", b"caf\xe9"], 2),
        ([b"catalog", b"caf\xe9"], 1),
    ],
    ids=lambda value: b" ".join(value).decode(errors="replace") if isinstance(value, list) else "",
)
def test_bytes_that_are_no_text_are_told(rejoinder: Program, words: list[bytes], code: int):
    done = subprocess.run(
        [*PROGRAM, *words],
        check=False,
        cwd=rejoinder.folder,
        env=rejoinder.environment,
        capture_output=True,
    )
    assert done.returncode == code, done
    assert b"Traceback" not in done.stderr
    assert b"inside rejoinder" not in done.stderr
    assert done.stderr + done.stdout


@pytest.mark.parametrize("model", ["anthropic:some", "openai:some", "google:some"])
def test_a_model_without_a_key_is_told(rejoinder: Program, model: str):
    done = rejoinder("query", QUESTION, "--model", model)
    assert done.code in {2, 5}
    assert "key" in sentence(done).lower()


def test_a_model_that_nobody_knows_is_told(rejoinder: Program):
    done = rejoinder("query", QUESTION, "--model", "oracle:delphi")
    assert done.code == 2
    assert "builtin" in sentence(done)


def test_a_model_server_that_is_not_there_is_told(rejoinder: Program):
    done = rejoinder(
        "query",
        QUESTION,
        "--model",
        "openai:m",
        "--model-url",
        "http://127.0.0.1:9/v1",
        OPENAI_API_KEY="none",
    )
    assert done.code == 5
    assert sentence(done)


def test_a_ledger_that_cannot_be_written_is_told(rejoinder: Program, tmp_path: Path):
    done = rejoinder("query", QUESTION, "--ledger", f"sqlite:///{tmp_path}/shop.db/ledger.db")
    assert done.code in {2, 5}
    assert "ledger" in sentence(done)


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (["--timeout", "0"], "--timeout"),
        (["--timeout", "soon"], "--timeout"),
        (["--corrections", "4"], "--corrections"),
        (["--limit", "-1"], "--limit"),
        (["--nonsense"], "--nonsense"),
    ],
)
def test_an_option_that_means_nothing_is_told(rejoinder: Program, words: list[str], named: str):
    done = rejoinder("query", QUESTION, *words)
    assert done.code == 2
    assert named in sentence(done)


def test_settings_that_mean_nothing_are_told(rejoinder: Program, tmp_path: Path):
    (tmp_path / "rejoinder.toml").write_text("modle = 'builtin'\n")
    done = rejoinder("query", QUESTION)
    assert done.code == 2
    assert "modle" in sentence(done)


def test_a_password_in_a_url_is_never_shown(rejoinder: Program):
    done = rejoinder("query", "--db", "nosuch://ann:hunter2@host/db", QUESTION)
    assert done.code == 2
    assert "hunter2" not in done.out + done.err


MANY = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 9000) SELECT i, 'a line' FROM n"


def test_a_reader_that_went_away_is_no_error(rejoinder: Program):
    with subprocess.Popen(
        [*PROGRAM, "sql", MANY, "--limit", "9000"],
        cwd=rejoinder.folder,
        env=rejoinder.environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as child:
        child.stdout.readline()
        child.stdout.close()
        assert child.stderr.read() == b""
    assert child.returncode == 141


@pytest.mark.parametrize(
    ("redirected", "code", "said"),
    [
        (">&-", 0, ""),
        ("2>&-", 0, ""),
        ("<&-", 0, ""),
        pytest.param(
            ">/dev/full",
            5,
            "Error: the output can't be written: No space left on device.",
            marks=pytest.mark.skipif(not Path("/dev/full").exists(), reason="/dev/full isn't there"),
        ),
    ],
)
def test_a_stream_that_is_closed_or_full_breaks_nothing(
    rejoinder: Program, redirected: str, code: int, said: str
):
    done = subprocess.run(
        ["sh", "-c", f"exec {' '.join(PROGRAM)} sql 'SELECT 1' {redirected}"],
        check=False,
        cwd=rejoinder.folder,
        env=rejoinder.environment,
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stderr.strip()) == (code, said)


def test_the_ledger_is_its_owners_alone(rejoinder: Program, tmp_path: Path):
    rejoinder("query", QUESTION)
    assert stat.S_IMODE(os.stat(tmp_path / "ledger.db").st_mode) == 0o600


def test_our_own_mistake_is_one_sentence_and_a_file(tmp_path: Path):
    from rejoinder.cli.details import written

    place = written(ValueError("at postgres://ann:hunter2@host/db"))
    text = place.read_text()
    place.unlink()
    assert "ValueError" in text
    assert "hunter2" not in text
