"""Questions, SQL of one's own, and answers in every form."""

from __future__ import annotations

import csv
import io

import pytest
from tests.acceptance.cli.program import Program, sentence

SQL = "SELECT name, region FROM customers ORDER BY id"


def test_an_answer_is_its_rows_its_sql_and_its_run(rejoinder: Program):
    done = rejoinder("query", "How many customers are there?")
    assert done.code == 0, done.err
    assert "3" in done.out.split("\n")[2]
    assert "SELECT" in done.out
    assert "run " in done.out
    assert done.err == ""


def test_words_need_no_quotes(rejoinder: Program):
    assert rejoinder("query", "how", "many", "customers").code == 0


def test_a_question_can_come_from_stdin(rejoinder: Program):
    done = rejoinder("query", "-", input="How many customers are there?\n")
    assert done.code == 0


def test_ask_shows_the_sql_and_runs_nothing(rejoinder: Program):
    done = rejoinder("ask", "How many customers are there?", "--json")
    assert done.code == 0
    assert done.json["sql"]
    assert done.json["executed"] is False
    assert done.json["rows"] in ([], None)


def test_json_is_the_whole_outcome(rejoinder: Program):
    found = rejoinder("sql", SQL, "--json").json
    assert found["end"] == "answered"
    assert found["sql"] == SQL
    assert [column["name"] for column in found["columns"]] == ["name", "region"]
    assert found["rows"] == [["Ann", "North"], ["Bo", "South"], ["=cmd()", "South"]]
    assert found["truncated"] is False


def test_csv_is_rows_alone_and_the_rest_is_on_stderr(rejoinder: Program):
    done = rejoinder("sql", SQL, "--csv")
    assert list(csv.reader(io.StringIO(done.out))) == [
        ["name", "region"],
        ["Ann", "North"],
        ["Bo", "South"],
        ["=cmd()", "South"],
    ]


def test_guarded_csv_disarms_formulas(rejoinder: Program):
    assert "'=cmd()" in rejoinder("sql", SQL, "--csv", "--guard").out


def test_json_and_csv_exclude_each_other(rejoinder: Program):
    done = rejoinder("sql", SQL, "--csv", "--json")
    assert done.code == 2
    assert "exclude" in sentence(done)


def test_a_limit_cuts_and_says_so(rejoinder: Program):
    found = rejoinder("sql", SQL, "--limit", "2", "--json").json
    assert len(found["rows"]) == 2
    assert found["truncated"] is True
    assert "more" in rejoinder("sql", SQL, "--limit", "2").out


def test_sql_can_be_a_file_or_stdin(rejoinder: Program):
    (rejoinder.folder / "names.sql").write_text(SQL)
    assert "Ann" in rejoinder("sql", "names.sql").out
    assert "Ann" in rejoinder("sql", "-", input=SQL).out


def test_a_write_is_refused_before_the_database(rejoinder: Program):
    done = rejoinder("sql", "DELETE FROM customers")
    assert done.code == 4, done
    assert sentence(done)
    assert rejoinder("sql", "SELECT count(*) FROM customers", "--csv").out.split()[-1] == "3"


def test_sql_that_names_nothing_real_asks_back(rejoinder: Program):
    done = rejoinder("sql", "SELECT nme FROM customers", "--json")
    assert done.code == 3, done
    assert "nme" in done.out


def test_a_prompt_is_shown_before_it_is_sent(rejoinder: Program):
    done = rejoinder("query", "How many customers are there?", "--show-prompt", "--show-grounding")
    assert done.code == 0
    assert "[system]" in done.err
    assert "customers" in done.err
    assert "Grounding" in done.err
    assert "[system]" not in done.out


@pytest.mark.parametrize("question", ["¿Cuántos clientes hay?", "客户有多少?", "كم عدد العملاء؟", "🙂" * 50])
def test_a_question_in_another_script_has_an_end(rejoinder: Program, question: str):
    done = rejoinder("query", question)
    assert done.code in {0, 3}, done
    assert "Traceback" not in done.err
