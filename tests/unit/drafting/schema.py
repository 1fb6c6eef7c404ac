"""A catalog of restaurants, as the sample database has it, and what is stored in it."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping

from rejoinder.terms.catalog import (
    Catalog,
    Column,
    ColumnRef,
    ForeignKey,
    Table,
    TableKind,
    TableRef,
    TypeFamily,
)
from rejoinder.terms.folding import folded
from rejoinder.terms.provider import PromptTerms
from rejoinder.terms.question import Today
from rejoinder.terms.result import Stored

TABLES = """
sites: site_id int*, name text!u, city text!, region text!, opened_on date!, closed_on date, seats int!,
    manager_id int > staff
staff: staff_id int*, site_id int! > sites, first_name text!, last_name text!, role text!, hired_on date!,
    left_on date, hourly_rate money!
shifts: shift_id int*, staff_id int! > staff, site_id int! > sites, shift_date date!, hours money!
items: item_id int*, name text!u, category text!, is_vegetarian bool!, price money!, cost money!
menus: menu_id int*, name text!, season text!
menu_items: menu_id int* > menus, item_id int* > items, price money!
customers: customer_id int*, first_name text!, last_name text!, email text, city text!, joined_on date!,
    loyalty_tier text
orders: order_id int*, site_id int! > sites, customer_id int > customers, ordered_at time!, channel text!,
    status text!, guests int
order_lines: order_id int* > orders, line_number int*, item_id int! > items, quantity int!, line_total money!
payments: payment_id int*, order_id int! > orders, paid_at time!, method text!, amount money!, tip money!,
    status text!
suppliers: supplier_id int*, name text!, region text!
deliveries: delivery_id int*, supplier_id int! > suppliers, site_id int! > sites, delivered_on date,
    goods text!, amount money!, status text!
reviews: review_id int*, site_id int! > sites, customer_id int > customers, reviewed_on date!, rating int!,
    comment text
orders_old: id int*, site text, date text, status text
"""

STORED = {
    "sites.name": ("Harbour Table", "Café Möwe", "Mill & Barley"),
    "sites.city": ("Kelmouth", "Aldminster"),
    "sites.region": ("Coast", "Capital", "North"),
    "suppliers.region": ("North Sea", "Mediterranean"),
    "items.category": ("Starter", "Main", "Dessert"),
    "customers.loyalty_tier": ("bronze", "silver", "gold"),
    "customers.city": ("Kelmouth", "Thornbeck"),
    "orders.channel": ("dine-in", "takeaway"),
    "orders.status": ("Completed", "Refunded"),
    "payments.method": ("card", "cash", "voucher"),
    "payments.status": ("Settled", "settled ", "Refunded"),
    "staff.role": ("Manager", "Waiter"),
}

TODAY = Today(date=dt.date(2025, 11, 19))
"""A Wednesday."""

_FAMILIES = {
    "int": TypeFamily.INTEGER,
    "money": TypeFamily.DECIMAL,
    "text": TypeFamily.TEXT,
    "bool": TypeFamily.BOOLEAN,
    "date": TypeFamily.DATE,
    "time": TypeFamily.TIMESTAMP,
}


def catalog_of(text: str) -> Catalog:
    """A catalog from lines of `table: column type*!u> target`: `*` is of the primary key, `!` not null, `u` unique."""
    lines = text.strip().replace(",\n   ", ",").splitlines()
    keys = {line.partition(":")[0]: line.partition(":")[2].split()[0] for line in lines}
    return Catalog(fingerprint="restaurants", tables=tuple(_table(line, keys) for line in lines))


def _table(line: str, keys: Mapping[str, str]) -> Table:
    name, _, listed = line.partition(":")
    columns, primary, foreign, unique = [], [], [], []
    for each in listed.split(","):
        described, _, target = each.partition(">")
        column, kind = described.split()
        family = _FAMILIES[kind.rstrip("*!u")]
        columns.append(Column(name=column, type=kind.rstrip("*!u"), family=family, nullable=kind.isalpha()))
        if "*" in kind:
            primary.append(column)
        if kind.endswith("u"):
            unique.append((column,))
        if target:
            to = target.strip()
            foreign.append(ForeignKey(columns=(column,), target=TableRef("", to), target_columns=(keys[to],)))
    return Table(
        ref=TableRef("", name),
        kind=TableKind.TABLE,
        columns=tuple(columns),
        primary_key=tuple(primary),
        unique_keys=tuple(unique),
        foreign_keys=tuple(foreign),
    )


CATALOG = catalog_of(TABLES)


def mentioned(question: str) -> dict[ColumnRef, tuple[Stored, ...]]:
    """The stored values that a question says, as a look-up would find them."""
    found: dict[ColumnRef, tuple[Stored, ...]] = {}
    for place, values in STORED.items():
        table, _, column = place.partition(".")
        said = [Stored(value=each, matched=each) for each in values if folded(each) in folded(question)]
        if said:
            found[ColumnRef(TableRef("", table), column)] = tuple(said)
    return found


def terms(
    question: str, *, said: tuple[str, ...] = (), earlier: tuple[str, ...] = (), catalog: Catalog = CATALOG
) -> PromptTerms:
    """What a provider is given for a question."""
    whole = " ".join((question, *said))
    return PromptTerms(
        question=question,
        today=TODAY,
        dialect="sqlite",
        catalog=catalog,
        values=mentioned(whole),
        said=said,
        earlier=earlier,
    )
