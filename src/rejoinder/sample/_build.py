"""Fills the sample database: each function makes the rows of a table or two, from what was made before."""

from __future__ import annotations

import datetime as dt
import sqlite3
from collections.abc import Iterator, Sequence
from typing import Any, TypeAlias

from rejoinder.sample import _names as names
from rejoinder.sample._dice import Dice
from rejoinder.sample._schema import Spelling, schema
from rejoinder.sample._trade import is_open, trade

Row: TypeAlias = tuple[Any, ...]

FIRST_DAY = dt.date(2024, 1, 1)
LAST_DAY = dt.date(2025, 12, 31)
DAYS = tuple(FIRST_DAY + dt.timedelta(days=n) for n in range((LAST_DAY - FIRST_DAY).days + 1))
OLD = Spelling().old
_STAFF_PER_SITE = 7
_CUSTOMERS = 1_200
_LATE = 8
"""One customer in this many joined after the first day."""


def fill(connection: sqlite3.Connection) -> None:
    """Make the schema and all rows in one transaction, and the planner's statistics."""
    connection.executescript(
        f"PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN; {schema(Spelling())}"
    )
    for table, rows in tables():
        cursor = connection.execute(f"SELECT * FROM {table} LIMIT 0")
        given = given_columns([column[0] for column in cursor.description], rows)
        places = ", ".join("?" * len(rows[0]))
        connection.executemany(f"INSERT INTO {table} ({given}) VALUES ({places})", rows)
    connection.execute("ANALYZE")
    connection.commit()


def given_columns(columns: Sequence[str], rows: Sequence[Row]) -> str:
    """Those that the rows have a value for: generated ones come last."""
    return ", ".join(columns[: len(rows[0])])


def tables() -> Iterator[tuple[str, Sequence[Row]]]:
    """Every table with its rows, those first that others refer to, except for the managers of sites."""
    staff = tuple(_staff(Dice(1)))
    prices = {(menu, item): price for menu, item, price in _menu_items()}
    customers = tuple(_customers(Dice(3)))
    made = trade(Dice(5), DAYS, staff=staff, customers=customers, prices=prices)
    yield "sites", tuple(_sites(staff))
    yield "staff", staff
    yield "shifts", tuple(_shifts(Dice(2), staff))
    yield "items", tuple(_items())
    yield "menus", tuple(menu[:5] for menu in _menus())
    yield "menu_items", tuple((*key, price) for key, price in prices.items())
    yield "customers", customers
    yield "suppliers", tuple(_suppliers())
    yield "deliveries", tuple(_deliveries(Dice(4)))
    yield "orders", made.orders
    yield "order_lines", made.lines
    yield "payments", made.payments
    yield "reviews", made.reviews
    yield OLD, tuple(_orders_old(Dice(6)))


def _sites(staff: Sequence[Row]) -> Iterator[Row]:
    managers = {row[1]: row[0] for row in staff if row[4] == "Manager"}
    for site, (name, city, region, opened, closed, seats) in enumerate(names.SITES, 1):
        # The youngest site has no manager yet.
        yield site, name, city, region, opened, closed, seats, managers.get(site)


def _staff(dice: Dice) -> Iterator[Row]:
    number = 0
    for site, (_, _, _, opened, closed, _) in enumerate(names.SITES, 1):
        manager: int | None = None
        for place in range(_STAFF_PER_SITE):
            number += 1
            leads = place == 0 and site != len(names.SITES)
            role = "Manager" if leads else dice.weighted(names.ROLES)
            hired = max(dt.date.fromisoformat(opened), dt.date(2019, 1, 1)) + dt.timedelta(
                days=dice.number(0, 700)
            )
            hired = min(hired, dt.date(2024, 9, 1))
            left = (
                hired + dt.timedelta(days=dice.number(500, 1_600)) if dice.chance(0.3) and not leads else None
            )
            if left is not None and left > LAST_DAY:
                left = None
            if closed is not None and left is None:
                left = dt.date.fromisoformat(closed)
            rate = 11.5 + dice.number(0, 20) / 4 + (6 if leads else 0)
            first, last = dice.one(names.FIRST_NAMES), dice.one(names.LAST_NAMES)
            yield number, site, first, last, role, _iso(hired), _iso(left), rate, manager
            manager = number if leads else manager


def _shifts(dice: Dice, staff: Sequence[Row]) -> Iterator[Row]:
    number = 0
    for day in DAYS:
        today = day.isoformat()
        for row in staff:
            if row[5] <= today and (row[6] is None or row[6] >= today) and dice.chance(0.27):
                number += 1
                start = dice.one(("08:00", "10:30", "12:00", "16:00", "17:30"))
                hours = dice.number(16, 34) / 4
                yield number, row[0], row[1], today, start, hours, 30 if hours >= 6 else 15


def _items() -> Iterator[Row]:
    for item, facts in enumerate(names.ITEMS, 1):
        yield item, *facts


def _menus() -> Iterator[Row]:
    for menu, facts in enumerate(names.MENUS, 1):
        yield menu, *facts


def _menu_items() -> Iterator[tuple[int, int, float]]:
    """Drinks and sides are always on; of the rest each menu leaves out every fourth."""
    for menu, *_, dearer in _menus():
        for item, _, category, _, price, _ in _items():
            if category in ("Drink", "Side") or (item + menu) % 4:
                yield menu, item, price + dearer


def _customers(dice: Dice) -> Iterator[Row]:
    for customer in range(1, _CUSTOMERS + 1):
        first, last = dice.one(names.FIRST_NAMES), dice.one(names.LAST_NAMES)
        email = (
            f"{first}.{last}.{customer}@mail.example".lower().replace("'", "") if dice.chance(0.88) else None
        )
        city = (
            dice.one(names.SITES)[1] if dice.chance(0.85) else dice.one(("Port Ellen", "Genève", "São Tomé"))
        )
        early = customer % _LATE != 0
        joined = dt.date(2022, 1, 1) if early else FIRST_DAY
        joined += dt.timedelta(days=dice.number(0, 729))
        friend = dice.number(1, customer - 1) if customer > 1 and dice.chance(0.2) else None
        yield customer, first, last, email, city, joined.isoformat(), dice.weighted(names.TIERS), friend


def _suppliers() -> Iterator[Row]:
    for supplier, (name, region, email, *_) in enumerate(names.SUPPLIERS, 1):
        yield supplier, name, region, email


def _deliveries(dice: Dice) -> Iterator[Row]:
    number = 0
    for day in DAYS:
        for supplier, (_, _, _, goods, least, most) in enumerate(names.SUPPLIERS, 1):
            if not dice.chance(0.22):
                continue
            site = dice.number(1, len(names.SITES))
            if not is_open(site, day):
                continue
            number += 1
            arrives = day + dt.timedelta(days=dice.number(1, 6))
            status = dice.weighted(names.DELIVERY_STATUSES) if arrives <= LAST_DAY else "on its way"
            delivered = arrives if arrives <= LAST_DAY else None
            amount = dice.number(least * 4, most * 4) / 4
            yield number, supplier, site, _iso(delivered), day.isoformat(), goods, amount, status


def _orders_old(dice: Dice) -> Iterator[Row]:
    """What was left when the till system was replaced: names instead of keys, amounts as text."""
    for number in range(1, 321):
        day = dt.date(2019, 1, 1) + dt.timedelta(days=dice.number(0, 600))
        site = dice.one(names.SITES[:4])[0].upper()
        customer = f"{dice.one(names.LAST_NAMES)}, {dice.one(names.FIRST_NAMES)}"
        status = dice.one(("DONE", "done", "CANC", "?"))
        yield number, site, customer, day.strftime("%d/%m/%Y"), status, f"{dice.number(40, 600) / 4:.2f} GBP"


def _iso(day: dt.date | None) -> str | None:
    return None if day is None else day.isoformat()
