"""On a terminal: progress, questions asked there and then, and Ctrl-C."""

from __future__ import annotations

import signal
import sqlite3
from pathlib import Path

import pytest
from tests.acceptance.cli.program import PATIENCE, Program, sentence

SLOW = (
    "SELECT count(*) FROM customers a JOIN n ON a.id <> n.i JOIN n m ON m.i <> n.i JOIN n o ON o.i <> m.i "
    "JOIN n p ON p.i <> o.i JOIN n q ON q.i <> p.i"
)


@pytest.fixture
def slow(rejoinder: Program, shop: Path) -> Program:
    """The program, with a table over which a statement takes hours."""
    with sqlite3.connect(shop) as database:
        database.execute("CREATE TABLE n (i INTEGER)")
        database.executemany("INSERT INTO n VALUES (?)", [(i,) for i in range(500)])
    return rejoinder


def test_a_question_back_is_asked_there_and_then(rejoinder: Program):
    with rejoinder.on_a_terminal("query", "Which flumox is the gribbliest?") as terminal:
        terminal.wait_for("Your reply")
        terminal.type("How many customers are there?\n")
        code = terminal.end()
    assert "run " in terminal.seen
    assert code in {0, 3}


def test_enter_leaves_the_question_open(rejoinder: Program):
    with rejoinder.on_a_terminal("query", "Which flumox is the gribbliest?") as terminal:
        terminal.wait_for("Your reply")
        terminal.type("\n")
        assert terminal.end() == 3
    assert "rejoinder reply" in terminal.seen


def test_choices_are_numbered(rejoinder: Program):
    with rejoinder.on_a_terminal("sql", "SELECT custommer_id FROM orders") as terminal:
        seen = terminal.wait_for("Your reply")
        assert "1." in seen
        terminal.type("9\n")
        terminal.wait_for("no choice 9")
        terminal.type("1\n")
        assert terminal.end() == 0
    assert "SELECT customer_id FROM orders" in terminal.seen


def test_progress_says_what_is_happening_and_how_long_is_left(slow: Program):
    with slow.on_a_terminal("sql", SLOW) as terminal:
        terminal.wait_for("running the statement")
        assert "s left" in terminal.seen
        terminal.interrupt()
        terminal.end()


def test_ctrl_c_ends_the_run_properly(slow: Program):
    with slow.on_a_terminal("sql", SLOW) as terminal:
        terminal.wait_for("running the statement")
        terminal.interrupt()
        assert terminal.end() == 130
    assert "Cancelled." in terminal.seen
    assert "Traceback" not in terminal.seen
    (run,) = slow("runs", "--json").json
    assert (run["end"], run["reason"]) == ("failed", "cancelled")
    assert "Ended: failed (cancelled)" in slow("show", run["run"]).out


def test_an_interrupt_is_heeded_in_a_pipe_too(slow: Program, shop: Path):
    with slow.piped("sql", SLOW) as child:
        while "Began to run the statement" not in slow("show", "--last").out:
            assert child.poll() is None
        child.send_signal(signal.SIGINT)
        out, err = child.communicate(timeout=PATIENCE)
    assert (child.returncode, out) == (130, "")
    assert err.startswith("Cancelled.")
    (run,) = slow("runs", "--json").json
    assert (run["end"], run["reason"]) == ("failed", "cancelled")
    with sqlite3.connect(shop, timeout=0) as database:
        database.execute("BEGIN EXCLUSIVE")  # nothing reads it any more


def test_a_run_is_cancelled_from_another_terminal(slow: Program):
    with slow.piped("sql", SLOW, "--timeout", "60") as child:
        while "Began to run the statement" not in slow("show", "--last").out:
            assert child.poll() is None
        assert slow("cancel", "--last").code == 0
        _, err = child.communicate(timeout=PATIENCE)
    assert child.returncode == 130
    assert "Cancelled." in err
    (run,) = slow("runs", "--json").json
    assert (run["end"], run["reason"]) == ("failed", "cancelled")


def test_a_statement_that_takes_too_long_is_stopped(slow: Program):
    for words in (["--timeout", "0.5"], ["--deadline", "1"]):
        done = slow("sql", SLOW, *words)
        assert done.code == 5
        assert "no answer in time" in sentence(done)
        assert "The database said: interrupted" in done.err


def test_a_pipe_gets_no_progress(rejoinder: Program):
    done = rejoinder("query", "How many customers are there?")
    assert done.err == ""
    assert "\x1b" not in done.out


def test_no_color_is_heeded(rejoinder: Program):
    for variables, coloured in (({}, True), ({"NO_COLOR": "1"}, False)):
        with rejoinder.on_a_terminal("sql", "SELECT 1", **variables) as terminal:
            assert terminal.end() == 0
        assert ("\x1b[36m" in terminal.raw) is coloured


def test_cells_cannot_steer_the_terminal(rejoinder: Program):
    with rejoinder.on_a_terminal("sql", "SELECT char(27) || '[2J' || char(7) AS x") as terminal:
        terminal.end()
    assert "\x1b[2J" not in terminal.raw
    assert "\x07" not in terminal.raw


def test_a_narrow_terminal_gets_narrow_lines(rejoinder: Program):
    statement = "SELECT 'a long text that has no place in forty columns' AS first, 'and another' AS second"
    with rejoinder.on_a_terminal("sql", statement, columns=40) as terminal:
        assert terminal.end() == 0
    table = terminal.seen.partition("(1 row)")[0]
    assert all(len(line) <= 40 for line in table.splitlines()[-3:])
    assert "second" in table


@pytest.mark.parametrize(
    "words",
    [
        ("sql", "SELECT '\x1b[31mred\x9b5m' AS x"),
        ("sql", "SELECT '\x1b[31mred\x9b5m' AS x", "--csv"),
        ("sql", "SELECT '\x1b[31mred\x9b5m' AS x", "--json"),
        ("sql", "DELETE FROM orders WHERE '\x1b[31mred\x9b5m'"),
        ("check", 'SELECT "\x1b[31mred\x9b5m" FROM orders', "--json"),
        ("query", "how many", "--model", "\x1b[31mred\x9b5m:x"),
        ("show", "\x1b[31mred\x9b5m"),
        ("catalog", "\x1b[31mred\x9b5m"),
    ],
    ids=["rows", "csv", "json", "refused", "finding", "model", "run", "table"],
)
def test_no_text_steers_the_terminal(rejoinder: Program, words: tuple[str, ...]):
    with rejoinder.on_a_terminal(*words) as terminal:
        terminal.end()
    assert "\x1b[31m" not in terminal.raw
    assert "\x9b" not in terminal.raw


def test_csv_in_a_pipe_holds_the_bytes_of_the_database(rejoinder: Program):
    assert rejoinder("sql", "SELECT '\x1b[31mred' AS x", "--csv").out == "x\n\x1b[31mred\n"
