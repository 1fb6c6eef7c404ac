"""C4: text that is compared with a column, and that the column doesn't hold. Asked after a clean check."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sqlglot import exp

from rejoinder.sql.parse import Unparsed, parse, span_of
from rejoinder.sql.resolve import resolve
from rejoinder.sql.scopes import ColumnUse, Meaning, Resolution
from rejoinder.terms.catalog import Catalog, ColumnRef, TypeFamily
from rejoinder.terms.classes import Defect
from rejoinder.terms.dialect import Dialect
from rejoinder.terms.finding import Finding
from rejoinder.terms.folding import folded
from rejoinder.terms.lookup import Lookup, StoredValues
from rejoinder.terms.policy import Policy, visible
from rejoinder.terms.statement import Statement

MOST_LITERALS = 50
MOST_CANDIDATES = 3
_TEXTUAL = frozenset({TypeFamily.TEXT, TypeFamily.OTHER})


@dataclass(frozen=True, slots=True)
class Comparison:
    """One text that a stored column is compared with by `=` or IN."""

    column: ColumnRef
    node: exp.Expr
    text: str


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
    comparisons = _comparisons(statement, dialect, visible(catalog, policy, asker), policy, asker)
    asked: set[str] = set()
    findings = []
    for comparison in comparisons:
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
    resolution = resolve(parsed, catalog, dialect)
    for use in resolution.columns:
        if use.ref is None or not _is_textual(use.ref, catalog) or policy.sensitive(use.ref, asker):
            continue
        for node, text in _texts_beside(use, resolution):
            yield Comparison(use.ref, node, text)


def _is_textual(ref: ColumnRef, catalog: Catalog) -> bool:
    table = catalog.by_ref.get(ref.table)
    column = table.by_name.get(ref.name) if table else None
    return column is not None and column.family in _TEXTUAL


def _texts_beside(use: ColumnUse, resolution: Resolution) -> Iterator[tuple[exp.Expr, str]]:
    node = use.node
    while isinstance(node.parent, exp.Paren):
        node = node.parent
    parent = node.parent
    if isinstance(parent, exp.EQ):
        other = parent.expression if parent.this is node else parent.this
        candidates = [other]
    elif isinstance(parent, exp.In) and parent.this is node:
        candidates = list(parent.expressions)
    else:
        return
    for found in map(_unbracketed, candidates):
        if isinstance(found, exp.Literal) and found.is_string:
            yield found, found.name
        elif isinstance(found, exp.Column):
            meant = resolution.use_of(found)
            if meant is not None and meant.meaning is Meaning.TEXT:
                yield found, found.name


def _unbracketed(node: exp.Expr) -> exp.Expr:
    while isinstance(node, exp.Paren):
        node = node.this
    return node
