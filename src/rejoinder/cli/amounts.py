"""Amounts as people read them."""

from __future__ import annotations

from decimal import Decimal


def counted(number: int, noun: str) -> str:
    """1 row, 2 rows, 1,234 rows."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def seconds(number: float) -> str:
    """Seconds, with as many digits as matter."""
    return (
        f"{number:.0f} s" if number >= 10 else f"{number:.1f} s" if number >= 1 else f"{number * 1000:.0f} ms"
    )


def money(dollars: Decimal | None) -> str:
    """US dollars; cents would hide what a call costs."""
    if dollars is None:
        return "price unknown"
    return "free" if not dollars else f"{dollars:.4f} USD"
