"""What `check` rejects in a draft."""

from __future__ import annotations

from dataclasses import dataclass

from rejoinder.terms.classes import Defect
from rejoinder.terms.span import Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One thing that is wrong with a draft.

    `subject` is the name concerned as the draft spells it (for a column with its qualifier, if it has one);
    `candidates` are names that the asker may see, best first; `message` is a plain sentence.
    """

    defect: Defect
    message: str
    subject: str = ""
    span: Span | None = None
    candidates: tuple[str, ...] = ()
    rule: str = ""
    """The file of `check/` that found it."""
