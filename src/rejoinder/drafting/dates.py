"""Dates and stretches of time that English names, relative to today where they say so."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence

from rejoinder.drafting.items import Number, When
from rejoinder.drafting.tokens import Kind, Token
from rejoinder.terms.question import Today

_MONTHS = {
    name: month
    for month, names in enumerate(
        (
            ("january", "jan"),
            ("february", "feb"),
            ("march", "mar"),
            ("april", "apr"),
            ("may",),
            ("june", "jun"),
            ("july", "jul"),
            ("august", "aug"),
            ("september", "sep", "sept"),
            ("october", "oct"),
            ("november", "nov"),
            ("december", "dec"),
        ),
        1,
    )
    for name in names
}
_DAYS = {"today": 0, "yesterday": -1, "tomorrow": 1}


def stretch_at(tokens: Sequence[Token], at: int, today: Today) -> tuple[When, int] | None:
    """The stretch of time that starts at token `at`, and how many tokens say it."""
    for length in range(min(4, len(tokens) - at), 0, -1):
        span = [token for token in tokens[at : at + length] if token.word not in (",", "of", "the")]
        if (
            not span
            or tokens[at].word in (",", "of", "the")
            or tokens[at + length - 1].word in (",", "of", "the")
        ):
            continue
        found = _stretch(span, today)
        if found is not None:
            text = " ".join(token.text for token in span)
            return When(text=text, first=found[0], after=found[1]), length
    return None


def year(number: Number) -> When:
    """The year that a number written as one says."""
    first = dt.date(int(number.value), 1, 1)
    return When(text=number.text, first=first, after=first.replace(year=first.year + 1))


def _stretch(span: Sequence[Token], today: Today) -> tuple[dt.date, dt.date] | None:
    words = [token.word for token in span]
    if len(words) == 1:
        if words[0] in _DAYS:
            return _day(today.date + dt.timedelta(days=_DAYS[words[0]]))
        return _iso(words[0])
    if len(words) == 2 and words[0] in ("last", "this", "previous", "past", "current", "next"):
        return _relative(words[0], words[1], today)
    if len(words) == 3 and words[0] in ("last", "past", "previous") and isinstance(span[1].value, int):
        return _past(span[1].value, words[2], today.date)
    return _named(span)


def _named(span: Sequence[Token]) -> tuple[dt.date, dt.date] | None:
    """March 2024; March 5, 2024; 5 March 2024."""
    months = [_MONTHS[token.word] for token in span if token.kind is Kind.WORD and token.word in _MONTHS]
    numbers = [token.value for token in span if isinstance(token.value, int)]
    if len(months) != 1 or len(months) + len(numbers) != len(span) or not 1 <= len(numbers) <= 2:
        return None
    year = numbers[-1]
    if not 1500 <= year <= 2199:
        return None
    if len(numbers) == 1:
        return dt.date(year, months[0], 1), _month_after(dt.date(year, months[0], 1))
    return _made(year, months[0], numbers[0])


def _iso(word: str) -> tuple[dt.date, dt.date] | None:
    parts = word.split("-")
    if len(parts) != 3 or not all(part.isdigit() for part in parts):
        return None
    return _made(int(parts[0]), int(parts[1]), int(parts[2]))


def _made(year: int, month: int, day: int) -> tuple[dt.date, dt.date] | None:
    try:
        return _day(dt.date(year, month, day))
    except ValueError:
        return None


def _day(day: dt.date) -> tuple[dt.date, dt.date]:
    return day, day + dt.timedelta(days=1)


def _relative(which: str, unit: str, today: Today) -> tuple[dt.date, dt.date] | None:
    date = today.date
    if unit == "week":
        start = date - dt.timedelta(days=(date.weekday() - today.first_weekday) % 7)
    elif unit == "month":
        start = date.replace(day=1)
    elif unit == "quarter":
        start = date.replace(month=(date.month - 1) // 3 * 3 + 1, day=1)
    elif unit == "year":
        start = date.replace(month=1, day=1)
    else:
        return None
    if which in ("last", "previous", "past"):
        before = _step(start, unit, -1)
        return before, start
    if which == "next":
        start = _step(start, unit, 1)
    return start, _step(start, unit, 1)


def _past(count: int, unit: str, date: dt.date) -> tuple[dt.date, dt.date] | None:
    """The last `count` days, weeks, months or years, today included."""
    after = date + dt.timedelta(days=1)
    unit = unit.removesuffix("s")
    if not 0 < count <= 10_000:
        return None
    if unit in ("day", "week"):
        return after - dt.timedelta(days=count * (7 if unit == "week" else 1)), after
    if unit in ("month", "year"):
        return _months_before(after, count * (12 if unit == "year" else 1)), after
    return None


def _step(start: dt.date, unit: str, by: int) -> dt.date:
    if unit == "week":
        return start + dt.timedelta(days=7 * by)
    return _months_before(start, -by * {"month": 1, "quarter": 3, "year": 12}[unit])


def _months_before(date: dt.date, months: int) -> dt.date:
    year, month = divmod(date.year * 12 + date.month - 1 - months, 12)
    for day in range(date.day, 0, -1):
        try:
            return dt.date(year, month + 1, day)
        except ValueError:
            continue
    return date


def _month_after(first: dt.date) -> dt.date:
    return _months_before(first, -1)
