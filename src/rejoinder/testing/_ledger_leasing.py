"""K1: a lease lets one worker drive a run, and another take over a dead one's."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from rejoinder.ports import Ledger
from rejoinder.testing._ledger_room import OTHER, RUN, LedgerRoom
from rejoinder.testing.fake_clock import FakeClock


class LeasingRules(LedgerRoom):
    """Who may drive a run."""

    def test_one_worker_has_the_lease(self, another: Callable[[], Ledger], runner: asyncio.Runner) -> None:
        one, other = another(), another()
        assert runner.run(one.lease(RUN, "one", 30))
        assert not runner.run(other.lease(RUN, "other", 30))

    def test_each_run_has_its_own(self, ledger: Ledger, runner: asyncio.Runner) -> None:
        assert runner.run(ledger.lease(RUN, "one", 30))
        assert runner.run(ledger.lease(OTHER, "other", 30))

    def test_it_expires(self, ledger: Ledger, runner: asyncio.Runner, clock: FakeClock) -> None:
        runner.run(ledger.lease(RUN, "one", 30))
        clock.advance(29)
        assert not runner.run(ledger.lease(RUN, "other", 30))
        clock.advance(1)
        assert runner.run(ledger.lease(RUN, "other", 30))
        assert not runner.run(ledger.lease(RUN, "one", 30))

    def test_whoever_has_it_renews_it(self, ledger: Ledger, runner: asyncio.Runner, clock: FakeClock) -> None:
        runner.run(ledger.lease(RUN, "one", 30))
        clock.advance(20)
        assert runner.run(ledger.lease(RUN, "one", 30))
        clock.advance(20)
        assert not runner.run(ledger.lease(RUN, "other", 30))

    def test_it_is_given_back(self, ledger: Ledger, runner: asyncio.Runner) -> None:
        runner.run(ledger.lease(RUN, "one", 30))
        runner.run(ledger.release(RUN, "one"))
        assert runner.run(ledger.lease(RUN, "other", 30))

    def test_nobody_gives_back_what_another_has(self, ledger: Ledger, runner: asyncio.Runner) -> None:
        runner.run(ledger.lease(RUN, "one", 30))
        runner.run(ledger.release(RUN, "other"))
        runner.run(ledger.release(OTHER, "other"))
        assert not runner.run(ledger.lease(RUN, "other", 30))
