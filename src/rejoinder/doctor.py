"""What an operator should know before anybody asks: the role's powers, limits that are off, prices unknown."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields

from rejoinder.terms.limits import Limits
from rejoinder.terms.policy import Policy
from rejoinder.terms.privileges import Hazard, Privileges
from rejoinder.terms.provider import ModelCard


@dataclass(frozen=True, slots=True, kw_only=True)
class Examination:
    """Everything that was looked at. `hazards` is empty where nothing needs doing."""

    privileges: Privileges
    model: ModelCard
    limits: Limits
    hazards: tuple[Hazard, ...]


def examine(privileges: Privileges, model: ModelCard, limits: Limits, policy: Policy) -> Examination:
    """Put together what the database said of the role with what settings and policy leave open."""
    hazards = (
        *privileges.hazards,
        *_replica(privileges, policy),
        *_limits_off(limits),
        *_price(model, limits),
    )
    return Examination(privileges=privileges, model=model, limits=limits, hazards=hazards)


def _replica(privileges: Privileges, policy: Policy) -> Iterator[Hazard]:
    if policy.require_replica and not privileges.replica:
        yield Hazard(
            name="not_a_replica",
            sentence="The policy requires a replica, and this database doesn't say that it is one.",
            fix="Connect to a replica, or set `require_replica = false` in policy.toml.",
        )


def _limits_off(limits: Limits) -> Iterator[Hazard]:
    for each in fields(Limits):
        if getattr(limits, each.name) is None:
            yield Hazard(
                name=f"no_limit_{each.name}",
                sentence=f"The limit `{each.name}` is off.",
                fix=f"Set `{each.name}` under `[limits]` in rejoinder.toml, or leave it out for the default.",
            )


def _price(model: ModelCard, limits: Limits) -> Iterator[Hazard]:
    if model.price is None and not model.local and limits.turn_money is not None:
        yield Hazard(
            name="price_unknown",
            sentence=f"The price of `{model.name}` is unknown, so the limit on money can't be kept; "
            f"tokens bound a turn at {limits.turn_tokens:,}.",
            fix="Nothing needs doing if the bound in tokens suits you.",
        )
