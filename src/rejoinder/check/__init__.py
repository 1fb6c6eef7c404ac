"""RULES: a draft, the catalog and the policy in; findings, or a statement, out. One file a rule. Pure."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import chain

from sqlglot.tokenizer_core import TokenType

from rejoinder.check._examined import Examined, columns_of, functions_of, tables_of
from rejoinder.check.kinds import not_a_query
from rejoinder.check.literals import literal_findings, literal_lookup
from rejoinder.check.mint import mint
from rejoinder.sql.calls import calls
from rejoinder.sql.parse import Parsed, Unparsed, parse
from rejoinder.sql.resolve import resolve
from rejoinder.terms.catalog import Catalog, ColumnRef, TableRef
from rejoinder.terms.classes import Defect
from rejoinder.terms.dialect import Dialect
from rejoinder.terms.finding import Finding
from rejoinder.terms.policy import Policy, reach
from rejoinder.terms.registry import exported
from rejoinder.terms.statement import Statement

__all__ = ["Checking", "check", "literal_findings", "literal_lookup"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Checking:
    """What check says of a draft: a statement, or findings; and what the draft reads, as far as it is known."""

    statement: Statement | None = None
    findings: tuple[Finding, ...] = ()
    tables: tuple[TableRef, ...] = ()
    columns: tuple[ColumnRef, ...] = ()
    functions: tuple[str, ...] = ()


def check(text: str, *, dialect: Dialect, catalog: Catalog, policy: Policy, asker: str) -> Checking:
    """Check a draft against the whole catalog, and against what `asker` may reach of it.

    All problems are found at once. A statement comes out only where there is none.
    """
    parsed = parse(text, dialect)
    if isinstance(parsed, Unparsed):
        return Checking(findings=parsed.findings)
    if (finding := not_a_query(parsed)) is not None:
        return Checking(findings=(finding,))
    within = reach(catalog, policy, asker)
    resolution = resolve(parsed, catalog, dialect, hidden=within.hidden, visible=within.visible)
    examined = Examined(
        parsed=parsed,
        resolution=resolution,
        calls=calls(parsed, resolution),
        dialect=dialect,
        catalog=catalog,
        reach=within,
    )
    found = chain.from_iterable(rule(examined) for rule in exported(__name__, "rule"))
    findings = sorted(dict.fromkeys(found), key=lambda finding: finding.span.start if finding.span else -1)
    if any(finding.defect is Defect.WRITE for finding in findings):
        # Nothing else is worth saying of it: what a write returns, or names, can't be known or mended.
        findings = [finding for finding in findings if finding.defect is Defect.WRITE]
    checking = Checking(
        findings=tuple(findings),
        tables=tables_of(examined),
        columns=columns_of(examined),
        functions=functions_of(examined),
    )
    return checking if findings else replace(checking, statement=_minted(parsed, checking, dialect))


def _minted(parsed: Parsed, checking: Checking, dialect: Dialect) -> Statement:
    """The draft's own bytes, less a trailing `;` and comment (C8)."""
    last = next(token for token in reversed(parsed.tokens) if token.token_type is not TokenType.SEMICOLON)
    return mint(
        parsed.text[parsed.tokens[0].start : last.end + 1],
        dialect=dialect.name,
        tables=checking.tables,
        columns=checking.columns,
        functions=checking.functions,
    )
