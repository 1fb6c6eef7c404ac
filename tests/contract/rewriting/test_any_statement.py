"""Whatever is put together from joins, conditions, groups and queries inside sees the visible rows alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.contract.rewriting.clinics import OPENED, Clinic

from rejoinder.terms.result import Result

_NAMES = {"orders": ("id", "customer_id", "amount"), "customers": ("id",), "items": ("order_id", "quantity")}
_JOINS = ("JOIN", "LEFT JOIN", "INNER JOIN")
_CONDITIONS = (
    "{x} > 1",
    "{x} IS NULL",
    "NOT {x} = 2",
    "{x} IN (SELECT customer_id FROM orders)",
    "{x} NOT IN (SELECT id FROM customers)",
    "EXISTS (SELECT 1 FROM orders AS q WHERE q.id = {x})",
    "{x} < (SELECT MAX(amount) FROM orders)",
    "{x} IN (WITH orders AS (SELECT id FROM customers) SELECT id FROM orders)",
)
_SHOWN = ("{x}", "COUNT(*)", "SUM({x})", "MAX({y})", "COUNT(DISTINCT {y})")
_AROUND = (
    "{}",
    "SELECT COUNT(*) FROM ({}) AS w",
    "WITH w AS ({}) SELECT * FROM w",
    "{} UNION ALL SELECT id FROM customers",
)


@pytest.fixture(scope="module", params=["SQLite", "DuckDB"])
def clinic(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Clinic]:
    with OPENED[request.param](tmp_path_factory.mktemp("clinics")) as opened:
        yield opened


@st.composite
def columns(draw: st.DrawFn, tables: list[str]) -> str:
    place = draw(st.integers(0, len(tables) - 1))
    return f"t{place}.{draw(st.sampled_from(_NAMES[tables[place]]))}"


@st.composite
def statements(draw: st.DrawFn) -> str:
    tables = draw(st.lists(st.sampled_from(sorted(_NAMES)), min_size=1, max_size=3))
    text = f"{tables[0]} AS t0"
    for place, table in enumerate(tables[1:], 1):
        left, right = draw(columns(tables[:place])), draw(st.sampled_from(_NAMES[table]))
        text += f" {draw(st.sampled_from(_JOINS))} {table} AS t{place} ON {left} = t{place}.{right}"
    column = columns(tables)
    conditions = draw(st.lists(st.sampled_from(_CONDITIONS), max_size=2))
    where = " AND ".join(condition.format(x=draw(column)) for condition in conditions)
    key = draw(column)
    shown = draw(st.sampled_from(_SHOWN)).format(x=key, y=draw(column))
    text = f"SELECT {shown} AS shown FROM {text}{f' WHERE {where}' if where else ''} GROUP BY {key}"
    return draw(st.sampled_from(_AROUND)).format(text)


@given(text=statements())
def test_a_statement_gives_what_it_gives_where_there_are_no_other_rows(clinic: Clinic, text: str):
    found, expected = clinic.filtered(text), clinic.copied(text)
    if isinstance(expected, Result):
        assert isinstance(found, Result), found
        assert Counter(found.rows) == Counter(expected.rows)
    else:
        assert not isinstance(found, Result)
