"""A real connector whose executions take the time and meet the refusals that a test says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rejoinder.ports import CancelHandle, Connector
from rejoinder.terms.catalog import Catalog, ColumnRef
from rejoinder.terms.dialect import Dialect
from rejoinder.terms.estimate import Estimate, Unknown
from rejoinder.terms.limits import ExecutionLimits, LookupLimits
from rejoinder.terms.privileges import Privileges
from rejoinder.terms.refusal import Refusal
from rejoinder.terms.result import Result, Stored
from rejoinder.terms.statement import Statement
from rejoinder.testing.fake_clock import FakeClock

__all__ = ["Meets", "ScriptedConnector"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Meets:
    """What one execution meets: how long it takes, in seconds, and the refusal; None lets it run."""

    refusal: Refusal | None = None
    seconds: float = 0.0


class ScriptedConnector:
    """Meets `script`, one an execution, in order; then, and in everything else, it is `real`.

    Time passes on `clock`, so that nobody waits. `executed` are the texts that were to be executed and their
    limits, oldest first, refused ones included.
    """

    def __init__(
        self, real: Connector, script: Sequence[Meets] = (), *, clock: FakeClock | None = None
    ) -> None:
        self._real = real
        self._left = list(script)
        self._clock = clock if clock is not None else FakeClock()
        self.executed: list[tuple[str, ExecutionLimits]] = []

    @property
    def dialect(self) -> Dialect:
        """That of the real one."""
        return self._real.dialect

    @property
    def sessions(self) -> int:
        """Those of the real one."""
        return self._real.sessions

    def fingerprint(self) -> str:
        """That of the real one."""
        return self._real.fingerprint()

    def catalog(self) -> Catalog:
        """That of the real one."""
        return self._real.catalog()

    def values(
        self, columns: Sequence[ColumnRef], literals: Sequence[str], limits: LookupLimits
    ) -> Mapping[ColumnRef, Sequence[Stored]]:
        """Those of the real one. Raises `LookupUnavailable`."""
        return self._real.values(columns, literals, limits)

    def estimate(
        self, statement: Statement, limits: ExecutionLimits, handle: CancelHandle
    ) -> Estimate | Refusal | Unknown:
        """That of the real one."""
        return self._real.estimate(statement, limits, handle)

    def execute(
        self, statement: Statement, limits: ExecutionLimits, handle: CancelHandle
    ) -> Result | Refusal:
        """What the script says next, else what the real one does."""
        self.executed.append((statement.text, limits))
        meets = self._left.pop(0) if self._left else Meets()
        self._clock.advance(meets.seconds)
        return meets.refusal if meets.refusal is not None else self._real.execute(statement, limits, handle)

    def cancel(self, handle: CancelHandle) -> None:
        """Stop the real one."""
        self._real.cancel(handle)

    def privileges(self) -> Privileges:
        """Those of the real one."""
        return self._real.privileges()

    def close(self) -> None:
        """Close the real one."""
        self._real.close()
