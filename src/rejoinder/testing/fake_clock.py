"""A clock that a test sets: nobody waits, and what was waited for is known."""

from __future__ import annotations

import asyncio
import datetime as dt


class FakeClock:
    """Time passes only when somebody sleeps or `advance` is called. `slept` holds every wait, in seconds."""

    def __init__(self, now: dt.datetime = dt.datetime(2026, 1, 1, tzinfo=dt.UTC)) -> None:
        self._now = now
        self._seconds = 0.0
        self.slept: list[float] = []

    def now(self) -> dt.datetime:
        """The time of day."""
        return self._now + dt.timedelta(seconds=self._seconds)

    def monotonic(self) -> float:
        """Seconds since the clock was made."""
        return self._seconds

    async def sleep(self, seconds: float) -> None:
        """Let that much time pass at once, and let others go on meanwhile."""
        self.slept.append(seconds)
        self.advance(seconds)
        await asyncio.sleep(0)

    def advance(self, seconds: float) -> None:
        """Let time pass by itself."""
        self._seconds += seconds
