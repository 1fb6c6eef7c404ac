"""What is left of a run's limits, and what a step may therefore use (L3, L8). Sums, and no decision."""

from __future__ import annotations

from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Literal

from rejoinder.loop.events import Event
from rejoinder.loop.state import InHand, Run
from rejoinder.terms.estimate import Ceiling, Estimate, Unknown
from rejoinder.terms.limits import (
    CompletionLimits,
    ExecutionLimits,
    Limits,
    Reserved,
    Spend,
    Usage,
    lower,
)

MOST_CORRECTIONS = 3
MOST_REPAIRS = 3
"""For one provider draft (L5)."""
FRESH_ATTEMPT = 4
"""The attempt that starts afresh instead of correcting (L2)."""
_USED_UP = 0.9
_LONG_SECONDS = 60.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Left:
    """What this turn may still use. No money limit is None."""

    tokens: int
    money: Decimal | None
    seconds: float


def left(run: Run) -> Left:
    """The lesser of what is left of the turn and of the run; a run has several turns' tokens and money."""
    limits, turn, whole = run.limits, run.current.spend, run.spend
    money = None
    if limits.turn_money is not None:
        money = min(limits.turn_money - turn.money, limits.turn_money * limits.run_factor - whole.money)
    return Left(
        tokens=min(
            limits.turn_tokens - turn.tokens,
            limits.turn_tokens * limits.run_factor - whole.tokens,
        ),
        money=money,
        seconds=limits.turn_seconds - turn.seconds,
    )


def overdrawn(run: Run, reserved: Reserved) -> Literal["tokens", "money", "seconds"] | None:
    """The first unit in which `reserved` doesn't fit what is left, or None where it fits."""
    rest = left(run)
    if reserved.seconds > rest.seconds:
        return "seconds"
    if reserved.tokens > rest.tokens:
        return "tokens"
    if rest.money is not None and reserved.money > rest.money:
        return "money"
    return None


def most_attempts(limits: Limits) -> int:
    """One draft and the corrections; never more than four whatever the setting (L2)."""
    return 1 + min(max(limits.corrections, 0), MOST_CORRECTIONS)


def completion_limits(run: Run) -> CompletionLimits:
    """What one model call may use: the least of its own limits and what is left beside the frozen prompt."""
    rest = left(run)
    prompt = 0 if run.grounded is None else run.grounded.prompt_tokens
    return CompletionLimits(
        tokens=max(1, min(run.limits.completion_tokens, rest.tokens - prompt)),
        seconds=min(run.limits.completion_seconds, rest.seconds),
    )


def execution_limits(run: Run) -> ExecutionLimits:
    """What one statement may use. What was granted may run up to `never_above`, anything else to the lower ceiling."""
    limits = run.limits
    unasked = lower(limits.ask_above, limits.never_above)
    ceiling = unasked if run.current.granted is None else limits.never_above
    return ExecutionLimits(
        seconds=min(limits.statement_seconds, left(run).seconds),
        rows=limits.rows,
        result_bytes=limits.result_bytes,
        ceiling=ceiling,
    )


def time_enough(run: Run, hand: InHand) -> bool:
    """Whether a correction may start: as long as the failed call and the longest execution took remains (L8)."""
    rest = left(run).seconds
    return rest > 0 and rest >= hand.model_seconds + run.current.longest_execution


def used_up(seconds: float, timeout_seconds: float | None) -> bool:
    """Whether a refused execution counts as a timeout, whatever its message says (L6)."""
    if timeout_seconds is None:
        return seconds > _LONG_SECONDS
    return seconds >= _USED_UP * timeout_seconds


def over_ceiling(run: Run, hand: InHand) -> bool:
    """Whether the draft in hand costs too much to be run unasked.

    An unknown price is over where the engine can't hold the statement to a ceiling itself. What the asker
    granted may cost what was shown then, and nothing may cost more than `never_above`, asked or not.
    """
    price, limits, granted = hand.estimate, run.limits, run.current.granted
    if price is None:
        return False
    if _over(limits.never_above, price):
        return True
    if not _over(limits.ask_above, price):
        return False
    if granted is None or granted[0] != hand.canonical:
        return True
    return not _within(price, granted[1])


def may_be_granted(run: Run, hand: InHand) -> bool:
    """Whether the asker may say "run it anyway"."""
    return hand.estimate is not None and not _over(run.limits.never_above, hand.estimate)


def _over(ceiling: Ceiling, price: Estimate | Unknown) -> bool:
    if isinstance(price, Unknown):
        unbounded = ceiling.rows_read is None and ceiling.bytes_read is None and ceiling.cost is None
        return not price.enforced and not unbounded
    return ceiling.exceeded_by(price)


def _within(price: Estimate | Unknown, granted: Estimate) -> bool:
    if isinstance(price, Unknown):
        return True
    most = Ceiling(rows_read=granted.rows_read, bytes_read=granted.bytes_read, cost=granted.cost)
    return granted != Estimate() and not most.exceeded_by(price)


# What was used


def charge(run: Run, event: Event) -> Run:
    """Add what the event says was used, to the turn and to the run. An unknown price counts as nothing."""
    usage: Usage = getattr(event, "usage", Usage())
    cost: Decimal | None = getattr(event, "cost", None)
    seconds: float = getattr(event, "seconds", 0.0)
    return spent(run, Spend(seconds=seconds, tokens=usage.tokens, money=cost or Decimal(0)))


def spent(run: Run, more: Spend) -> Run:
    """Add to the turn and to the run."""
    if more == Spend():
        return run
    return replace(
        run, spend=_sum(run.spend, more), current=replace(run.current, spend=_sum(run.current.spend, more))
    )


def reserve(run: Run, reserved: Reserved) -> Run:
    """Count what was set aside for a step as used."""
    return spent(run, Spend(seconds=reserved.seconds, tokens=reserved.tokens, money=reserved.money))


def _sum(one: Spend, other: Spend) -> Spend:
    return Spend(
        attempts=one.attempts + other.attempts,
        seconds=one.seconds + other.seconds,
        tokens=one.tokens + other.tokens,
        money=one.money + other.money,
    )
