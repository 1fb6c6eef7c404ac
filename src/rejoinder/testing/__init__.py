"""Doubles and contracts for programs that embed rejoinder, and for whoever writes a connector, provider or ledger."""

from __future__ import annotations

from rejoinder.ledgers.memory import MemoryLedger
from rejoinder.providers.scripted import Line, ScriptedProvider
from rejoinder.testing.fake_clock import FakeClock
from rejoinder.testing.model_server import ModelServer
from rejoinder.testing.scripted_connector import Meets, ScriptedConnector
from rejoinder.testing.wires.spoken import Fault, Spoken

__all__ = [
    "FakeClock",
    "Fault",
    "Line",
    "Meets",
    "MemoryLedger",
    "ModelServer",
    "ScriptedConnector",
    "ScriptedProvider",
    "Spoken",
]
