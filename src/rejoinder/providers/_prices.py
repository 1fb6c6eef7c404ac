"""Prices and sizes of models: `prices.toml` first, then the price list that comes with pydantic-ai.

A price that nobody knows is None, never zero: then tokens bound a turn, and `doctor` says so.
"""

from __future__ import annotations

import datetime as dt
import tomllib
from dataclasses import dataclass
from decimal import Decimal
from fnmatch import fnmatchcase
from functools import cache
from importlib import resources
from typing import Any

from rejoinder.terms.provider import Price

CONTEXT_TOKENS = 128_000
"""What a model is taken to read where nobody says."""

_IDS = {"bedrock": "aws"}
"""The price list's own name of a service, where it differs."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """What the price list says of one model."""

    context_tokens: int
    price: Price | None


def listed(name: str) -> Price | None:
    """The price of the first pattern in `prices.toml` that fits PROVIDER:NAME."""
    return next((price for pattern, price in _table() if fnmatchcase(name, pattern)), None)


def known(provider: str, name: str) -> Known | None:
    """What the price list says of a model, or None where it doesn't know it."""
    from genai_prices.data_snapshot import get_snapshot

    try:
        _, model = get_snapshot().find_provider_model(name, None, _IDS.get(provider, provider), None)
    except LookupError:
        return None
    prices = model.get_prices(dt.datetime.now(dt.UTC))
    paid, made = _dollars(prices, "input_mtok"), _dollars(prices, "output_mtok")
    price = None
    if paid is not None and made is not None:
        price = Price(
            input=paid,
            output=made,
            cache_read=_dollars(prices, "cache_read_mtok"),
            cache_write=_dollars(prices, "cache_write_mtok"),
        )
    return Known(context_tokens=model.context_window or CONTEXT_TOKENS, price=price)


def _dollars(prices: object, key: str) -> Decimal | None:
    """The price of a million; where it has tiers, that of the lowest, which a prompt of ours stays within."""
    value: Any = getattr(prices, key, None)
    value = getattr(value, "base", value)
    return Decimal(value) if value is not None else None


@cache
def _table() -> tuple[tuple[str, Price], ...]:
    text = resources.files("rejoinder.providers").joinpath("prices.toml").read_text(encoding="utf-8")
    return tuple(
        (entry["model"], Price(input=Decimal(entry["input"]), output=Decimal(entry["output"])))
        for entry in tomllib.loads(text)["price"]
    )
