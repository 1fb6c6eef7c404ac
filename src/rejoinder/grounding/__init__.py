"""Which tables and stored values a question is about (G1 to G6). Pure: values come in as arguments."""

from __future__ import annotations

from rejoinder.grounding.choose import Grounding, ground
from rejoinder.grounding.mentions import ground_lookup

__all__ = ["Grounding", "ground", "ground_lookup"]
