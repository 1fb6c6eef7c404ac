"""What every ledger says in the same words."""

from __future__ import annotations

from rejoinder.errors import LedgerConflict, RunNotFound, UsageError
from rejoinder.terms.ids import RunId


def moved_on(run_id: RunId, known: int, after: int) -> LedgerConflict:
    """Somebody else appended first."""
    return LedgerConflict(f"Run `{run_id}` has {known} events, not {after}: read it again.")


def not_found(run_id: RunId) -> RunNotFound:
    """There is no such run."""
    return RunNotFound(f"The ledger holds no run `{run_id}`; `rejoinder runs` lists those it holds.")


def driven(run_id: RunId) -> UsageError:
    """Somebody holds the lease."""
    return UsageError(
        f"Run `{run_id}` is being driven and can't be redacted: cancel it with `rejoinder cancel {run_id}`, or "
        "wait for its end."
    )
