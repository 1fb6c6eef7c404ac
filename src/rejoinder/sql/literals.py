"""Texts that a statement compares stored columns with: what check, diagnosis and judge look up."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sqlglot import exp

from rejoinder.sql.scopes import ColumnUse, Meaning, Resolution
from rejoinder.terms.catalog import Catalog, ColumnRef, TypeFamily

_TEXTUAL = frozenset({TypeFamily.TEXT, TypeFamily.OTHER})


@dataclass(frozen=True, slots=True)
class Comparison:
    """One text that a stored column is compared with by `=` or IN."""

    column: ColumnRef
    node: exp.Expr
    text: str

    @property
    def negated(self) -> bool:
        """Whether it asks for what isn't this text: below a NOT of its own query."""
        return isinstance(self.node.find_ancestor(exp.Not, exp.Query), exp.Not)

    @property
    def name(self) -> str:
        """The column as people read it: `table.column`."""
        return f"{self.column.table.name}.{self.column.name}"


def comparisons(resolution: Resolution, catalog: Catalog) -> Iterator[Comparison]:
    """Every text that a stored text column is compared with, in the order of the column's uses.

    A number beside a column of texts is one of them: engines that allow it compare it as a text.
    """
    for use in resolution.columns:
        family = family_of(use.ref, catalog) if use.ref is not None else None
        if use.ref is not None and family in _TEXTUAL:
            for node, text in _values_beside(use, resolution, numbers=family is TypeFamily.TEXT):
                yield Comparison(use.ref, node, text)


def family_of(ref: ColumnRef, catalog: Catalog) -> TypeFamily | None:
    """The kind of values that a stored column holds; None where it isn't in the catalog."""
    table = catalog.by_ref.get(ref.table)
    column = table.by_name.get(ref.name) if table else None
    return column.family if column is not None else None


def compared_with(use: ColumnUse) -> list[exp.Expr]:
    """What stands beside a column in `=` or IN, without brackets."""
    node = use.node
    while isinstance(node.parent, exp.Paren):
        node = node.parent
    parent = node.parent
    if isinstance(parent, exp.EQ):
        return [_unbracketed(parent.expression if parent.this is node else parent.this)]
    if isinstance(parent, exp.In) and parent.this is node:
        return [_unbracketed(each) for each in parent.expressions]
    return []


def _values_beside(
    use: ColumnUse, resolution: Resolution, *, numbers: bool
) -> Iterator[tuple[exp.Expr, str]]:
    for found in compared_with(use):
        if isinstance(found, exp.Literal) and (found.is_string or numbers):
            yield found, found.name
        elif isinstance(found, exp.Column):
            meant = resolution.use_of(found)
            if meant is not None and meant.meaning is Meaning.TEXT:
                yield found, found.name


def _unbracketed(node: exp.Expr) -> exp.Expr:
    while isinstance(node, exp.Paren):
        node = node.this
    return node
