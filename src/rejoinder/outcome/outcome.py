"""What a question came to. Everything that a front end shows is a field of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from rejoinder.outcome import frames, html, plain
from rejoinder.terms.choice import Choice, UseSql
from rejoinder.terms.estimate import Estimate, Unknown
from rejoinder.terms.fact import Fact
from rejoinder.terms.finding import Finding
from rejoinder.terms.ids import RunId, ThreadId
from rejoinder.terms.limits import Spend
from rejoinder.terms.refusal import Refusal
from rejoinder.terms.result import ResultColumn
from rejoinder.terms.signal import Caveat, Signal

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl
    import pyarrow as pa

_EXIT_CODES = {"answered": 0, "clarify": 3, "refused": 4, "failed": 5}
_CANCELLED = 130
_SHOWN = 5


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Outcome:
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

    def to_json(self) -> dict[str, Any]:
        """Everything as JSON can hold it, without loss; `docs/reference/json.md` lists the keys."""
        return plain.outcome_as_json(self)

    def to_dicts(self) -> list[dict[str, Any]]:
        """One dictionary a row. A second column of the same name is called `name_2`, and so on."""
        names = frames.distinct_names(self.columns)
        return [dict(zip(names, row, strict=True)) for row in self.rows]

    def to_arrow(self) -> pa.Table:
        """An Arrow table. Raises `MissingExtra` without `rejoinder[arrow]`."""
        return frames.to_arrow(self.columns, self.rows)

    def to_pandas(self) -> pd.DataFrame:
        """A pandas frame. Raises `MissingExtra` without `rejoinder[pandas]`."""
        return frames.to_pandas(self.columns, self.rows)

    def to_polars(self) -> pl.DataFrame:
        """A Polars frame. Raises `MissingExtra` without `rejoinder[polars]`."""
        return frames.to_polars(self.columns, self.rows)

    def __repr__(self) -> str:
        said = f"{self.end}({self.reason})" if self.reason else self.end
        lines = [f"<Outcome {said}: {self.sentence}>"]
        if self.executed:
            lines.append(plain.as_text(self.columns, self.rows[:_SHOWN]))
            if len(self.rows) > _SHOWN:
                lines.append(f"… {len(self.rows) - _SHOWN:,} more rows")
        lines += [self.sql] if self.sql else []
        lines += [f"note: {caveat.sentence}" for caveat in self.caveats]
        lines += [f"{number}. {plain.label(choice)}" for number, choice in enumerate(self.choices, 1)]
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        return html.page(self)
