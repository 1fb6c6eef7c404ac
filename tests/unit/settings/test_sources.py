"""Arguments win over the environment, that over `rejoinder.toml`, that over the defaults; and each says so."""

from __future__ import annotations

import os
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from rejoinder.errors import SettingsError
from rejoinder.settings import Settings
from rejoinder.settings.keys import KEYS
from rejoinder.terms.estimate import Ceiling
from rejoinder.terms.limits import Limits

FILE = """
db = "shop"
model = "anthropic:claude"
model_url = "http://localhost:8000/v1"
ledger = "memory:"
policy = "rules/policy.toml"
asker = "ada"
sessions = 2
durability = "full"
retention_days = 30

[today]
timezone = "UTC"
first_weekday = "sunday"
fiscal_year_start = 4

[results]
store = false
keep_seconds = 60

[prompts]
keep = true

[limits]
corrections = 3
statement_seconds = 5
turn_money = "none"
rows = 100

[limits.ask_above]
rows_read = 1000

[limits.never_above]
bytes_read = 5_000_000_000
cost = 12.5

[databases]
shop = "postgresql://ada:pw@shop.example/orders"
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "rejoinder.toml").write_text(FILE, encoding="utf-8")
    return tmp_path


def _loaded(folder: Path, **environment: str) -> Settings:
    return Settings.load(folder, {"HOME": str(folder), **environment})


def test_the_file_says_every_setting(folder: Path):
    found = _loaded(folder)
    assert (found.db, found.model, found.model_url) == (
        "shop",
        "anthropic:claude",
        "http://localhost:8000/v1",
    )
    assert (found.ledger, found.policy) == ("memory:", str(folder / "rules/policy.toml"))
    assert (found.asker, found.sessions, found.durability) == ("ada", 2, "full")
    assert (found.retention_days, found.timezone, found.first_weekday) == (30, "UTC", 6)
    assert (found.fiscal_year_start, found.results_keep_seconds) == (4, 60)
    assert (found.results_store, found.keep_prompts) == (False, True)
    assert found.limits == Limits(
        corrections=3,
        statement_seconds=5,
        turn_money=None,
        rows=100,
        ask_above=Ceiling(rows_read=1000),
        never_above=Ceiling(bytes_read=5_000_000_000, cost=12.5),
    )


def test_without_a_file_and_an_environment_everything_is_a_default(tmp_path: Path):
    found = _loaded(tmp_path)
    assert found == Settings(ledger=found.ledger, sources=found.sources, databases=found.databases)
    assert {setting.source for setting in found.explained()} == {"default"}


ENVIRONMENT: dict[str, tuple[str, str]] = {
    "REJOINDER_DB": ("db", "other.db"),
    "REJOINDER_MODEL": ("model", "ollama:qwen3"),
    "REJOINDER_MODEL_URL": ("model_url", "http://127.0.0.1:1/v1"),
    "REJOINDER_LEDGER": ("ledger", "sqlite:////elsewhere.sqlite"),
    "REJOINDER_POLICY": ("policy", "other.toml"),
    "REJOINDER_ASKER": ("asker", "bob"),
}


def test_every_variable_is_in_the_table():
    assert {key.variable for key in KEYS.values()} - {""} == ENVIRONMENT.keys()


@pytest.mark.parametrize("variable", ENVIRONMENT)
def test_the_environment_wins_over_the_file(folder: Path, variable: str):
    name, value = ENVIRONMENT[variable]
    found = _loaded(folder, **{variable: value})
    assert getattr(found, name) == value
    assert found.source_of(name) == f"`{variable}`"
    assert found.source_of("sessions") == f"`{folder / 'rejoinder.toml'}`"


def test_an_empty_variable_says_nothing(folder: Path):
    assert _loaded(folder, REJOINDER_MODEL="").model == "anthropic:claude"


@pytest.mark.parametrize("name", ["db", "model", "model_url", "ledger", "policy"])
def test_an_argument_wins_over_the_environment(folder: Path, name: str):
    environment = {variable: value for variable, (_, value) in ENVIRONMENT.items()}
    found = _loaded(folder, **environment).given(**{name: "given"})
    assert getattr(found, name) == "given"
    assert found.source_of(name) == "argument"
    others = {key for key, _ in ENVIRONMENT.values()} - {name}
    assert all(found.source_of(other).startswith("`REJOINDER_") for other in others)


def test_an_argument_that_isnt_given_changes_nothing(folder: Path):
    found = _loaded(folder)
    assert found.given() == found
    assert found.given(db=None, policy=None) == found


def test_the_file_of_the_nearest_folder_above_counts(folder: Path):
    inner = folder / "a" / "b"
    inner.mkdir(parents=True)
    assert _loaded(inner).model == "anthropic:claude"
    (folder / "a" / "rejoinder.toml").write_text('model = "builtin"', encoding="utf-8")
    assert _loaded(inner).model == "builtin"
    assert _loaded(inner).sessions == 4, "the farther file says nothing"


@pytest.mark.skipif(os.name != "posix" or os.geteuid() != 0, reason="only root can give a file away")
def test_a_file_above_that_somebody_else_put_there_is_left_alone(folder: Path):
    inner = folder / "a"
    inner.mkdir()
    os.chown(folder / "rejoinder.toml", 65534, 65534)
    assert _loaded(inner).model == "builtin"
    assert _loaded(folder).model == "anthropic:claude", "in the folder itself it is the user's own doing"


def test_a_folder_of_that_name_is_no_file(tmp_path: Path):
    (tmp_path / "rejoinder.toml").mkdir()
    assert _loaded(tmp_path).model == "builtin"


def test_each_setting_is_explained_with_its_source_and_without_its_secrets(folder: Path):
    found = _loaded(folder, REJOINDER_DB="postgresql://ada:hunter2@shop.example/orders")
    told = {setting.name: (setting.value, setting.source) for setting in found.explained()}
    assert told.keys() == KEYS.keys()
    assert told["db"] == ("postgresql://ada:***@shop.example/orders", "`REJOINDER_DB`")
    assert told["limits.turn_money"] == ("none", f"`{folder / 'rejoinder.toml'}`")
    assert told["limits.ask_above.rows_read"] == ("1000", f"`{folder / 'rejoinder.toml'}`")
    assert told["prompts.keep"][0] == "true"
    assert told["limits.rows"][0] == "100"
    assert told["limits.turns"] == ("5", "default")


def test_the_program_shows_no_secret_of_a_setting(folder: Path):
    found = _loaded(folder).given(
        db="postgresql://ada:hunter2@shop.example/orders", model_url="http://x?token=hunter2"
    )
    assert "hunter2" not in repr(found)
    assert "pw@" not in repr(found)


def test_questions_that_nobody_waits_for_leave_nothing_behind(folder: Path):
    found = _loaded(folder).for_evaluation(rows=5_000)
    assert (found.ledger, found.limits.rows, found.limits.corrections) == ("memory:", 5_000, 3)


# What has no meaning


UNKNOWN: dict[str, tuple[str, str]] = {
    "a key": ('modle = "x"', "there is no setting `modle`; did you mean `model`?"),
    "a key far from all": ("zzz = 1", "there is no setting `zzz`"),
    "a key of a table": (
        "[limits]\ncorections = 1",
        "`limits.corections`; did you mean `limits.corrections`?",
    ),
    "a key without its table": ("corrections = 1", "did you mean `limits.corrections`?"),
    "a table": ("[databsaes]\na = 'b'", "there is no setting `databsaes.a`"),
    "a table that is one key": ("[model]\nname = 'x'", "there is no setting `model.name`"),
    "a key that is a table": ("limits = 5", "`limits` must be a table, with keys such as `limits."),
    "databases that are none": (
        "databases = 5",
        "`databases` must be a table: [databases], then NAME = URL.",
    ),
    "a database that is none": (
        "[databases]\nshop = 5",
        "`databases.shop` must be a URL or a file, in quotes.",
    ),
    "no TOML": ("model = ", "is no valid TOML"),
    "the same key twice": ("model = 'a'\nmodel = 'b'", "is no valid TOML"),
}


@pytest.mark.parametrize(("text", "said"), UNKNOWN.values(), ids=UNKNOWN.keys())
def test_what_the_file_says_without_meaning_is_told(tmp_path: Path, text: str, said: str):
    (tmp_path / "rejoinder.toml").write_text(text, encoding="utf-8")
    with pytest.raises(SettingsError) as raised:
        _loaded(tmp_path)
    assert said in str(raised.value)
    assert f"`{tmp_path / 'rejoinder.toml'}`" in str(raised.value)


def test_a_file_that_is_no_text_is_told(tmp_path: Path):
    (tmp_path / "rejoinder.toml").write_bytes(b'model = "\xff"')
    with pytest.raises(SettingsError, match="can't be read"):
        _loaded(tmp_path)


_WHOLE = "a whole number"
BAD: list[tuple[str, Any, str]] = [
    ("db", 5, "text in quotes"),
    ("model", "  ", "text in quotes"),
    ("sessions", 0, f"{_WHOLE} from 1 to 64"),
    ("sessions", 65, f"{_WHOLE} from 1 to 64"),
    ("sessions", 2.5, f"{_WHOLE} from 1 to 64"),
    ("sessions", True, f"{_WHOLE} from 1 to 64"),
    ("durability", "some", '"normal" or "full"'),
    ("retention_days", 0, 'a number above 0, or "none" for no limit'),
    ("retention_days", "long", 'a number above 0, or "none" for no limit'),
    ("today.timezone", "Mars/Olympus", "the name of a time zone"),
    ("today.timezone", "../../etc/passwd", "the name of a time zone"),
    ("today.timezone", 5, "the name of a time zone"),
    ("today.first_weekday", "funday", 'a day such as "monday"'),
    ("today.first_weekday", 7, 'a day such as "monday"'),
    ("today.first_weekday", True, 'a day such as "monday"'),
    ("today.fiscal_year_start", 13, f"{_WHOLE} from 1 to 12"),
    ("results.store", True, "never in the ledger"),
    ("results.store", "maybe", "true or false"),
    ("results.keep_seconds", -1, "a number above 0"),
    ("results.keep_seconds", float("nan"), "a number above 0"),
    ("prompts.keep", "yes", "true or false"),
    ("limits.corrections", 4, f"{_WHOLE} from 0 to 3"),
    ("limits.corrections", -1, f"{_WHOLE} from 0 to 3"),
    ("limits.corrections", "none", f"{_WHOLE} from 0 to 3"),
    ("limits.statement_seconds", 0, "a number above 0"),
    ("limits.statement_seconds", float("inf"), "a number above 0"),
    ("limits.turn_seconds", "soon", "a number above 0"),
    ("limits.turn_money", -0.5, 'an amount in US dollars, such as 0.50, or "none" for no limit'),
    ("limits.turn_money", float("nan"), "an amount in US dollars"),
    ("limits.turns", 6, f"{_WHOLE} from 1 to 5"),
    ("limits.run_factor", 0, f"{_WHOLE} from 1 to 10"),
    ("limits.rows", 0, f"{_WHOLE} of at least 1"),
    ("limits.phrase", 1, "true or false"),
    ("limits.ask_above.rows_read", -1, f'{_WHOLE} of at least 0, or "none"'),
    ("limits.never_above.cost", 0, "a number above 0"),
]


def _toml(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool | float | int) else f'"{value}"'


@pytest.mark.parametrize(("name", "value", "said"), BAD, ids=[f"{name} = {value}" for name, value, _ in BAD])
def test_a_value_that_cannot_be_is_told_with_what_it_must_be(
    tmp_path: Path, name: str, value: Any, said: str
):
    *tables, key = name.split(".")
    head = f"[{'.'.join(tables)}]\n" if tables else ""
    (tmp_path / "rejoinder.toml").write_text(f"{head}{key} = {_toml(value)}", encoding="utf-8")
    with pytest.raises(SettingsError) as raised:
        _loaded(tmp_path)
    sentence = str(raised.value)
    shown = _toml(value).strip('" ') or "empty"
    assert sentence.startswith(f"In `{tmp_path / 'rejoinder.toml'}`: `{name}` is {shown}; it must be ")
    assert said in sentence
    assert sentence.endswith(".")


def test_a_value_of_the_environment_that_cannot_be_is_told(tmp_path: Path):
    with pytest.raises(
        SettingsError, match=r"^In `REJOINDER_MODEL`: `model` is empty; it must be text in quotes\.$"
    ):
        _loaded(tmp_path, REJOINDER_MODEL="  ")


def test_a_secret_in_a_bad_value_is_not_repeated(tmp_path: Path):
    text = '[today]\ntimezone = "postgresql://ada:hunter2@shop.example"'
    (tmp_path / "rejoinder.toml").write_text(text, encoding="utf-8")
    with pytest.raises(SettingsError) as raised:
        _loaded(tmp_path)
    assert "hunter2" not in str(raised.value)


READ: list[tuple[str, Any, Any]] = [
    ("sessions", "8", 8),
    ("retention_days", "none", None),
    ("retention_days", 0.5, 0.5),
    ("today.timezone", "UTC", "UTC"),
    ("today.first_weekday", "Monday", 0),
    ("today.first_weekday", 6, 6),
    ("limits.turn_money", 0.1, Decimal("0.1")),
    ("limits.turn_money", "none", None),
    ("limits.never_above.bytes_read", "none", None),
    ("limits.ask_above.rows_read", 0, 0),
    ("limits.phrase", "TRUE", True),
    ("prompts.keep", False, False),
    ("results.store", False, False),
]


@pytest.mark.parametrize(
    ("name", "value", "read"), READ, ids=[f"{name} = {value}" for name, value, _ in READ]
)
def test_a_value_may_be_written_in_more_than_one_way(name: str, value: Any, read: Any):
    found = KEYS[name].read(value)
    assert (found, type(found)) == (read, type(read))
