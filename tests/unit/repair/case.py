"""A row of a rule's table, and how it is asked."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass

from tests.unit.repair.clinic import CATALOG, SQLITE, database

from rejoinder import check, repair
from rejoinder.terms.catalog import Catalog
from rejoinder.terms.classes import Defect
from rejoinder.terms.dialect import Dialect, EngineError
from rejoinder.terms.finding import Finding
from rejoinder.terms.policy import Access, Policy, visible
from rejoinder.terms.span import Span

ASKER = "ada"


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """`mended` is None where the rule keeps its hands off."""

    what: str
    draft: str
    mended: str | None
    caveat: str = ""
    """A part of what the asker is told; "" where there is nothing to tell."""
    access: Access | None = None
    """What the asker may reach; None: everything."""
    findings: tuple[tuple[str, tuple[str, ...]], ...] | None = None
    """Texts that aren't stored, with those that come close; only for what check can't find by itself."""

    dialect: Dialect = SQLITE
    """Only SQLite is at hand to refuse what check lets pass."""
    refused: tuple[Defect, str] | None = None
    """The class and the subject of what another engine refuses, as its dialect tells them."""

    @property
    def policy(self) -> Policy:
        return Policy() if self.access is None else Policy(access=self.access)

    @property
    def catalog(self) -> Catalog:
        """What the asker may see."""
        return visible(CATALOG, self.policy, ASKER)


def findings(case: Case, text: str | None = None) -> tuple[Finding, ...]:
    """What check says of the draft, or the engine where check lets it pass."""
    asked = case.draft if text is None else text
    if case.refused is not None:
        defect, subject = case.refused
        return (Finding(defect=defect, message="", subject=subject),)
    if case.findings is not None:
        return tuple(_unstored(asked, literal, close) for literal, close in case.findings)
    checking = check.check(asked, dialect=case.dialect, catalog=CATALOG, policy=case.policy, asker=ASKER)
    return checking.findings or (refusals(asked) if case.dialect is SQLITE else ())


def _unstored(text: str, literal: str, close: tuple[str, ...]) -> Finding:
    start = text.index(literal)
    return Finding(
        defect=Defect.UNSTORED_LITERAL,
        message="",
        subject="table.column",
        span=Span(start, start + len(literal)),
        candidates=close,
    )


def refusals(text: str) -> tuple[Finding, ...]:
    """What SQLite itself says, as a finding; none where it runs."""
    connection = database()
    try:
        connection.execute(text).fetchall()
    except sqlite3.Error as error:
        code = str(getattr(error, "sqlite_errorname", ""))
        raised = EngineError(exception=type(error).__name__, code=code, message=str(error))
        return (SQLITE.classify(raised).as_finding(),)
    finally:
        connection.close()
    return ()


def mended(
    case: Case,
    *,
    rule: str = "",
    text: str | None = None,
    spent: Sequence[str] = (),
    earlier: Sequence[str] = (),
) -> repair.Mended | repair.Unmended:
    """What comes of the draft, by one rule alone or by all."""
    asked = case.draft if text is None else text
    others = [each.name for each in repair.rules() if rule and each.name != rule]
    return repair.mend(
        asked,
        findings=findings(case, text),
        facts=(),
        dialect=case.dialect,
        catalog=case.catalog,
        spent=[*others, *spent],
        earlier=earlier,
    )
