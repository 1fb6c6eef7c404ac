"""Connectors that send another statement than they are given, and the row filters of a policy built on that (X7).

`RewritingConnector` wraps any connector; `RowFilters` is what rewrites: the rows of a table that somebody may read,
as a condition that stands in every place where the table is read.
"""

from __future__ import annotations

from rejoinder.rewriting._connector import RewritingConnector
from rejoinder.rewriting._filters import RowFilters
from rejoinder.rewriting._rewriting import Rewriting

__all__ = ["Rewriting", "RewritingConnector", "RowFilters"]
