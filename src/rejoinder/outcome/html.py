"""An outcome in a notebook: the same things in the same order as on a terminal, every text escaped."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import Any

from rejoinder import results
from rejoinder.outcome.fields import OutcomeFields
from rejoinder.outcome.plain import label
from rejoinder.terms.result import ResultColumn

_ROWS = 20


def page(outcome: OutcomeFields) -> str:
    """A fragment of HTML without scripts or styles of its own."""
    parts = [f"<p><b>{escape(outcome.sentence)}</b></p>"]
    if outcome.executed:
        parts.append(_table(outcome.columns, outcome.rows[:_ROWS]))
        if len(outcome.rows) > _ROWS:
            parts.append(f"<p>… {len(outcome.rows) - _ROWS:,} more rows</p>")
    parts += _list("ul", (fact.sentence for fact in outcome.facts))
    if outcome.refusal is not None:
        parts.append(f"<p>The database said: {escape(outcome.refusal.message)}</p>")
    if outcome.sql:
        parts.append(f"<pre><code>{escape(outcome.sql)}</code></pre>")
    parts += _list("ul", (caveat.sentence for caveat in outcome.caveats))
    parts += _list("ol", (label(choice) for choice in outcome.choices))
    return f'<div class="rejoinder-outcome">{"".join(parts)}</div>'


def _table(columns: Sequence[ResultColumn], rows: Sequence[Sequence[Any]]) -> str:
    head = "".join(f"<th>{escape(results.cell_text(column.name))}</th>" for column in columns)
    body = "".join(f"<tr>{_cells(row)}</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _cells(row: Sequence[Any]) -> str:
    return "".join(f"<td>{escape(results.cell_text(value))}</td>" for value in row)


def _list(kind: str, items: Iterable[str]) -> list[str]:
    lines = "".join(f"<li>{escape(item)}</li>" for item in items)
    return [f"<{kind}>{lines}</{kind}>"] if lines else []
