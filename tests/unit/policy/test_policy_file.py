"""policy.toml: what each key sets, and a sentence with the line for everything that can be wrong with one."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

import pytest

from rejoinder.errors import PolicyError
from rejoinder.policy_file import KEYS, load, parse
from rejoinder.terms.limits import Limits
from rejoinder.terms.policy import Access, Budget, Policy, RowFilter

WHOLE = """
values = "off"
errors = "masked"
require_replica = true

[allow]
schemas = ["*"]
tables = ["orders"]
columns = ["orders.id"]
functions = ["f_*"]

[deny]
schemas = ["pg_*"]
tables = ["payroll*"]
columns = ["customers.email"]
functions = ["soundex"]

[hide]
tables = ["secrets"]
columns = ["*.pin"]

[sensitive]
columns = ["customers.phone"]

[row_filters]
orders = "region = 'EU'"
"sales.*" = "kept"

[limits]
rows = 10
turn_money = 0.1
[limits.ask_above]
rows_read = 5

[budget]
runs_per_day = 3
money_per_day = 1.50

[[topics]]
pattern = "salar"
answer = "Ask HR."

[askers."ada@example.org".deny]
tables = []
[askers."ada@example.org".row_filters]
orders = "region = 'US'"
[askers."ada@example.org".limits]
rows = 20
"""


def test_every_key_is_read():
    policy = parse(WHOLE)
    assert policy.access == Access(
        allow_schemas=("*",),
        allow_tables=("orders",),
        allow_columns=("orders.id",),
        allow_functions=("f_*",),
        deny_schemas=("pg_*",),
        deny_tables=("payroll*",),
        deny_columns=("customers.email",),
        deny_functions=("soundex",),
        hide_tables=("secrets",),
        hide_columns=("*.pin",),
        sensitive_columns=("customers.phone",),
        row_filters=(
            RowFilter(table="orders", condition="region = 'EU'"),
            RowFilter(table="sales.*", condition="kept"),
        ),
        limits=(("ask_above", (("rows_read", 5),)), ("rows", 10), ("turn_money", Decimal("0.1"))),
        budget=Budget(runs_per_day=3, money_per_day=Decimal("1.5")),
    )
    assert (policy.values, policy.errors, policy.require_replica) == ("off", "masked", True)
    assert [(topic.pattern, topic.answer) for topic in policy.topics] == [("salar", "Ask HR.")]


def test_an_askers_entry_takes_the_place_of_what_it_writes_and_of_nothing_else():
    policy = parse(WHOLE)
    theirs = policy.access_of("ada@example.org")
    assert theirs.deny_tables == ()
    assert theirs.deny_columns == policy.access.deny_columns
    assert theirs.limits == (("rows", 20),)
    assert theirs.row_filters == (
        RowFilter(table="orders", condition="region = 'US'"),
        RowFilter(table="sales.*", condition="kept"),
    )
    assert theirs.budget == policy.access.budget


def test_an_empty_file_lets_everything_be_read():
    assert parse("") == Policy()


VALUES = {
    "schemas": '["a"]',
    "tables": '["a"]',
    "columns": '["a.b"]',
    "functions": '["a"]',
    "turn_money": "1",
    "money_per_day": "1",
    "values": '"off"',
    "errors": '"off"',
    "require_replica": "false",
}


@pytest.mark.parametrize("key", [key for key in KEYS if not key.startswith(("topics.", "row_filters"))])
def test_a_key_that_is_listed_is_a_key(key: str):
    value = VALUES.get(key.rpartition(".")[2], "1")
    assert parse(f"{key} = {value}\n") != parse("") or key == "require_replica"


def test_a_key_of_limits_is_a_limit():
    names = {key.split(".")[1] for key in KEYS if key.startswith("limits.")}
    assert names <= set(Limits.__dataclass_fields__)


FAULTS = [
    ("a key that nobody knows", "\n\nallows = 1", "line 3: there is no key `allows`; did you mean `allow`?"),
    (
        "a key of a table",
        "[deny]\ntable = ['a']",
        "line 2: there is no key `deny.table`; did you mean `deny.tables`?",
    ),
    ("a table that nobody knows", "[acess]\n", "line 1: there is no key `acess`"),
    ("a key far from any", "x = 1", "line 1: there is no key `x`; known here: allow, askers"),
    (
        "an empty allow list",
        "[allow]\ntables = []",
        "line 2: `allow.tables` is empty, which would allow nothing",
    ),
    (
        "a list that is none",
        "[deny]\n\ntables = 'a'",
        'line 3: `deny.tables` must be a list of names or patterns in quotes, not `"a"`',
    ),
    ("a name that is none", "[deny]\ntables = [1]", "line 2: `deny.tables` must be a list of names"),
    ("an empty name", "[deny]\ntables = [' ']", "line 2: `deny.tables` must be a list of names"),
    (
        "a column without its table",
        "[hide]\ncolumns = ['pin']",
        'line 2: `hide.columns` holds `"pin"`, which names no table: write "TABLE.pin", or "*.pin" for every table.',
    ),
    ("a table that is a value", "limits = 3", "line 1: `limits` must be a table with keys, not `3`"),
    (
        "a limit below nothing",
        "[limits]\nrows = -1",
        "line 2: `limits.rows` must be a whole number of 0 or more, not `-1`",
    ),
    (
        "a limit that is no whole number",
        "[limits]\nrows = 1.5",
        "line 2: `limits.rows` must be a whole number",
    ),
    (
        "a limit that is true",
        "[limits]\nrows = true",
        "line 2: `limits.rows` must be a whole number of 0 or more, not `True`",
    ),
    (
        "seconds without end",
        "[limits]\nturn_seconds = inf",
        "line 2: `limits.turn_seconds` must be a number of 0 or more",
    ),
    (
        "money that is none",
        "[limits]\nturn_money = 'a lot'",
        "line 2: `limits.turn_money` must be an amount in US dollars",
    ),
    (
        "a ceiling of nothing known",
        "[limits.ask_above]\nrow_read = 1",
        "line 2: there is no key `limits.ask_above.row_read`; did you mean `limits.ask_above.rows_read`?",
    ),
    ("a limit of no kind", "[limits]\nmemory = 1", "line 2: there is no key `limits.memory`"),
    (
        "a budget of no kind",
        "[budget]\nruns = 1",
        "line 2: there is no key `budget.runs`; did you mean `budget.runs_per_day`?",
    ),
    (
        "errors that don't exist",
        "errors = 'none'",
        'line 1: `errors` is `"none"`; it must be "full", "masked" or "off".',
    ),
    (
        "values that don't exist",
        "values = 'all'",
        'line 1: `values` is `"all"`; it must be "match", "sample" or "off".',
    ),
    (
        "a topic without an answer",
        "[[topics]]\npattern = 'a'\nanswer = 'b'\n[[topics]]\npattern = 'c'",
        "line 4: `topics[2].answer` must be a text that isn't empty.",
    ),
    (
        "topics as a table",
        "[topics]\npattern = 'a'",
        "line 1: `topics` must be written as `[[topics]]`, one entry each.",
    ),
    (
        "a replica that is neither",
        "require_replica = 'yes'",
        "line 1: `require_replica` must be true or false",
    ),
    ("row filters that are a value", "row_filters = 'a'", "line 1: `row_filters` must be a table with keys"),
    (
        "a row filter that is no text",
        "[row_filters]\norders = 1",
        "line 2: `row_filters.orders` must be a condition in quotes",
    ),
    (
        "an empty row filter",
        "[row_filters]\n\norders = ' '",
        "line 3: `row_filters.orders` must be a condition in quotes",
    ),
    (
        "a row filter of a schema without quotes",
        "[row_filters]\nsales.orders = 'id > 1'",
        "line 2: `row_filters.sales` is a table of keys: write a name with a dot in quotes",
    ),
    (
        "an asker's row filter that is no text",
        "[askers.ada.row_filters]\norders = true",
        "line 2: `askers.ada.row_filters.orders` must be a condition in quotes",
    ),
    (
        "an asker's key that nobody knows",
        "[askers.ada]\nvalues = 'off'",
        "line 2: there is no key `askers.ada.values`",
    ),
    (
        "an asker with a dot",
        '[askers."a@b.org".deny]\ntable = ["a"]',
        "line 2: there is no key `askers.a@b.org.deny.table`",
    ),
    ("an asker that is a value", "[askers]\nada = 1", "line 2: `askers.ada` must be a table with keys"),
    ("no TOML", "[deny\n", "which is no valid TOML"),
    (
        "a key that comes twice",
        "[deny]\ntables = ['a']\ntables = ['b']",
        "which is no valid TOML: Cannot overwrite a value",
    ),
    ("a key in an inline table", "deny = { tables = 3 }", "line 1: `deny.tables` must be a list of names"),
    ("a key with dots", "\ndeny.tables = 3", "line 2: `deny.tables` must be a list of names"),
]


@pytest.mark.parametrize(("text", "sentence"), [row[1:] for row in FAULTS], ids=[row[0] for row in FAULTS])
def test_it_is_told_with_the_line_and_what_to_write(text: str, sentence: str, tmp_path: Path):
    path = tmp_path / "policy.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(PolicyError) as raised:
        load(path)
    assert str(raised.value).startswith(f"In the policy `{path}`, {sentence}")


def test_a_file_that_can_not_be_read_is_told_by_its_name(tmp_path: Path):
    missing = tmp_path / "nowhere.toml"
    with pytest.raises(PolicyError, match=r"nowhere\.toml` can't be read"):
        load(missing)
    with pytest.raises(PolicyError, match="can't be read"):
        load(tmp_path)
    garbled = tmp_path / "garbled.toml"
    garbled.write_bytes(b"\xff\xfe")
    with pytest.raises(PolicyError, match=r"garbled\.toml` can't be read"):
        load(garbled)
