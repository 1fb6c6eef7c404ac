"""Memory and SQLite keep the same contract."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from rejoinder.ledgers.sqlite import SqliteLedger, place_of
from rejoinder.ports import Ledger
from rejoinder.testing import FakeClock, MemoryLedger
from rejoinder.testing.ledger_contract import LedgerContract


class TestMemory(LedgerContract):
    @pytest.fixture
    def opened(self, clock: FakeClock) -> Callable[[], Ledger]:
        ledger = MemoryLedger(clock)
        return lambda: ledger


class TestSqlite(LedgerContract):
    @pytest.fixture
    def opened(self, tmp_path: Path, clock: FakeClock) -> Callable[[], Ledger]:
        return lambda: SqliteLedger(place_of(f"sqlite:///{tmp_path}/ledger.sqlite"), clock)
