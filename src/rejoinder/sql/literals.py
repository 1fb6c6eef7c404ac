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
    """Every text that a stored text column is compared with, in the order of the column's uses."""
    for use in resolution.columns:
        if use.ref is not None and _is_textual(use.ref, catalog):
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
