"""Doubles and contracts for programs that embed rejoinder, and for whoever writes a connector, provider or ledger."""

from __future__ import annotations

from rejoinder.ledgers.memory import MemoryLedger
from rejoinder.providers.scripted import Line, ScriptedProvider
from rejoinder.testing.fake_clock import FakeClock

__all__ = ["FakeClock", "Line", "MemoryLedger", "ScriptedProvider"]
