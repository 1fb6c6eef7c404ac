"""What may be used, and what has been used. Units are in the names."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from decimal import Decimal
from typing import Any

from rejoinder.terms.estimate import Ceiling


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """The limits of one run: the least of settings, policy and caller. None is "no limit", written out."""

    corrections: int = 2
    """0 to 3: never more than four attempts a turn."""
    statement_seconds: float = 30.0
    turn_seconds: float = 120.0
    completion_tokens: int = 4_000
    turn_tokens: int = 60_000
    turn_money: Decimal | None = Decimal("0.50")
    """US dollars."""
    rows: int = 10_000
    result_bytes: int = 64 * 1024 * 1024
    ask_above: Ceiling = field(default_factory=Ceiling)
    never_above: Ceiling = field(default_factory=lambda: Ceiling(bytes_read=None))
    completion_seconds: float = 60.0
    """For one model call."""
    turns: int = 5
    run_factor: int = 3
    """A run has this many times a turn's tokens and money."""
    phrase: bool = False
    """Whether a model may reword the facts of a clarifying question, once a turn."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Usage:
    """Tokens of one model call, as the provider counted them."""

    input_tokens: int = 0
    output_tokens: int = 0
    cache_read_tokens: int = 0
    cache_write_tokens: int = 0

    @property
    def tokens(self) -> int:
        """Input and output together. Cached input counts as input."""
        return self.input_tokens + self.output_tokens


@dataclass(frozen=True, slots=True, kw_only=True)
class Reserved:
    """What a step that costs may use at most, set aside when it begins."""

    tokens: int = 0
    money: Decimal = Decimal(0)
    seconds: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Spend:
    """What has been used."""

    attempts: int = 0
    seconds: float = 0.0
    tokens: int = 0
    money: Decimal = Decimal(0)


@dataclass(frozen=True, slots=True, kw_only=True)
class ExecutionLimits:
    """What one statement may use. `seconds` is clamped to the time left."""

    seconds: float = 30.0
    rows: int = 10_000
    result_bytes: int = 64 * 1024 * 1024
    ceiling: Ceiling = field(default_factory=Ceiling)


@dataclass(frozen=True, slots=True, kw_only=True)
class CompletionLimits:
    """What one model call may use."""

    tokens: int = 4_000
    seconds: float = 60.0


@dataclass(frozen=True, slots=True, kw_only=True)
class LookupLimits:
    """What one look-up of stored values may use."""

    values: int = 50
    seconds: float = 0.3


def least(first: Limits, second: Limits) -> Limits:
    """The lower of the two in every unit; None, "no limit", is above every number."""
    return Limits(
        **{
            each.name: _lower(getattr(first, each.name), getattr(second, each.name))
            for each in fields(Limits)
        }
    )


def lower(first: Ceiling, second: Ceiling) -> Ceiling:
    """The lower of the two in every quantity."""
    return Ceiling(
        **{
            each.name: _lower(getattr(first, each.name), getattr(second, each.name))
            for each in fields(Ceiling)
        }
    )


def _lower(first: Any, second: Any) -> Any:
    if first is None or second is None:
        return second if first is None else first
    return lower(first, second) if isinstance(first, Ceiling) else min(first, second)
