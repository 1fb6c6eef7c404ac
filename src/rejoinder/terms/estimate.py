"""What running a statement would cost, and what it may cost."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimate:
    """The database's own planner or dry run. A quantity that the engine doesn't tell is None."""

    rows_read: int | None = None
    rows_returned: int | None = None
    bytes_read: int | None = None
    cost: float | None = None
    """In the planner's own unit: comparable only within one database."""
    plan: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Unknown:
    """No estimate. `enforced` is whether the engine itself stops a statement at the ceiling."""

    reason: str
    enforced: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Ceiling:
    """The most that a statement may cost. None is "no limit", and has to be written out."""

    rows_read: int | None = None
    bytes_read: int | None = 10_000_000_000
    cost: float | None = None

    def exceeded_by(self, estimate: Estimate) -> bool:
        """Whether any estimated quantity is over its ceiling."""
        pairs = (
            (self.rows_read, estimate.rows_read),
            (self.bytes_read, estimate.bytes_read),
            (self.cost, estimate.cost),
        )
        return any(most is not None and found is not None and found > most for most, found in pairs)
