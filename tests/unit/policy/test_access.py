"""What an access allows: patterns, case, schemas, and what wins over what."""

from __future__ import annotations

from decimal import Decimal

import pytest

from rejoinder.terms.catalog import ColumnRef, TableRef
from rejoinder.terms.estimate import Ceiling
from rejoinder.terms.limits import Limits
from rejoinder.terms.policy import Access, Budget, Policy, Topic

ORDERS = TableRef("sales", "orders")

TABLES = [
    ("nothing is said", Access(), True),
    ("its schema is allowed", Access(allow_schemas=("sales",)), True),
    ("another schema is allowed", Access(allow_schemas=("hr",)), False),
    ("its name is allowed", Access(allow_tables=("orders",)), True),
    ("its whole name is allowed", Access(allow_tables=("sales.orders",)), True),
    ("its name in another schema is allowed", Access(allow_tables=("hr.orders",)), False),
    ("a pattern of its name is allowed", Access(allow_tables=("ord?rs",)), True),
    ("a pattern of its whole name is allowed", Access(allow_tables=("sales.*",)), True),
    ("another table is allowed", Access(allow_tables=("items",)), False),
    ("case is no matter", Access(allow_tables=("ORDERS",)), True),
    ("only one of its columns is allowed", Access(allow_columns=("orders.id",)), True),
    ("only a column of another table is allowed", Access(allow_columns=("items.id",)), False),
    (
        "its schema is allowed, its name denied",
        Access(allow_schemas=("sales",), deny_tables=("orders",)),
        False,
    ),
    (
        "its name is allowed, its schema denied",
        Access(allow_tables=("orders",), deny_schemas=("sales",)),
        False,
    ),
    ("everything is allowed, it is denied", Access(allow_tables=("*",), deny_tables=("ord*",)), False),
    ("one of its columns is denied", Access(deny_columns=("orders.id",)), True),
    ("a dot in a pattern is a dot", Access(allow_tables=("sales?orders",)), True),
    ("a sign of regular expressions is only a sign", Access(allow_tables=("order[s]",)), False),
]


@pytest.mark.parametrize(("access", "allowed"), [row[1:] for row in TABLES], ids=[row[0] for row in TABLES])
def test_a_table_is_allowed_or_not_where(access: Access, allowed: bool):
    assert access.allows_table(ORDERS) is allowed


COLUMNS = [
    ("nothing is said", Access(), True),
    ("it is denied", Access(deny_columns=("orders.total",)), False),
    ("it is denied in every table", Access(deny_columns=("*.total",)), False),
    ("it is denied by its whole name", Access(deny_columns=("sales.orders.total",)), False),
    ("it is denied in another schema", Access(deny_columns=("hr.orders.total",)), True),
    ("another one is denied", Access(deny_columns=("orders.id",)), True),
    ("only another one is allowed", Access(allow_columns=("orders.id",)), False),
    ("a column of another table is allowed", Access(allow_columns=("items.id",)), True),
    ("it is allowed and denied", Access(allow_columns=("orders.total",), deny_columns=("orders.*",)), False),
    ("case is no matter", Access(deny_columns=("Orders.TOTAL",)), False),
]


@pytest.mark.parametrize(("access", "allowed"), [row[1:] for row in COLUMNS], ids=[row[0] for row in COLUMNS])
def test_a_column_is_allowed_or_not_where(access: Access, allowed: bool):
    assert access.allows_column(ColumnRef(ORDERS, "total")) is allowed


def test_an_asker_gets_the_entry_of_their_name_then_the_first_pattern_then_the_general_one():
    entries = tuple(
        (name, Access(deny_tables=(name,))) for name in ("*@example.org", "ada*", "ada@example.org", "Bob")
    )
    policy = Policy(askers=entries)
    assert policy.access_of("ada@example.org").deny_tables == ("ada@example.org",)
    assert policy.access_of("eve@example.org").deny_tables == ("*@example.org",)
    assert policy.access_of("adam").deny_tables == ("ada*",)
    assert policy.access_of("Bob").deny_tables == ("Bob",)
    assert policy.access_of("bob") is policy.access


def test_limits_are_the_least_of_the_policys_and_of_what_is_given():
    access = Access(limits=(("rows", 50), ("turn_seconds", 900.0), ("ask_above", (("rows_read", 7),))))
    given = Limits(rows=100, turn_seconds=60.0, turn_money=Decimal("0.2"), ask_above=Ceiling(bytes_read=9))
    limits = Policy(access=access).limits_for("ada", given)
    assert (limits.rows, limits.turn_seconds, limits.turn_money) == (50, 60.0, Decimal("0.2"))
    assert limits.ask_above == Ceiling(rows_read=7, bytes_read=9)
    assert limits.never_above == given.never_above


def test_a_policy_without_limits_leaves_them_as_they_are():
    given = Limits(rows=100, turn_money=None)
    assert Policy().limits_for("ada", given) == given


def test_a_budget_goes_by_asker():
    theirs = Access(budget=Budget(runs_per_day=1))
    policy = Policy(askers=(("ada", theirs),))
    assert policy.budget_for("ada").runs_per_day == 1
    assert policy.budget_for("bob") == Budget()


TOPICS = [
    ("salar", "What are the SALARIES here?", True),
    ("who earns*most", "Who earns the most?", True),
    ("salar", "What did we sell?", False),
    ("pay?roll", "Show the pay-roll\nof May", True),
    ("gehälter", "Wie hoch sind die Gehälter?", True),
]


@pytest.mark.parametrize(("pattern", "question", "refused"), TOPICS)
def test_a_topic_is_looked_for_anywhere_in_the_question(pattern: str, question: str, refused: bool):
    policy = Policy(topics=(Topic(pattern=pattern, answer="Ask HR."),))
    assert policy.topic(question) == ("Ask HR." if refused else None)


def test_the_first_topic_that_fits_answers():
    policy = Policy(topics=(Topic(pattern="pay", answer="one"), Topic(pattern="pay", answer="two")))
    assert policy.topic("pay") == "one"


def test_sensitive_columns_go_by_asker():
    policy = Policy(access=Access(sensitive_columns=("orders.total",)), askers=(("ada", Access()),))
    column = ColumnRef(ORDERS, "total")
    assert policy.sensitive(column, "bob")
    assert not policy.sensitive(column, "ada")


@pytest.mark.parametrize(
    ("policy", "errors"),
    [
        (Policy(), "full"),
        (Policy(access=Access(limits=(("rows", 1),))), "full"),
        (Policy(values="sample"), "full"),
        (Policy(values="off"), "masked"),
        (Policy(access=Access(sensitive_columns=("orders.total",))), "masked"),
        (Policy(access=Access(deny_columns=("orders.total",))), "masked"),
        (Policy(access=Access(hide_tables=("orders",))), "masked"),
        (Policy(access=Access(allow_schemas=("sales",))), "masked"),
        (Policy(errors="masked"), "masked"),
        (Policy(errors="off", values="off"), "off"),
        (Policy(access=Access(hide_tables=("orders",)), askers=(("ada", Access()),)), "full"),
        (Policy(askers=(("ada", Access(hide_tables=("orders",))),)), "masked"),
    ],
)
def test_an_error_keeps_back_what_the_rest_of_the_policy_does(policy: Policy, errors: str):
    assert policy.errors_for("ada") == errors


def test_a_digest_is_the_same_for_equal_policies_and_for_no_others():
    assert (
        Policy(access=Access(deny_tables=("a",))).digest == Policy(access=Access(deny_tables=("a",))).digest
    )
    several = [
        Policy(),
        Policy(values="off"),
        Policy(errors="off"),
        Policy(require_replica=True),
        Policy(access=Access(deny_tables=("a",))),
        Policy(access=Access(hide_tables=("a",))),
        Policy(askers=(("ada", Access()),)),
        Policy(topics=(Topic(pattern="a", answer="b"),)),
    ]
    assert len({policy.digest for policy in several}) == len(several)
