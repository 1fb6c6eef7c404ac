"""The sample's orders, with their lines, payments and reviews."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from rejoinder.sample import _names as names
from rejoinder.sample._dice import Dice

Row: TypeAlias = tuple[Any, ...]

_BUSY = (0.7, 0.7, 0.8, 1.0, 1.4, 1.6, 1.2)
"""Monday to Sunday."""
_SEASON = (0.8, 0.85, 0.95, 1.0, 1.05, 1.1, 1.2, 1.15, 1.0, 0.95, 0.95, 1.25)
"""January to December."""
_ORDERS_PER_SEAT = 0.0272
"""On an ordinary day: a small group of restaurants, so that the file stays small."""
_UNPAID = frozenset({"Canceled", "NO SHOW", "In-Progress"})
_COURSES = (("Starter", 0.35), ("Main", 1.0), ("Side", 0.4), ("Dessert", 0.3), ("Drink", 0.7))


def is_open(site: int, day: dt.date) -> bool:
    """Whether a site is in business on a day."""
    _, _, _, opened, closed, _ = names.SITES[site - 1]
    return opened <= day.isoformat() and (closed is None or day.isoformat() <= closed)


@dataclass(slots=True)
class Trade:
    """What was made."""

    orders: list[Row] = field(default_factory=list)
    lines: list[Row] = field(default_factory=list)
    payments: list[Row] = field(default_factory=list)
    reviews: list[Row] = field(default_factory=list)


def trade(
    dice: Dice,
    days: Sequence[dt.date],
    *,
    staff: Sequence[Row],
    customers: Sequence[Row],
    prices: Mapping[tuple[int, int], float],
) -> Trade:
    """Two years of it, busier at weekends, in December, and every year."""
    made = Trade()
    floor = Floor(staff=staff, customers=customers, courses=_courses(prices))
    for n, day in enumerate(days):
        menu = next(at for at, menu in enumerate(names.MENUS, 1) if menu[2] <= day.isoformat() <= menu[3])
        busy = _BUSY[day.weekday()] * _SEASON[day.month - 1] * (1 + n / len(days) / 5)
        for site, (*_, seats) in enumerate(names.SITES, 1):
            if is_open(site, day):
                expected = int(seats * _ORDERS_PER_SEAT * busy * 100)
                for _ in range((expected + dice.number(0, 99)) // 100):
                    _order(dice, made, floor, site=site, day=day, menu=menu, last=day == days[-1])
    return made


@dataclass(frozen=True, slots=True)
class Floor:
    """Who may serve, who may order, and what there is to eat by menu and course."""

    staff: Sequence[Row]
    customers: Sequence[Row]
    courses: Mapping[tuple[int, str], Sequence[tuple[int, float]]]

    def waiter(self, dice: Dice, site: int, today: str) -> int | None:
        """Somebody who works at the site on that day, if there is anybody."""
        there = [
            row[0]
            for row in self.staff
            if row[1] == site and row[4] in ("Waiter", "Manager", "Bartender") and row[5] <= today
            if row[6] is None or row[6] >= today
        ]
        return dice.one(there) if there else None

    def customer(self, dice: Dice, today: str) -> int | None:
        """A member, if the guest is one: some come often, most seldom."""
        if not dice.chance(0.55):
            return None
        often = dice.chance(0.4)
        row = dice.one(self.customers[: len(self.customers) // 10] if often else self.customers)
        return int(row[0]) if row[5] <= today else None


def _courses(prices: Mapping[tuple[int, int], float]) -> dict[tuple[int, str], list[tuple[int, float]]]:
    found: dict[tuple[int, str], list[tuple[int, float]]] = {}
    for (menu, item), price in prices.items():
        found.setdefault((menu, names.ITEMS[item - 1][1]), []).append((item, price))
    return found


def _order(dice: Dice, made: Trade, floor: Floor, *, site: int, day: dt.date, menu: int, last: bool) -> None:
    order = len(made.orders) + 1
    today = day.isoformat()
    channel = dice.weighted(names.CHANNELS)
    status = dice.weighted(names.ORDER_STATUSES)
    hour = dice.weighted(((12, 3), (13, 4), (14, 1), (18, 3), (19, 5), (20, 4), (21, 1)))
    if last and hour >= 20:
        status = "In-Progress"
    at = f"{today} {hour:02d}:{dice.number(0, 59):02d}:00"
    guests = dice.weighted(((1, 2), (2, 6), (3, 2), (4, 3), (6, 1))) if channel == "Dine-in" else None
    customer = floor.customer(dice, today)
    waiter = floor.waiter(dice, site, today) if channel in ("Dine-in", "Phone") else None
    made.orders.append((order, site, customer, waiter, at, channel, status, guests))
    total = _lines(dice, made, floor, order=order, menu=menu, guests=guests or 1)
    if status not in _UNPAID:
        _pay(dice, made, order=order, at=at, total=total, refunded=status == "Refunded")
    if status == "Completed" and dice.chance(0.12):
        _review(dice, made, site=site, order=order, customer=customer, day=day)


def _lines(dice: Dice, made: Trade, floor: Floor, *, order: int, menu: int, guests: int) -> float:
    total = 0.0
    number = 0
    for course, appetite in _COURSES:
        if not dice.chance(appetite):
            continue
        item, price = dice.one(floor.courses[menu, course])
        quantity = dice.number(1, guests) if course in ("Starter", "Side", "Dessert") else guests
        discount = min(dice.number(1, 8) / 2, price) if dice.chance(0.06) else 0
        number += 1
        made.lines.append((order, number, item, quantity, price, discount))
        total += quantity * price - discount
    return total


def _pay(dice: Dice, made: Trade, *, order: int, at: str, total: float, refunded: bool) -> None:
    """One payment, or two where a bill is split."""
    status = "refunded" if refunded else "settled"
    tip = dice.number(0, 24) / 4 if dice.chance(0.4) else 0
    shares = [total]
    if total >= 40 and dice.chance(0.15):
        half = int(total * 2) / 4
        shares = [half, total - half]
    for n, share in enumerate(shares):
        method = dice.weighted(names.METHODS)
        paid = f"{at[:14]}59:{n:02d}"
        made.payments.append(
            (len(made.payments) + 1, order, paid, method, share, tip if n == 0 else 0, status)
        )


def _review(dice: Dice, made: Trade, *, site: int, order: int, customer: int | None, day: dt.date) -> None:
    """Some are left on a page that doesn't know the order."""
    rating = dice.weighted(names.RATINGS)
    comment = dice.one(names.COMMENTS[rating]) if dice.chance(0.7) else None
    known = dice.chance(0.8)
    when = min(day + dt.timedelta(days=dice.number(0, 5)), dt.date(2025, 12, 31)).isoformat()
    made.reviews.append(
        (
            len(made.reviews) + 1,
            site,
            order if known else None,
            customer if known else None,
            when,
            rating,
            comment,
        )
    )
