"""Rows as Arrow, pandas and Polars tables. Each package is imported only where it is asked for."""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from rejoinder import results
from rejoinder.errors import MissingExtra
from rejoinder.terms.result import ResultColumn

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl
    import pyarrow as pa

_Rows = Sequence[Sequence[Any]]


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
    arrays = [_arrow_array(arrow, values) for values in _by_column(columns, rows)]
    return arrow.table(dict(zip(distinct_names(columns), arrays, strict=True)))


def to_pandas(columns: Sequence[ResultColumn], rows: _Rows) -> pd.DataFrame:
    """A pandas frame, with the types that pandas finds."""
    pandas = _imported("pandas", "pandas")
    frame: pd.DataFrame = pandas.DataFrame([list(row) for row in rows], columns=distinct_names(columns))
    return frame


def to_polars(columns: Sequence[ResultColumn], rows: _Rows) -> pl.DataFrame:
    """A Polars frame; a column whose values have no common type is text."""
    polars = _imported("polars", "polars")
    series = {
        name: _polars_series(polars, name, values)
        for name, values in zip(distinct_names(columns), _by_column(columns, rows), strict=True)
    }
    frame: pl.DataFrame = polars.DataFrame(series)
    return frame


def _by_column(columns: Sequence[ResultColumn], rows: _Rows) -> list[list[Any]]:
    return [[row[at] for row in rows] for at in range(len(columns))]


def _arrow_array(arrow: Any, values: list[Any]) -> Any:
    try:
        return arrow.array(values)
    except (arrow.ArrowInvalid, arrow.ArrowTypeError, OverflowError):
        return arrow.array(_as_text(values))


def _polars_series(polars: Any, name: str, values: list[Any]) -> Any:
    try:
        return polars.Series(name, values, strict=True)
    except (TypeError, OverflowError, polars.exceptions.PolarsError):
        return polars.Series(name, _as_text(values))


def _as_text(values: list[Any]) -> list[str | None]:
    return [None if value is None else results.plain_text(value) for value in values]


def _imported(package: str, extra: str) -> Any:
    try:
        return importlib.import_module(package)
    except ImportError as error:
        raise MissingExtra(
            f"This needs the package `{package}`: `pip install 'rejoinder[{extra}]'`."
        ) from error
