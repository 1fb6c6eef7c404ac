"""Behind row filters every statement gives what it gives where there are no other rows, on each engine."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.contract.rewriting import statements
from tests.contract.rewriting.clinics import OPENED, Clinic

from rejoinder.terms.classes import Defect
from rejoinder.terms.refusal import Refusal
from rejoinder.terms.result import Result

ENGINES = tuple(OPENED)


@pytest.fixture(scope="module", params=ENGINES)
def clinic(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Clinic]:
    with OPENED[request.param](tmp_path_factory.mktemp("clinics")) as opened:
        yield opened


def test_every_statement_sees_the_visible_rows_alone(clinic: Clinic, subtests: pytest.Subtests):
    for what, text in {**statements.EVERYWHERE, **statements.OF[clinic.engine]}.items():
        with subtests.test(what):
            given, expected = clinic.filtered(text), clinic.copied(text)
            assert isinstance(expected, Result), expected
            assert isinstance(given, Result), given
            assert given.rows == expected.rows
            assert [column.name.lower() for column in given.columns] == [
                column.name.lower() for column in expected.columns
            ]
            assert given.executed_sql


def test_what_would_show_hidden_rows_in_another_way_is_refused(clinic: Clinic, subtests: pytest.Subtests):
    for what, text in {**statements.REFUSED, **statements.REFUSED_BY[clinic.engine]}.items():
        with subtests.test(what):
            given = clinic.filtered(text)
            assert isinstance(given, tuple), given
            assert {finding.defect for finding in given} <= {Defect.POLICY, Defect.FORBIDDEN_FUNCTION}


def test_nothing_of_a_statement_is_evaluated_on_a_hidden_row(clinic: Clinic, subtests: pytest.Subtests):
    for text in statements.LEAKS[clinic.engine]:
        with subtests.test(text):
            given, expected = clinic.filtered(text), clinic.copied(text)
            assert isinstance(expected, Result), expected
            assert isinstance(given, Result), given
            assert given.rows == expected.rows


def test_without_the_barrier_the_very_statements_would_tell(clinic: Clinic, subtests: pytest.Subtests):
    for text in statements.LEAKS[clinic.engine]:
        with subtests.test(text):
            assert isinstance(clinic.unfiltered(text), Refusal)


def test_an_error_on_a_visible_row_quotes_no_value_that_the_statement_lacks(clinic: Clinic):
    text = statements.FAILING[clinic.engine]
    given = clinic.filtered(text)
    assert isinstance(given, Refusal)
    assert not any(repr(value)[1:-1] in given.message for value in ("EU", "secret", "Ana"))
    assert given.position is None
    assert given.executed_sql


def test_values_are_those_of_visible_rows(clinic: Clinic):
    found = clinic.looked_up("customers", "name", ("hidden", "ANA"))
    assert [stored.value for stored in found] == ["Ana"]
    assert [stored.value for stored in clinic.looked_up("customers", "city", ())] == ["Graz", "Linz"]
    assert clinic.looked_up("items", "dish", ("tea",))


def test_an_estimate_tells_no_more_than_a_digit(clinic: Clinic):
    priced = clinic.priced("SELECT id FROM orders WHERE amount > 15")
    rows = getattr(priced, "rows_read", None)
    assert rows is None or str(int(rows)).rstrip("0") in {"", *"123456789"}
