"""The fields of an outcome, as whatever shows one reads them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from rejoinder.terms.choice import Choice, UseSql
from rejoinder.terms.estimate import Estimate, Unknown
from rejoinder.terms.fact import Fact
from rejoinder.terms.finding import Finding
from rejoinder.terms.ids import RunId, ThreadId
from rejoinder.terms.limits import Spend
from rejoinder.terms.refusal import Refusal
from rejoinder.terms.result import ResultColumn
from rejoinder.terms.signal import Caveat, Signal

_EXIT_CODES = {"answered": 0, "clarify": 3, "refused": 4, "failed": 5}
_CANCELLED = 130


@dataclass(frozen=True, slots=True, kw_only=True)
class OutcomeFields:
    """How a turn ended.

    `reason` says which end of its kind it is ("" for a plain answer); `sentence` is for the asker and holds no
    wording of a database. `sql` is always what is behind the rows or the error shown beside it.
    """

    run_id: RunId
    thread_id: ThreadId
    question: str
    """As it was understood: a follow-up stands by itself here."""
    end: Literal["answered", "clarify", "refused", "failed"]
    reason: str
    sentence: str
    sql: str = ""
    columns: tuple[ResultColumn, ...] = ()
    rows: tuple[tuple[Any, ...], ...] = ()
    """Python's own values, one tuple a row, in the order of `columns`."""
    executed: bool = False
    """Whether `rows` are what the SQL returned. Without: nothing ran, or its rows are no longer kept."""
    truncated: bool = False
    """Whether there are more rows than `rows` holds."""
    caveats: tuple[Caveat, ...] = ()
    signals: tuple[Signal, ...] = ()
    facts: tuple[Fact, ...] = ()
    choices: tuple[Choice, ...] = ()
    """What may be replied, by number from 1. Words may be replied too."""
    findings: tuple[Finding, ...] = ()
    refusal: Refusal | None = None
    """The database's own error."""
    estimate: Estimate | Unknown | None = None
    stopped_by: str | None = None
    """The bound that ended the turn before the end of its road."""
    different: UseSql | None = None
    """A correction that ran but answers a different question."""
    repaired_by: tuple[str, ...] = ()
    """The rules that mended the model's SQL."""
    attempts: int = 0
    """Calls for SQL in this turn."""
    spend: Spend = Spend()
    """What the whole run has used, all its turns together."""

    @property
    def exit_code(self) -> int:
        """What the command line ends with."""
        return _CANCELLED if self.reason == "cancelled" else _EXIT_CODES[self.end]
