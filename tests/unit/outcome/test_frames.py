"""Rows become a table of each package, of every type a database has, without loss and without a crash (X5)."""

from __future__ import annotations

import datetime as dt
import subprocess
import sys
import uuid
from collections.abc import Callable
from decimal import Decimal
from typing import Any

import pytest

from rejoinder.outcome import Outcome
from rejoinder.terms.ids import RunId, ThreadId
from rejoinder.terms.result import ResultColumn

pytest.importorskip("pyarrow")
pytest.importorskip("pandas")
pytest.importorskip("polars")

BACK: dict[str, Callable[[Any], list[Any]]] = {
    "to_arrow": lambda table: table.column("x").to_pylist(),
    "to_pandas": lambda frame: [None if _missing(value) else value for value in frame["x"].tolist()],
    "to_polars": lambda frame: frame["x"].to_list(),
}
KEPT: dict[str, list[Any]] = {
    "whole numbers": [1, -1, 0],
    "whole numbers beside nothing": [1, None, 9_007_199_254_740_993],
    "the largest of 64 bits": [2**63 - 1, -(2**63), None],
    "fractions": [0.5, None, 1e300],
    "whole numbers and fractions": [1, 0.5, None],
    "infinities": [float("inf"), float("-inf"), None],
    "yes and no": [True, False, None],
    "text": ["a", "", None, "東京 🍜", "a\x00b"],
    "decimals": [Decimal("0.10"), Decimal("-12345678901234567890.12"), None],
    "bytes": [b"\x00\xff", None],
    "dates": [dt.date.min, dt.date.max, None],
    "times": [dt.time(23, 59, 59, 999_999), None],
    "moments": [dt.datetime(2026, 3, 14, 9, 15, 0, 1), None],
    "lengths of time": [dt.timedelta(days=100_000, microseconds=1), None],
    "lists": [[1, 2], [], None],
    "records": [{"a": 1}, {"a": 2}],
    "nothing": [None, None],
    "no rows": [],
}
AS_TEXT: dict[str, tuple[list[Any], list[Any]]] = {
    "what has no common type": ([1, "a", None], ["1", "a", None]),
    "yes beside a number": ([True, 1], ["true", "1"]),
    "a number that a fraction would change": (
        [9_007_199_254_740_993, 0.5],
        ["9007199254740993", "0.5"],
    ),
    "a decimal that is none": ([Decimal("NaN"), Decimal(1)], ["NaN", "1"]),
    "records whose fields differ": ([{"a": 1}, {"b": 2}], ['{"a": 1}', '{"b": 2}']),
    "lists of this and that": ([[1, "a"], None], ['[1, "a"]', None]),
}


def _missing(value: Any) -> bool:
    return value is None or str(value) in {"nan", "NaT", "<NA>"}


def _outcome(values: list[Any], *names: str) -> Outcome:
    columns = tuple(ResultColumn(name=name) for name in names or ("x",))
    return Outcome(
        run_id=RunId("r"),
        thread_id=ThreadId("t"),
        question="",
        end="answered",
        reason="",
        sentence="",
        columns=columns,
        rows=tuple((value,) * len(columns) for value in values),
    )


@pytest.mark.parametrize("to", BACK)
@pytest.mark.parametrize("values", KEPT.values(), ids=KEPT.keys())
def test_every_value_is_kept(to: str, values: list[Any]):
    assert BACK[to](getattr(_outcome(values), to)()) == values


@pytest.mark.parametrize("to", ["to_arrow", "to_polars"])
@pytest.mark.parametrize(("values", "text"), AS_TEXT.values(), ids=AS_TEXT.keys())
def test_a_column_of_no_common_type_is_text(to: str, values: list[Any], text: list[Any]):
    assert BACK[to](getattr(_outcome(values), to)()) == text


@pytest.mark.parametrize(("values", "_"), AS_TEXT.values(), ids=AS_TEXT.keys())
def test_pandas_keeps_values_of_no_common_type_as_they_are(values: list[Any], _: list[Any]):
    assert repr(_outcome(values).to_pandas()["x"].tolist()) == repr(values)


@pytest.mark.parametrize("to", BACK)
@pytest.mark.parametrize(
    "values",
    [[2**70, None], [2**64 - 1, 1], [uuid.UUID(int=5), None], [float("nan"), 1.0]],
    ids=["beyond 64 bits", "beyond 63 bits", "a UUID", "not a number"],
)
def test_what_a_package_has_its_own_form_for_keeps_its_text(to: str, values: list[Any]):
    back = BACK[to](getattr(_outcome(values), to)())
    assert [str(value).lower() for value in back if value is not None] == [
        str(value).lower()
        for value in values
        if not (to == "to_pandas" and _missing(value)) and value is not None
    ]


@pytest.mark.parametrize("to", BACK)
def test_half_of_a_character_is_written_out(to: str):
    assert BACK[to](getattr(_outcome(["half \ud83d", None]), to)()) == ["half \\ud83d", None]


@pytest.mark.parametrize("to", BACK)
def test_columns_of_one_name_both_survive(to: str):
    table = getattr(_outcome([1, None], "n", "n", "n_2", "n"), to)()
    assert tuple(table.shape) == (2, 4)
    assert list(table.column_names if to == "to_arrow" else table.columns) == ["n", "n_3", "n_2", "n_4"]


_WITHOUT = """
import sys
sys.modules[sys.argv[1]] = None
from rejoinder.errors import MissingExtra
from rejoinder.outcome import frames
try:
    getattr(frames, sys.argv[2])((), ())
except MissingExtra as error:
    print(error)
"""


@pytest.mark.parametrize(
    ("package", "to", "extra"),
    [("pyarrow", "to_arrow", "arrow"), ("pandas", "to_pandas", "pandas"), ("polars", "to_polars", "polars")],
)
def test_a_package_that_is_missing_is_named_with_its_install_line(package: str, to: str, extra: str):
    told = subprocess.run(
        [sys.executable, "-c", _WITHOUT, package, to], capture_output=True, text=True, check=True
    )
    assert told.stdout == f"This needs the package `{package}`: `pip install 'rejoinder[{extra}]'`.\n"
