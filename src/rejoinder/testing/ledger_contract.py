"""What every ledger keeps, as a class of tests.

A ledger's own tests derive from it and bring the fixture `opened`, a function that opens the same store anew, as
another worker would, with `clock` for its leases:

    class TestMine(LedgerContract):
        @pytest.fixture
        def opened(self, tmp_path, clock):
            return lambda: MyLedger(tmp_path / "mine", clock)

pytest explains a failure well only after `pytest.register_assert_rewrite("rejoinder.testing")` in a `conftest.py`.
"""

from __future__ import annotations

from rejoinder.ports import Ledger
from rejoinder.testing._ledger_appending import AppendingRules
from rejoinder.testing._ledger_leasing import LeasingRules
from rejoinder.testing._ledger_listing import ListingRules
from rejoinder.testing._ledger_redacting import RedactingRules


class LedgerContract(AppendingRules, ListingRules, LeasingRules, RedactingRules):
    """Rules K1, K2 and K4 of the design, and L9's "recorded, then advanced", on a live store."""

    def test_it_has_every_method_of_a_ledger(self, ledger: Ledger) -> None:
        """As `rejoinder.connect(ledger=...)` asks."""
        assert isinstance(ledger, Ledger)
