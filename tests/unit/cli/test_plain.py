"""Values of the program as JSON."""

from __future__ import annotations

import datetime as dt
from decimal import Decimal

import pytest

import rejoinder
from rejoinder.cli.plain import plain

ORDERS = rejoinder.TableRef("main", "orders")


@pytest.mark.parametrize(
    ("value", "json"),
    [
        (None, None),
        (True, True),
        ("é", "é"),
        (Decimal("0.10"), "0.10"),
        (dt.date(2024, 2, 29), "2024-02-29"),
        (ORDERS, "main.orders"),
        (rejoinder.ColumnRef(ORDERS, "id"), "main.orders.id"),
        (rejoinder.Verdict.EQUAL, "equal"),
        ({ORDERS: (1, 2)}, {"main.orders": [1, 2]}),
        (frozenset({"b", "a"}), ["a", "b"]),
        (rejoinder.Sql("SELECT 1"), {"kind": "Sql", "text": "SELECT 1"}),
        (rejoinder.Unknown(reason="x"), {"kind": "Unknown", "reason": "x", "enforced": True}),
        (rejoinder.Caveat(source="s", sentence="t"), {"source": "s", "sentence": "t"}),
    ],
)
def test_a_value_keeps_its_meaning(value: object, json: object):
    assert plain(value) == json


def test_an_event_says_which_it_is_and_so_do_its_parts():
    event = rejoinder.events.Replied(
        choice=rejoinder.Say(text="2024"),
        asker="ann",
        today=None,  # type: ignore[arg-type]
    )
    assert plain(event) == {
        "kind": "Replied",
        "choice": {"kind": "Say", "text": "2024"},
        "asker": "ann",
        "today": None,
    }
