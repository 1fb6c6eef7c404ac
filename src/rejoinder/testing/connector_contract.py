"""What every connector keeps, as a class of tests.

A connector's own tests derive from it, declare their `Engine`, and bring the fixture `world`:

    class TestSqlite(ConnectorContract):
        engine = ENGINE

        @pytest.fixture
        def world(self, tmp_path): ...

What an engine lacks is declared by its `Engine` with a reason, and a gap that has closed fails. pytest explains
a failure well only after `pytest.register_assert_rewrite("rejoinder.testing")` in a `conftest.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from rejoinder.testing._connector_catalog import CatalogRules
from rejoinder.testing._connector_reading_only import ReadingOnlyRules
from rejoinder.testing._connector_running import RunningRules
from rejoinder.testing._connector_stopping import StoppingRules
from rejoinder.testing._connector_values import ValueRules
from rejoinder.testing.connector_world import COMMON_WRITES, GAPS, WriteCase


class ConnectorContract(CatalogRules, ValueRules, RunningRules, StoppingRules, ReadingOnlyRules):
    """Rules G1, G2, G4, X1 to X6 and X8 of the design, on a live database of the engine."""

    def pytest_generate_tests(self, metafunc: pytest.Metafunc) -> None:
        """Give each test its cases, which are the engine's own."""
        for name, (cases, ids) in self._cases().items():
            if name in metafunc.fixturenames:
                metafunc.parametrize(name, cases, ids=ids)

    def test_every_gap_is_one_that_the_contract_knows_and_has_a_reason(self) -> None:
        """Also of families and classes that the engine lacks."""
        assert set(self.engine.gaps) <= GAPS
        reasons = [
            *self.engine.gaps.values(),
            *self.engine.no_family.values(),
            *self.engine.never_refuses.values(),
        ]
        assert all(reason.endswith(".") for reason in reasons)

    def _cases(self) -> dict[str, tuple[Sequence[Any], Sequence[str]]]:
        engine = self.engine
        common = [
            WriteCase(name=name, sql=sql, defect=engine.common_writes[name])
            for name, sql in COMMON_WRITES.items()
        ]
        writes = [*common, *engine.writes]
        return {
            "write": (writes, [case.name for case in writes]),
            "refused": (engine.refusals, [f"{case.defect}-{case.sql[:40]}" for case in engine.refusals]),
            "value": (engine.values, [case.name for case in engine.values]),
            "unreachable": (engine.unreachable, [case.name for case in engine.unreachable]),
        }
