"""The part of the connector contract about running a statement: rows, types, caps, prices, refusals."""

from __future__ import annotations

import json
import math
from typing import Any

import pytest

from rejoinder.ports import CancelHandle, Connector
from rejoinder.results import cell_text, csv_text, json_value
from rejoinder.terms.catalog import TypeFamily
from rejoinder.terms.classes import Defect
from rejoinder.terms.digest import digest_of
from rejoinder.terms.estimate import Estimate, Unknown
from rejoinder.terms.limits import ExecutionLimits
from rejoinder.terms.refusal import Refusal
from rejoinder.testing._connector_room import LONG, Room
from rejoinder.testing.connector_world import REFUSED_EVERYWHERE, RefusalCase, ValueCase

_TEXTS = ("100%", "%s %(a)s", ":name", "?", "$1", "{x}", "\\", "it''s", "--", "/*", "é日本😀")


class RunningRules(Room):
    """X1, X4, X5, X6 and R7."""

    def _estimate(self, connector: Connector, sql: str) -> Estimate | Refusal | Unknown:
        return connector.estimate(self.statement(sql), LONG, CancelHandle())

    def test_rows_come_with_their_columns(self, connector: Connector) -> None:
        found = self.result(connector, "SELECT id, name FROM customers ORDER BY id")
        assert [column.name for column in found.columns] == ["id", "name"]
        assert found.rows == ((1, "Ada"), (2, "Zoë"), (3, "Ola"), (4, "日本"))
        assert not found.truncated
        assert found.executed_sql is None

    def test_a_result_without_rows_still_has_its_columns(self, connector: Connector) -> None:
        found = self.result(connector, "SELECT id, name FROM customers WHERE id > 100")
        assert (found.rows, found.truncated) == ((), False)
        assert [column.name for column in found.columns] == ["id", "name"]

    def test_two_columns_of_one_name_survive(self, connector: Connector) -> None:
        found = self.result(
            connector, "SELECT o.id, c.id FROM orders o JOIN customers c ON c.id = o.customer_id"
        )
        assert [column.name for column in found.columns] == ["id", "id"]
        assert sorted(found.rows) == [(1, 1), (2, 2)]

    @pytest.mark.parametrize("text", _TEXTS)
    def test_no_text_in_a_literal_is_taken_for_a_parameter(self, connector: Connector, text: str) -> None:
        literal = text.replace("\\", self.engine.backslash)
        sql = f"SELECT count(*) FROM customers WHERE name = '{literal}' -- ? :x %s"
        assert self.result(connector, sql).rows == ((0,),)

    @pytest.mark.parametrize("ending", [";", " ;\n", " -- the end", "\n/* the end */"])
    def test_an_end_of_statement_and_a_comment_are_no_second_statement(
        self, connector: Connector, ending: str
    ) -> None:
        assert self.result(connector, f"SELECT 1{ending}").rows == ((1,),)

    # Types

    def test_a_value_of_every_family_arrives_as_it_is(self, connector: Connector, value: ValueCase) -> None:
        found = self.result(connector, value.sql)
        (row,) = found.rows
        assert _same(row[0], value.value), row
        assert type(row[0]) is type(value.value)
        assert found.columns[0].family is value.family

    def test_a_value_of_every_family_reaches_every_form(self, connector: Connector, value: ValueCase) -> None:
        found = self.result(connector, value.sql)
        json.dumps(json_value(found.rows[0][0]), allow_nan=False)
        assert csv_text(found.columns, found.rows).count("\n") >= 2
        assert cell_text(found.rows[0][0]).isprintable()

    def test_a_digest_tells_results_apart_and_is_the_same_for_the_same(
        self, connector: Connector, value: ValueCase
    ) -> None:
        found, again = self.result(connector, value.sql), self.result(connector, value.sql)
        assert found.digest == again.digest == digest_of(found.columns, found.rows)
        assert found.digest != self.result(connector, "SELECT 'another'").digest

    def test_every_family_has_a_value_or_a_reason(self) -> None:
        shown = {case.family for case in self.engine.values}
        assert shown | set(self.engine.no_family) == set(TypeFamily)
        assert not shown & set(self.engine.no_family)

    # Caps

    @pytest.mark.parametrize(
        ("there", "most", "truncated"), [(9, 10, False), (10, 10, False), (11, 10, True)]
    )
    def test_a_result_is_cut_at_the_row_limit_and_says_so_only_then(
        self, connector: Connector, there: int, most: int, truncated: bool
    ) -> None:
        found = self.result(connector, self.engine.numbers.format(count=there), ExecutionLimits(rows=most))
        assert (len(found.rows), found.truncated) == (min(there, most), truncated)
        assert found.columns[0].family is TypeFamily.INTEGER

    def test_rows_stream_so_that_one_that_never_ends_is_only_read_up_to_the_limit(
        self, connector: Connector
    ) -> None:
        found = self.result(connector, self.engine.endless_rows, ExecutionLimits(rows=100, seconds=60.0))
        assert (len(found.rows), found.truncated) == (100, True)

    def test_a_result_is_cut_at_the_byte_limit(self, connector: Connector) -> None:
        sql = self.engine.wide_rows.format(count=200, size=10_000)
        found = self.result(connector, sql, ExecutionLimits(result_bytes=100_000))
        assert found.truncated
        assert 0 < len(found.rows) <= 10

    def test_a_single_row_over_the_byte_limit_is_refused(self, connector: Connector) -> None:
        sql = self.engine.wide_rows.format(count=1, size=200_000)
        refused = self.refusal(connector, sql, ExecutionLimits(result_bytes=100_000))
        assert refused.defect is Defect.RESOURCES

    # Prices

    def test_a_statement_has_a_price_and_a_plan(self, connector: Connector) -> None:
        found = self._estimate(connector, "SELECT * FROM customers")
        assert isinstance(found, Estimate), found
        told = [name for name in _quantities() if getattr(found, name) is not None]
        assert told == list(self.engine.estimates)
        assert found.plan

    def test_the_price_of_a_statement_that_never_ends_is_told_without_running_it(
        self, connector: Connector
    ) -> None:
        assert isinstance(self._estimate(connector, self.engine.endless), Estimate | Unknown)

    def test_what_is_refused_is_refused_when_it_is_priced(self, connector: Connector) -> None:
        for sql in ("SELECT nonesuch FROM customers", "SELECT 1 FROM nonesuch", "SELECT FROM WHERE"):
            priced = self._estimate(connector, sql)
            assert isinstance(priced, Refusal), priced
            assert priced.defect is self.refusal(connector, sql).defect

    # Refusals

    def test_a_refusal_has_the_class_subject_code_and_position_of_the_engine(
        self, connector: Connector, refused: RefusalCase
    ) -> None:
        found = self.refusal(connector, refused.sql)
        assert (found.defect, found.subject) == (refused.defect, refused.subject), found
        assert not refused.code or found.code == refused.code
        assert found.position == refused.position
        assert found.message

    def test_a_refusal_never_repeats_the_statement(self, connector: Connector, refused: RefusalCase) -> None:
        found = self.refusal(connector, refused.sql)
        assert not refused.sql.strip() or refused.sql not in found.message + found.hint

    def test_a_session_can_be_used_after_a_refusal(self, connector: Connector, refused: RefusalCase) -> None:
        for _ in range(connector.sessions + 1):
            self.refusal(connector, refused.sql)
        assert self.result(connector, "SELECT 1").rows == ((1,),)

    def test_every_class_has_a_case_or_a_reason(self) -> None:
        shown = {case.defect for case in self.engine.refusals}
        assert REFUSED_EVERYWHERE - shown == set(self.engine.never_refuses)


def _quantities() -> tuple[str, ...]:
    return ("rows_read", "rows_returned", "bytes_read", "cost")


def _same(found: Any, expected: Any) -> bool:
    if isinstance(expected, float) and math.isnan(expected):
        return isinstance(found, float) and math.isnan(found)
    return bool(found == expected)
