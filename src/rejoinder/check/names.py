"""C4: every table and column is there, and means one thing."""

from __future__ import annotations

from collections.abc import Iterable

from rejoinder.check._examined import Examined
from rejoinder.terms.finding import Finding


def rule(examined: Examined) -> Iterable[Finding]:
    """Unknown tables, unknown columns and ambiguous ones, as `sql.resolve` found them."""
    return examined.resolution.problems
