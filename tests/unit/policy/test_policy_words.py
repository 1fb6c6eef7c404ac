"""`policy explain` and `policy check`: sentences that name the line that decides."""

from __future__ import annotations

import pytest
from tests.unit.sql.shop import CATALOG

from rejoinder.terms.catalog import TableRef
from rejoinder.terms.policy import Access, Policy, RowFilter
from rejoinder.terms.policy_words import explain, idle_patterns

ACCESS = Access(
    allow_tables=("*", "totals"),
    deny_tables=("staff",),
    hide_tables=("secret*",),
    deny_columns=("customers.email",),
    hide_columns=("*.region",),
    sensitive_columns=("customers.name",),
)

ROWS = [
    ("orders", None, "`orders` may be read: `*` is under `allow.tables`."),
    ("orders", "total", "`orders.total` may be read."),
    (
        "orders",
        "region",
        "`orders.region` is hidden by `*.region` under `hide.columns`: it is treated as if it didn't exist.",
    ),
    ("customers", "email", "`customers.email` is denied by `customers.email` under `deny.columns`."),
    (
        "customers",
        "name",
        "`customers.name` may be read, but `customers.name` under `sensitive.columns` keeps its values from every "
        "provider.",
    ),
    ("customers", None, "`deny.columns` speaks of its columns: `customers.email`."),
    ("staff", None, "`staff` is denied by `staff` under `deny.tables`."),
    (
        "secrets",
        None,
        "`secrets` is hidden by `secret*` under `hide.tables`: it is treated as if it didn't exist.",
    ),
    ("totals", None, "`totals` may be read: its name is under `allow.tables`."),
    (
        "pins_again",
        None,
        "`pins_again` is a view, and something that it reads is denied or hidden. To allow it all the same, write "
        "its own name under `allow.tables`.",
    ),
]


@pytest.mark.parametrize(("table", "column", "sentence"), ROWS, ids=[f"{row[0]}.{row[1]}" for row in ROWS])
def test_the_line_that_decides_is_told(table: str, column: str | None, sentence: str):
    told = explain(Policy(access=ACCESS), "ada", TableRef("", table), column, CATALOG)
    assert told[0] == "For `ada`, the general rules of the policy apply."
    assert sentence in told


def test_what_nothing_speaks_of_is_denied_where_anything_is_allowed():
    narrow = Policy(access=Access(allow_tables=("orders",)))
    assert (
        explain(narrow, "ada", TableRef("", "items"))[1]
        == "`items` is denied: nothing under `allow` speaks of it."
    )
    columns = Policy(access=Access(allow_columns=("orders.id",)))
    told = explain(columns, "ada", TableRef("", "orders"), "total")
    assert told[-1] == "`orders.total` is denied: `allow.columns` speaks of `orders` and leaves it out."


def test_whose_entry_it_is_is_told():
    policy = Policy(askers=(("ad*", Access(deny_schemas=("hr",))),))
    assert explain(policy, "ada", TableRef("hr", "pay")) == (
        "For `ada`, the entry for `ad*` of the policy applies.",
        "`hr.pay` is denied by `hr` under `deny.schemas`.",
    )


def test_which_rows_may_be_read_is_told_and_why_a_view_of_them_may_not():
    policy = Policy(access=Access(row_filters=(RowFilter(table="orders", condition="region = 'EU'"),)))
    assert explain(policy, "ada", TableRef("", "orders"))[1:] == (
        "`orders` may be read: nothing denies it.",
        "Only its rows with `region = 'EU'` may be read, by `orders` under `row_filters`.",
    )
    (view,) = [table.ref for table in CATALOG.tables if TableRef("", "orders") in (table.depends_on or ())][
        :1
    ]
    assert explain(policy, "ada", view, None, CATALOG)[1:] == (
        f"`{view}` is denied because it may show rows that a row filter leaves out of another table. "
        "To allow it, give it a row filter of its own; `1 = 1` leaves every row.",
    )
    assert idle_patterns(
        Policy(access=Access(row_filters=(RowFilter(table="orderz", condition="1 = 1"),))), CATALOG
    ) == ("`row_filters` holds `orderz`, which matches nothing.",)


def test_patterns_that_match_nothing_are_told_once():
    access = Access(
        deny_tables=("secretz", "orders"), hide_columns=("orders.nope", "*.pin"), allow_schemas=("hr", "*")
    )
    policy = Policy(access=access, askers=(("ada", access),))
    assert idle_patterns(policy, CATALOG) == (
        "`allow.schemas` holds `hr`, which matches nothing.",
        "`deny.tables` holds `secretz`, which matches nothing.",
        "`hide.columns` holds `orders.nope`, which matches nothing.",
    )
    assert idle_patterns(Policy(), CATALOG) == ()
