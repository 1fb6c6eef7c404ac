"""Rows as an aligned table, no wider than a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.cells import cell_len, set_cell_size

import rejoinder

_GAP = "  "
_NUMBERS = frozenset({"integer", "decimal", "float"})
_NARROWEST = 6


def table(columns: Sequence[rejoinder.ResultColumn], rows: Sequence[Sequence[Any]], most: int | None) -> str:
    """The rows under their columns' names; numbers to the right. `most` is the terminal's width, if any."""
    cells = [[rejoinder.results.cell_text(value) for value in row] for row in rows]
    heads = [rejoinder.results.cell_text(column.name) for column in columns]
    wanted = [
        max([cell_len(head), *(cell_len(row[at]) for row in cells)], default=0)
        for at, head in enumerate(heads)
    ]
    widths = wanted if most is None else narrowed(wanted, most)
    right = [_is_number(column, [row[at] for row in rows]) for at, column in enumerate(columns)]
    lines = [_line(heads, widths, right), _GAP.join("-" * width for width in widths)]
    return "\n".join([*lines, *(_line(row, widths, right) for row in cells)])


def narrowed(widths: Sequence[int], most: int) -> list[int]:
    """Take from the widest columns until the table fits; no column gets narrower than a few characters."""
    found = list(widths)
    over = sum(found) + len(_GAP) * (len(found) - 1) - most
    while over > 0:
        widest = max(range(len(found)), key=found.__getitem__)
        others = [width for at, width in enumerate(found) if at != widest]
        floor = max([_NARROWEST, *(width for width in others if width < found[widest])])
        if found[widest] <= _NARROWEST:
            break
        cut = min(over, max(1, found[widest] - floor))
        found[widest] -= cut
        over -= cut
    return found


def _line(texts: Sequence[str], widths: Sequence[int], right: Sequence[bool]) -> str:
    return _GAP.join(map(_cell, texts, widths, right)).rstrip()


def _cell(text: str, width: int, right: bool) -> str:
    if cell_len(text) > width:
        return set_cell_size(text, width - 1) + "…"
    space = " " * (width - cell_len(text))
    return space + text if right else text + space


def _is_number(column: rejoinder.ResultColumn, values: Sequence[Any]) -> bool:
    if column.family.value in _NUMBERS:
        return True
    known = [value for value in values if value is not None]
    return bool(known) and all(
        isinstance(value, int | float) and not isinstance(value, bool) for value in known
    )
