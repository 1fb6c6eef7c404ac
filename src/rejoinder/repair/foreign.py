"""Syntax of another dialect: `TOP 3`, `x::int`, `ILIKE`, `FETCH FIRST`, `QUALIFY`, a backslash before a quote."""

from __future__ import annotations

from sqlglot import exp
from sqlglot import parse as read
from sqlglot.errors import SqlglotError

from rejoinder.repair import _edit
from rejoinder.repair._rule import Broken, Mending, Rule
from rejoinder.sql.canonical import canonical
from rejoinder.terms.classes import Defect

_READERS = ("tsql", "mysql", "postgres", "oracle", "bigquery", "snowflake", "duckdb")


def mend(broken: Broken) -> Mending | None:
    """Read the draft as another dialect's, and write it in this one.

    It preserves meaning because it is the same tree in other words, and only where every dialect that can read
    the draft leads to the same words, and nothing in it is without a counterpart here.
    """
    own = broken.parsed
    if own is not None:
        written = _edit.rendered(own.tree, broken.dialect)
        return Mending(text=written) if written is not None else None
    found: dict[str, str] = {}
    for reader in _READERS:
        tree = _tree(broken.text, reader)
        written = _edit.rendered(tree, broken.dialect) if tree is not None else None
        if written is not None:
            found.setdefault(canonical(written, broken.dialect), written)
    return Mending(text=next(iter(found.values()))) if len(found) == 1 else None


def _tree(text: str, reader: str) -> exp.Expr | None:
    try:
        trees = [tree for tree in read(text, dialect=reader) if tree is not None]
    except (SqlglotError, RecursionError):
        return None
    if len(trees) != 1 or not isinstance(trees[0], exp.Query) or trees[0].find(exp.Command) is not None:
        return None
    return trees[0]


RULE = Rule(name="foreign", order=45, defects=frozenset({Defect.SYNTAX, Defect.NOT_SUPPORTED}), mend=mend)
