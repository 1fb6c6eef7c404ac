"""What a rewriting connector asks of whatever rewrites."""

from __future__ import annotations

from typing import Protocol

from rejoinder.terms.catalog import TableRef
from rejoinder.terms.refusal import Refusal
from rejoinder.terms.statement import Statement


class Rewriting(Protocol):
    """What a statement becomes on its way."""

    def rewritten(self, statement: Statement) -> Statement | Refusal | None:
        """What to send instead, or why nothing is sent; None: the statement as it is."""
        ...

    def concerns(self, table: TableRef) -> bool:
        """Whether statements that read the table are rewritten, so that its values must be looked up by one."""
        ...

    def statement(self, text: str) -> Statement | None:
        """SQL of our own, checked; None where it doesn't pass."""
        ...
