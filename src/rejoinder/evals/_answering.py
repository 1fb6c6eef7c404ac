"""What measuring needs of an agent on one database, and reads of its outcomes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from rejoinder.ports import Recorded
from rejoinder.terms.limits import Limits, Spend
from rejoinder.terms.signal import Caveat, Signal


class Answered(Protocol):
    """An outcome."""

    @property
    def end(self) -> str:
        """answered, clarify, refused or failed."""
        ...

    @property
    def sql(self) -> str:
        """The SQL behind the rows."""
        ...

    @property
    def executed(self) -> bool:
        """Whether `rows` are what the SQL returned."""
        ...

    @property
    def rows(self) -> Sequence[Sequence[Any]]:
        """The rows."""
        ...

    @property
    def attempts(self) -> int:
        """Calls for SQL."""
        ...

    @property
    def repaired_by(self) -> tuple[str, ...]:
        """The rules that mended it."""
        ...

    @property
    def signals(self) -> tuple[Signal, ...]:
        """Signs of trouble in the rows."""
        ...

    @property
    def caveats(self) -> tuple[Caveat, ...]:
        """Reasons to doubt them."""
        ...

    @property
    def spend(self) -> Spend:
        """What it took."""
        ...


class Answering(Protocol):
    """An agent."""

    async def query(
        self,
        question: str,
        *,
        limits: Limits | None = None,
        on_event: Callable[[Recorded], None] | None = None,
    ) -> Answered:
        """Answer a question."""
        ...

    async def run_sql(self, sql: str) -> Answered:
        """Run the gold, through the same door."""
        ...

    def limits(self) -> Limits:
        """Those of a question that says nothing of limits."""
        ...

    async def close(self) -> None:
        """Close it."""
        ...
