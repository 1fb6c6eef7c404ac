"""Rows as Arrow, pandas and Polars tables. Each package is imported only where it is asked for."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from rejoinder import results
from rejoinder.errors import MissingExtra
from rejoinder.terms.result import ResultColumn

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl
    import pyarrow as pa

_Rows = Sequence[Sequence[Any]]
_EXACT = 2**53
"""Up to here a floating-point number holds every whole one."""


def distinct_names(columns: Sequence[ResultColumn]) -> list[str]:
    """The columns' names; a second of the same name gets `_2`, a third `_3`, none that a column has itself."""
    own = {column.name for column in columns}
    names: dict[str, None] = {}
    for column in columns:
        name, number = column.name, 1
        while name in names or (number > 1 and name in own):
            number += 1
            name = f"{column.name}_{number}"
        names[name] = None
    return list(names)


def to_arrow(columns: Sequence[ResultColumn], rows: _Rows) -> pa.Table:
    """An Arrow table; a column whose values have no common type is text."""
    arrow = _imported("pyarrow", "arrow")
    arrays = {name: _arrow_array(arrow, values) for name, values in _by_column(columns, rows)}
    return arrow.table(arrays)


def to_pandas(columns: Sequence[ResultColumn], rows: _Rows) -> pd.DataFrame:
    """A pandas frame; whole numbers and yes or no stay what they are beside missing values."""
    pandas = _imported("pandas", "pandas")
    series = {name: _pandas_series(pandas, values) for name, values in _by_column(columns, rows)}
    frame: pd.DataFrame = pandas.DataFrame(series)
    return frame


def to_polars(columns: Sequence[ResultColumn], rows: _Rows) -> pl.DataFrame:
    """A Polars frame; a column whose values have no common type is text."""
    polars = _imported("polars", "polars")
    series = {name: _polars_series(polars, name, values) for name, values in _by_column(columns, rows)}
    frame: pl.DataFrame = polars.DataFrame(series)
    return frame


def _by_column(columns: Sequence[ResultColumn], rows: _Rows) -> Iterator[tuple[str, list[Any]]]:
    for at, name in enumerate(distinct_names(columns)):
        yield _writable(name), _settled([row[at] for row in rows])


def _settled(values: list[Any]) -> list[Any]:
    """The values as every package takes them: whole numbers beside fractions, and halves of characters."""
    kinds = _kinds(values)
    if kinds == {int, float} and all(abs(value) <= _EXACT for value in values if type(value) is int):
        return [None if value is None else float(value) for value in values]
    return [_writable(value) if isinstance(value, str) else value for value in values]


def _kinds(values: Iterable[Any]) -> set[type]:
    return {type(value) for value in values} - {type(None)}


def _writable(text: str) -> str:
    return text if text.isascii() else text.encode(errors="backslashreplace").decode()


def _arrow_array(arrow: Any, values: list[Any]) -> Any:
    try:
        array = arrow.array(values)
    except (arrow.ArrowInvalid, arrow.ArrowTypeError, OverflowError):
        return arrow.array(_as_text(values))
    return array if _whole(values, array.to_pylist) else arrow.array(_as_text(values))


def _pandas_series(pandas: Any, values: list[Any]) -> Any:
    kinds = _kinds(values)
    if kinds == {int, float}:
        return pandas.Series(values, dtype=object)
    if None in values and kinds in ({int}, {bool}):
        try:
            return pandas.Series(values, dtype="Int64" if kinds == {int} else "boolean")
        except (OverflowError, TypeError):
            return pandas.Series(values, dtype=object)
    return pandas.Series(values, dtype=None if kinds else object)


def _polars_series(polars: Any, name: str, values: list[Any]) -> Any:
    # Polars stops the program at a decimal that is no number.
    if not all(value.is_finite() for value in values if isinstance(value, Decimal)):
        return polars.Series(name, _as_text(values))
    try:
        series = polars.Series(name, values, strict=True)
    except (TypeError, OverflowError, polars.exceptions.PolarsError):
        return polars.Series(name, _as_text(values))
    return series if _whole(values, series.to_list) else polars.Series(name, _as_text(values))


def _whole(values: list[Any], kept: Callable[[], list[Any]]) -> bool:
    """Whether nothing was lost: records whose fields differ lose some of them, or get some."""
    return not _kinds(values) & {dict, list, tuple} or kept() == values


def _as_text(values: list[Any]) -> list[str | None]:
    return [None if value is None else _writable(results.plain_text(value)) for value in values]


def _imported(package: str, extra: str) -> Any:
    try:
        return importlib.import_module(package)
    except ImportError as error:
        raise MissingExtra(
            f"This needs the package `{package}`: `pip install 'rejoinder[{extra}]'`."
        ) from error
