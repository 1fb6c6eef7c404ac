"""The scripted model, for tests of whatever is built on rejoinder."""

from __future__ import annotations

from rejoinder.providers.scripted import Line, Saying, ScriptedProvider

__all__ = ["Line", "Saying", "ScriptedProvider"]
