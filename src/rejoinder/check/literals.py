"""C4: text that is compared with a column, and that the column doesn't hold. Asked after a clean check."""

from __future__ import annotations

from collections.abc import Iterator

from rejoinder.sql.literals import Comparison, comparisons
from rejoinder.sql.parse import Unparsed, parse, span_of
from rejoinder.sql.resolve import resolve
from rejoinder.terms.catalog import Catalog
from rejoinder.terms.classes import Defect
from rejoinder.terms.dialect import Dialect
from rejoinder.terms.finding import Finding
from rejoinder.terms.folding import folded
from rejoinder.terms.lookup import Lookup, StoredValues
from rejoinder.terms.policy import Policy, visible
from rejoinder.terms.statement import Statement

MOST_LITERALS = 50
MOST_CANDIDATES = 3


def literal_lookup(
    statement: Statement, *, dialect: Dialect, catalog: Catalog, policy: Policy, asker: str
) -> Lookup:
    """The columns and texts of `=` and IN comparisons, sensitive columns left out."""
    found = list(_comparisons(statement, dialect, visible(catalog, policy, asker), policy, asker))
    columns = tuple(dict.fromkeys(comparison.column for comparison in found))
    literals = tuple(dict.fromkeys(comparison.text for comparison in found))[:MOST_LITERALS]
    return Lookup(columns=columns, literals=literals) if literals else Lookup()


def literal_findings(
    statement: Statement,
    stored: StoredValues,
    *,
    dialect: Dialect,
    catalog: Catalog,
    policy: Policy,
    asker: str,
) -> tuple[Finding, ...]:
    """Texts that a column which was searched doesn't hold, with the stored spellings that come close."""
    compared = _comparisons(statement, dialect, visible(catalog, policy, asker), policy, asker)
    asked: set[str] = set()
    findings = []
    for comparison in compared:
        if comparison.text not in asked and len(asked) >= MOST_LITERALS:
            continue
        asked.add(comparison.text)
        values = stored.get(comparison.column)
        if values is None or any(value.value == comparison.text for value in values):
            continue
        close = [value.value for value in values if folded(value.value) == folded(comparison.text)]
        name = f"{comparison.column.table.name}.{comparison.column.name}"
        findings.append(
            Finding(
                defect=Defect.UNSTORED_LITERAL,
                message=f"`{name}` holds no value that is exactly `{comparison.text}`.",
                subject=name,
                span=span_of(comparison.node),
                candidates=tuple(dict.fromkeys(close))[:MOST_CANDIDATES],
                rule="literals",
            )
        )
    return tuple(findings)


def _comparisons(
    statement: Statement, dialect: Dialect, catalog: Catalog, policy: Policy, asker: str
) -> Iterator[Comparison]:
    parsed = parse(statement.text, dialect)
    if isinstance(parsed, Unparsed):
        return
    for comparison in comparisons(resolve(parsed, catalog, dialect), catalog):
        if not policy.sensitive(comparison.column, asker):
            yield comparison
