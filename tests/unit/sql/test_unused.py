"""Tables that look as if nobody used them any more."""

from __future__ import annotations

from typing import Any

import pytest

from rejoinder.sql.unused import looks_unused
from rejoinder.terms.catalog import Table, TableKind, TableRef

TABLES = [
    ("a name that ends in old", {"name": "orders_old"}, "`old`"),
    ("a name that begins with tmp", {"name": "tmp_orders"}, "`tmp`"),
    ("a year after it", {"name": "orders_bak_2023"}, "`bak`"),
    ("in another style", {"name": "OrdersBackup"}, "`backup`"),
    ("a comment", {"name": "orders", "comment": "Deprecated, see sales."}, "`deprecated`"),
    ("no rows, where others have some", {"name": "orders", "row_estimate": 0}, "holds no rows"),
    ("the word is a name by itself", {"name": "old"}, ""),
    ("the word within another", {"name": "gold_orders"}, ""),
    ("the word in the middle", {"name": "order_copy_rules"}, ""),
    ("a view without rows may fill any day", {"name": "v", "kind": TableKind.VIEW, "row_estimate": 0}, ""),
    ("a table in use", {"name": "orders", "row_estimate": 5}, ""),
    ("nobody counted", {"name": "orders"}, ""),
]


@pytest.mark.parametrize(("given", "expected"), [row[1:] for row in TABLES], ids=[row[0] for row in TABLES])
def test_why_a_table_looks_unused(given: dict[str, Any], expected: str):
    told = {"comment": "", "row_estimate": None, "kind": TableKind.TABLE} | given
    table = Table(
        ref=TableRef("", told["name"]),
        comment=told["comment"],
        row_estimate=told["row_estimate"],
        kind=told["kind"],
    )
    why = looks_unused(table, others_have_rows=True)
    assert expected in why
    assert bool(why) == bool(expected)


def test_in_an_empty_database_no_table_is_more_unused_than_another():
    empty = Table(ref=TableRef("", "orders"), row_estimate=0)
    assert looks_unused(empty, others_have_rows=False) == ""
