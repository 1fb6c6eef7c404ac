"""How a turn ended, for whoever asked: rows, the SQL behind them, the reasons to doubt them, what it took."""

from __future__ import annotations

from rejoinder.outcome.build import build
from rejoinder.outcome.outcome import Outcome

__all__ = ["Outcome", "build"]
