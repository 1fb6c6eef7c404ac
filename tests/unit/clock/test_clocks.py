"""The machine's clock, and the one that a test sets."""

from __future__ import annotations

import datetime as dt

from rejoinder.clock import SystemClock
from rejoinder.testing import FakeClock


def test_the_time_of_day_is_in_utc():
    before = dt.datetime.now(dt.UTC)
    now = SystemClock().now()
    assert before <= now <= dt.datetime.now(dt.UTC)
    assert now.utcoffset() == dt.timedelta(0)


async def test_seconds_never_go_back():
    clock = SystemClock()
    before = clock.monotonic()
    await clock.sleep(0)
    assert clock.monotonic() >= before


async def test_a_fake_clock_moves_only_when_it_is_told_to():
    clock = FakeClock(dt.datetime(2026, 3, 14, tzinfo=dt.UTC))
    assert (clock.now(), clock.monotonic()) == (dt.datetime(2026, 3, 14, tzinfo=dt.UTC), 0.0)
    clock.advance(90)
    assert (clock.now(), clock.monotonic()) == (dt.datetime(2026, 3, 14, 0, 1, 30, tzinfo=dt.UTC), 90.0)


async def test_a_fake_clock_lets_time_pass_at_once_and_remembers_what_was_waited_for():
    clock = FakeClock()
    await clock.sleep(3_600)
    await clock.sleep(0.5)
    assert clock.slept == [3_600, 0.5]
    assert clock.monotonic() == 3_600.5
