"""The row filters of one asker on one catalog."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from sqlglot import exp

from rejoinder.check import Checking, check
from rejoinder.rewriting import _trees
from rejoinder.rewriting._conditions import barriers
from rejoinder.rewriting._trees import Unsupported
from rejoinder.terms.catalog import Catalog, TableRef
from rejoinder.terms.classes import Defect
from rejoinder.terms.dialect import Dialect
from rejoinder.terms.policy import Access, Policy
from rejoinder.terms.refusal import Refusal
from rejoinder.terms.statement import Statement

_PLAINLY = "A table is read in a way that isn't supported here: name it in the FROM of a SELECT."


@dataclass(frozen=True, slots=True)
class RowFilters:
    """Rewrites statements so that each filtered table has only the rows that its filter leaves.

    What it sends passes `check` under the harness's own policy, which lets a filter use every column: what the asker
    may name was checked before, on the asker's own text.
    """

    catalog: Catalog
    dialect: Dialect
    policy: Policy
    barriers: Mapping[TableRef, exp.Select]

    @classmethod
    def of(cls, access: Access, catalog: Catalog, dialect: Dialect) -> RowFilters:
        """The filters that `access` has, worked out once for each catalog. Raises `PolicyError`."""
        key = ("row filters", access.row_filters, access.allow_tables)
        found: RowFilters | None = catalog.memo.get(key)
        if found is None:
            # Names of system tables that the asker may read stay allowed; everything else is.
            policy = Policy(access=Access(allow_schemas=("*",), allow_tables=access.allow_tables))
            made = barriers(access.row_filters, catalog, dialect, policy)
            found = catalog.memo[key] = cls(catalog, dialect, policy, made)
        return found

    def concerns(self, table: TableRef) -> bool:
        """Whether only some rows of the table may be read."""
        return table in self.barriers

    def statement(self, text: str) -> Statement | None:
        """SQL of our own as a statement, to be rewritten like any other; None where it doesn't pass."""
        return self._check(text).statement

    def rewritten(self, statement: Statement) -> Statement | Refusal | None:
        """What to send instead; None where the statement reads no filtered table.

        A refusal, and nothing is sent, where the filters would not hold in what came out.
        """
        try:
            sent = _trees.rewrite(statement.text, self.barriers, self.catalog, self.dialect)
        except Unsupported as reason:
            return Refusal(defect=Defect.NOT_SUPPORTED, message=str(reason))
        if sent is None:
            return None
        checking = self._check(sent.text)
        if checking.statement is None:
            found = checking.findings[0]
            return Refusal(defect=found.defect, message=found.message, executed_sql=sent.text)
        if _trees.unguarded(sent, self.barriers, self.catalog, self.dialect):
            return Refusal(defect=Defect.NOT_SUPPORTED, message=_PLAINLY, executed_sql=sent.text)
        return checking.statement

    def _check(self, text: str) -> Checking:
        return check(text, dialect=self.dialect, catalog=self.catalog, policy=self.policy, asker="")
