"""Deterministic signs of trouble in a result, and the sentences that tell the asker."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Signal:
    """One sign. `correctable` is whether the model may be asked once; else it is a caveat only."""

    name: str
    """The file of `judge/` that saw it."""
    message: str
    """A plain sentence for the asker."""
    correctable: bool = False
    subject: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Caveat:
    """One reason to doubt an answer, in a plain sentence. `source` is the rule, signal or limit behind it."""

    source: str
    sentence: str
