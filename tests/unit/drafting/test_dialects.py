"""What the drafter writes passes the check of every dialect that it may be asked for."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.unit.drafting.schema import CATALOG, terms
from tests.unit.drafting.test_reading import DATES, READ

from rejoinder import check
from rejoinder.dialects import dialect
from rejoinder.drafting import read_question
from rejoinder.terms.policy import Policy
from rejoinder.terms.reading import Sql

DIALECTS = ("sqlite", "postgres", "duckdb", "mysql", "mariadb")


@pytest.mark.parametrize("name", DIALECTS)
def test_every_statement_passes_the_check_of_the_dialect(name: str):
    refused = []
    for question in [*READ, *DATES]:
        reading = read_question(replace(terms(question), dialect=name)).reading
        assert isinstance(reading, Sql), question
        found = check.check(
            reading.text, dialect=dialect(name), catalog=CATALOG, policy=Policy(), asker=""
        ).findings
        refused += [(reading.text, finding.defect) for finding in found]
    assert refused == []
