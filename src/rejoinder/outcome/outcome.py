"""What a question came to. Everything that a front end shows is a field of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rejoinder.outcome import frames, html, plain
from rejoinder.outcome.fields import OutcomeFields

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl
    import pyarrow as pa

_SHOWN = 5


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Outcome(OutcomeFields):
    """How a turn ended.

    `reason` says which end of its kind it is ("" for a plain answer); `sentence` is for the asker and holds no
    wording of a database. `sql` is always what is behind the rows or the error shown beside it.
    """

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
