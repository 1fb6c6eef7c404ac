"""The check as these tests knock at it."""

from __future__ import annotations

from tests.unit.sql.shop import CATALOG, SQLITE

from rejoinder.check import Checking, check
from rejoinder.terms.catalog import Catalog
from rejoinder.terms.policy import Access, Policy

ASKER = "ada"


def knock(sql: str, access: Access | None = None, catalog: Catalog = CATALOG) -> Checking:
    """What check says of `sql` on the shop."""
    policy = Policy(access=access) if access is not None else Policy()
    return check(sql, dialect=SQLITE, catalog=catalog, policy=policy, asker=ASKER)


def found(sql: str, access: Access | None = None, catalog: Catalog = CATALOG) -> set[str]:
    """The classes of what is wrong with it; empty: a statement came out."""
    checking = knock(sql, access, catalog)
    assert (checking.statement is None) == bool(checking.findings)
    return {finding.defect.value for finding in checking.findings}
