"""The clock of this machine."""

from __future__ import annotations

import asyncio
import datetime as dt
import time


class SystemClock:
    """Time as the machine tells it."""

    def now(self) -> dt.datetime:
        """The time of day, in UTC."""
        return dt.datetime.now(dt.UTC)

    def monotonic(self) -> float:
        """Seconds that never go back."""
        return time.monotonic()

    async def sleep(self, seconds: float) -> None:
        """Let time pass."""
        await asyncio.sleep(seconds)
