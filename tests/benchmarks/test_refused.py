"""The questions of the comparison are what they say: a first draft that SQLite refuses, and one that runs."""

from __future__ import annotations

import contextlib
import sqlite3

import pytest
from tests.benchmarks.refused import CASES, Refused

from rejoinder import sample


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.question)
def test_the_first_draft_is_refused_and_the_second_has_an_answer(case: Refused):
    database = sqlite3.connect(f"{sample.path().as_uri()}?mode=ro", uri=True)
    with contextlib.closing(database):
        with pytest.raises(sqlite3.Error):
            database.execute(case.first)
        assert database.execute(case.then).fetchone() is not None
