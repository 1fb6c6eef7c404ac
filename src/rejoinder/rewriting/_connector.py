"""A connector around another that may send another statement than it is given."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace

from rejoinder.ports import CancelHandle, Connector
from rejoinder.prompts import masking
from rejoinder.rewriting import _values
from rejoinder.rewriting._rewriting import Rewriting
from rejoinder.terms.catalog import Catalog, ColumnRef
from rejoinder.terms.dialect import Dialect
from rejoinder.terms.estimate import Estimate, Unknown
from rejoinder.terms.limits import ExecutionLimits, LookupLimits
from rejoinder.terms.privileges import Privileges
from rejoinder.terms.refusal import Refusal
from rejoinder.terms.result import Result, Stored
from rejoinder.terms.statement import Statement

_NOTHING_ELSE = Catalog(fingerprint="")


class RewritingConnector:
    """Sends what `rewriting` makes of a statement, and says so in `executed_sql`.

    What comes back of a rewritten statement tells nothing of the rows that it left out: an error's values are masked
    and its position, which is one of the text that was sent, is dropped; a price is rounded.
    """

    def __init__(self, connector: Connector, rewriting: Rewriting) -> None:
        self._connector = connector
        self._rewriting = rewriting

    @property
    def dialect(self) -> Dialect:
        """The wrapped connector's SQL."""
        return self._connector.dialect

    @property
    def sessions(self) -> int:
        """How many statements may run at once."""
        return self._connector.sessions

    def fingerprint(self) -> str:
        """The wrapped connector's. Raises `DatabaseUnavailable`."""
        return self._connector.fingerprint()

    def catalog(self) -> Catalog:
        """The whole catalog; what of it an asker may see is policy's. Raises `DatabaseUnavailable`."""
        return self._connector.catalog()

    def values(
        self, columns: Sequence[ColumnRef], literals: Sequence[str], limits: LookupLimits
    ) -> Mapping[ColumnRef, Sequence[Stored]]:
        """Stored values. Those of a rewritten table are looked up by a statement, and never in statistics or a cache.

        Raises `LookupUnavailable`.
        """
        plain = [column for column in columns if not self._rewriting.concerns(column.table)]
        found = dict(self._connector.values(plain, literals, limits)) if plain else {}
        concerned = [column for column in columns if self._rewriting.concerns(column.table)]
        if concerned:
            found.update(_values.look_up(self, self._rewriting, concerned, literals, limits))
        return found

    def estimate(
        self, statement: Statement, limits: ExecutionLimits, handle: CancelHandle
    ) -> Estimate | Refusal | Unknown:
        """What the rewritten statement would cost, to one significant digit and without its plan."""
        sent = self._rewriting.rewritten(statement)
        if sent is None:
            return self._connector.estimate(statement, limits, handle)
        if isinstance(sent, Refusal):
            return _told(sent, statement, sent.executed_sql)
        priced = self._connector.estimate(sent, limits, handle)
        if isinstance(priced, Refusal):
            return _told(priced, statement, sent.text)
        return _rounded(priced) if isinstance(priced, Estimate) else priced

    def execute(
        self, statement: Statement, limits: ExecutionLimits, handle: CancelHandle
    ) -> Result | Refusal:
        """Run the rewritten statement."""
        sent = self._rewriting.rewritten(statement)
        if sent is None:
            return self._connector.execute(statement, limits, handle)
        if isinstance(sent, Refusal):
            return _told(sent, statement, sent.executed_sql)
        result = self._connector.execute(sent, limits, handle)
        if isinstance(result, Refusal):
            return _told(result, statement, sent.text)
        return replace(result, executed_sql=sent.text)

    def cancel(self, handle: CancelHandle) -> None:
        """Stop what the handle names."""
        self._connector.cancel(handle)

    def privileges(self) -> Privileges:
        """What the role could do beyond reading. Raises `DatabaseUnavailable`."""
        return self._connector.privileges()

    def close(self) -> None:
        """Close the wrapped connector."""
        self._connector.close()


def _told(refusal: Refusal, statement: Statement, sent: str | None) -> Refusal:
    """The refusal without any word in quotes, or number, that isn't in the statement as it was given."""
    masked = masking.leaving(refusal, "masked", text=statement.text, catalog=_NOTHING_ELSE)
    subject = refusal.subject if refusal.subject.casefold() in statement.text.casefold() else ""
    return replace(masked, subject=subject, position=None, executed_sql=sent)


def _rounded(estimate: Estimate) -> Estimate:
    """Planners count hidden rows too: no literal may be tried out against their statistics."""
    return Estimate(
        rows_read=None if estimate.rows_read is None else int(_up(estimate.rows_read)),
        bytes_read=None if estimate.bytes_read is None else int(_up(estimate.bytes_read)),
        cost=None if estimate.cost is None else _up(estimate.cost),
    )


def _up(quantity: float) -> float:
    """Up to one significant digit, so that a ceiling still holds."""
    unit = 10.0 ** (len(str(int(quantity))) - 1)
    return math.ceil(quantity / unit) * unit if quantity > 0 else 0.0
