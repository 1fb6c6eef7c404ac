"""The result is empty, or a count of nothing, and a text that it was filtered by isn't stored in that column.

An empty result whose texts are all stored is an answer like any other.
"""

from __future__ import annotations

from collections.abc import Iterator

from rejoinder.judge._signal import Judged, Sign, is_nothing
from rejoinder.sql.literals import Comparison, comparisons
from rejoinder.terms.lookup import Lookup
from rejoinder.terms.signal import Signal

_MOST = 20


def _wants(judged: Judged) -> Lookup:
    compared = _compared(judged) if is_nothing(judged.result) else []
    return Lookup(
        columns=tuple(dict.fromkeys(comparison.column for comparison in compared)),
        literals=tuple(dict.fromkeys(comparison.text for comparison in compared)),
    )


def _sees(judged: Judged) -> Iterator[Signal]:
    if not is_nothing(judged.result):
        return
    for comparison in _compared(judged):
        values = judged.stored.get(comparison.column)
        if values is not None and all(value.value != comparison.text for value in values):
            yield Signal(
                name="unmatched",
                message=f"Nothing was found, and `{comparison.name}` holds no value `{comparison.text}`.",
                correctable=True,
                subject=comparison.name,
            )


def _compared(judged: Judged) -> list[Comparison]:
    if judged.resolution is None:
        return []
    found = {
        (each.column, each.text): each
        for each in comparisons(judged.resolution, judged.catalog)
        if not each.negated
    }
    return list(found.values())[:_MOST]


SIGN = Sign(sees=_sees, wants=_wants)
