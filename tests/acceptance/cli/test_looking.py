"""Looking at the catalog, at SQL, at a policy and at what should be put right."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.acceptance.cli.program import Program, sentence


@pytest.fixture
def policy(tmp_path: Path) -> str:
    """Orders are denied to interns, regions are hidden, and one name fits nothing."""
    path = tmp_path / "policy.toml"
    path.write_text(
        '[hide]\ncolumns = ["customers.region"]\n'
        '[deny]\ntables = ["invoices"]\n'
        '[askers.intern.deny]\ntables = ["orders"]\n'
    )
    return str(path)


def test_the_catalog_lists_tables_and_tells_columns(rejoinder: Program):
    assert "customers" in rejoinder("catalog").out
    told = rejoinder("catalog", "orders").out
    assert "customer_id" in told
    assert "-> customers.id" in told


def test_the_catalog_is_json_too(rejoinder: Program):
    names = [table["ref"] for table in rejoinder("catalog", "--json").json["tables"]]
    assert names == ["customers", "orders"]


def test_a_table_that_is_not_there_is_told(rejoinder: Program):
    done = rejoinder("catalog", "invoices")
    assert done.code == 1
    assert "invoices" in sentence(done)


def test_hidden_columns_are_not_in_the_catalog(rejoinder: Program, policy: str):
    assert "region" not in rejoinder("catalog", "customers", "--policy", policy).out


def test_check_passes_what_is_right(rejoinder: Program):
    done = rejoinder("check", "SELECT name FROM customers")
    assert (done.code, done.err) == (0, "")
    assert "`customers`" in done.out


def test_check_marks_what_is_wrong_and_runs_nothing(rejoinder: Program):
    done = rejoinder("check", "SELECT name,\n  nme FROM customers")
    assert done.code == 1
    assert "line 2, column 3" in done.out
    assert "^^^" in done.out
    found = rejoinder("check", "SELECT nme FROM customers; DROP TABLE customers", "--json").json
    assert found["passes"] is False
    assert found["findings"]


def test_policy_check_tells_names_that_fit_nothing(rejoinder: Program, policy: str):
    done = rejoinder("policy", "check", "--policy", policy)
    assert done.code == 1
    assert "invoices" in done.out


def test_policy_explain_says_who_may_read_what_and_why(rejoinder: Program, policy: str):
    assert "deny.tables" in rejoinder("policy", "explain", "intern", "orders", "--policy", policy).out
    assert "may be read" in rejoinder("policy", "explain", "ann", "orders", "--policy", policy).out
    assert "hidden" in rejoinder("policy", "explain", "ann", "customers.region", "--policy", policy).out


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("[deny]\ntable = ['x']", "tables"),
        ("deny = 3", "deny"),
        ("[[", "TOML"),
        ("[allow]\ntables=[]", "allow.tables"),
    ],
)
def test_a_policy_that_says_nothing_clear_is_refused(
    rejoinder: Program, tmp_path: Path, text: str, word: str
):
    path = tmp_path / "bad.toml"
    path.write_text(text)
    for command in (["policy", "check"], ["query", "How many customers are there?"]):
        done = rejoinder(*command, "--policy", str(path))
        assert done.code == 2, done
        assert word in sentence(done)


def test_a_policy_holds_for_questions(rejoinder: Program, policy: str):
    done = rejoinder("sql", "SELECT * FROM customers", "--policy", policy, "--json")
    assert "region" not in done.out.lower() or done.code != 0
    denied = rejoinder("sql", "SELECT * FROM orders", "--policy", policy, REJOINDER_ASKER="intern")
    assert denied.code == 4, denied


def test_doctor_says_what_should_be_put_right(rejoinder: Program):
    done = rejoinder("doctor")
    assert done.code == 0, done
    assert "Database: SQLite" in done.out
    assert "Model: builtin, on this machine" in done.out
    found = rejoinder("doctor", "--json").json
    assert found["privileges"]["engine"].startswith("SQLite")


def test_doctor_finds_a_limit_that_is_off(rejoinder: Program, tmp_path: Path):
    (tmp_path / "rejoinder.toml").write_text('[limits]\nturn_money = "none"\n')
    done = rejoinder("doctor")
    assert done.code == 1
    assert "FOUND: The limit `turn_money` is off." in done.out


def test_doctor_says_where_a_setting_is_from_and_keeps_its_secrets(rejoinder: Program, tmp_path: Path):
    (tmp_path / "rejoinder.toml").write_text(
        "model = 'openai:m'\nmodel_url = 'http://ann:hunter2@127.0.0.1/v1'\n[limits]\nrows = 5\n"
    )
    told = rejoinder("doctor", REJOINDER_ASKER="ann").out
    assert f"5  (`{tmp_path}/rejoinder.toml`)" in told
    assert "ann  (`REJOINDER_ASKER`)" in told
    assert "hunter2" not in told
    assert "corrections" not in told
    assert "corrections" in rejoinder("doctor", "--settings").out


def test_the_sample_is_made_and_named(rejoinder: Program):
    path = rejoinder("sample", "--path").out.strip()
    assert Path(path).is_file()
    assert "sample" in rejoinder("sample").out
