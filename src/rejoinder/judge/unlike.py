"""The result is empty, or a count of nothing, and values of different kinds were compared: a text and a number."""

from __future__ import annotations

from collections.abc import Iterator

from sqlglot import exp

from rejoinder.judge._signal import Judged, Sign, is_nothing
from rejoinder.sql.literals import compared_with, family_of
from rejoinder.sql.scopes import ColumnUse, Meaning
from rejoinder.terms.catalog import ColumnRef, TypeFamily
from rejoinder.terms.signal import Signal

_NUMBERS = frozenset({TypeFamily.INTEGER, TypeFamily.DECIMAL, TypeFamily.FLOAT})


def _sees(judged: Judged) -> Iterator[Signal]:
    if not is_nothing(judged.result) or judged.resolution is None:
        return
    told = set()
    for use in judged.resolution.columns:
        if use.ref is None or family_of(use.ref, judged.catalog) not in _NUMBERS:
            continue
        for found in compared_with(use):
            text = _text(found, judged)
            if text and (use.ref, text) not in told:
                told.add((use.ref, text))
                yield _signal(use.ref, text)


def _text(node: exp.Expr, judged: Judged) -> str:
    """A text that is no number, or a column of texts, as a sentence names it."""
    if isinstance(node, exp.Literal) and node.is_string:
        return "" if _is_number(node.name) else f"the text `{node.name}`"
    use = judged.resolution.use_of(node) if judged.resolution is not None else None
    if use is None:
        return ""
    if use.meaning is Meaning.TEXT:
        return "" if _is_number(node.name) else f"the text `{node.name}`"
    return _column(use, judged)


def _column(use: ColumnUse, judged: Judged) -> str:
    textual = use.ref is not None and family_of(use.ref, judged.catalog) is TypeFamily.TEXT
    return f"`{_called(use.ref)}`, which holds texts" if use.ref is not None and textual else ""


def _called(ref: ColumnRef) -> str:
    return f"{ref.table.name}.{ref.name}"


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def _signal(ref: ColumnRef, text: str) -> Signal:
    return Signal(
        name="unlike",
        message=f"Nothing was found, and `{_called(ref)}`, which holds numbers, was compared with {text}.",
        correctable=True,
        subject=_called(ref),
    )


SIGN = Sign(sees=_sees)
