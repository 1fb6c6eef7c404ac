"""What the database refuses."""

from __future__ import annotations

from dataclasses import dataclass

from rejoinder.terms.classes import Defect
from rejoinder.terms.finding import Finding


@dataclass(frozen=True, slots=True, kw_only=True)
class Refusal:
    """The database's own no, classified by its dialect.

    `code` is SQLSTATE or the engine's own; `message` is the driver's own message alone; `position` is a
    0-based character offset into the text that the database ran; `subject` is the name that the classifier
    took out of the message.
    """

    defect: Defect
    message: str
    code: str = ""
    position: int | None = None
    subject: str = ""
    hint: str = ""
    executed_sql: str | None = None
    """What a rewriting connector sent instead, for the operator only."""

    def as_finding(self) -> Finding:
        """The refusal as the repair rules see it: its class, subject and message, without a span."""
        return Finding(defect=self.defect, message=self.message, subject=self.subject, rule="database")
