"""Syntax of another dialect: `TOP 3`, `x::int`, `ILIKE`, `FETCH FIRST`, `QUALIFY`, a backslash before a quote."""

from __future__ import annotations

from sqlglot import ErrorLevel, exp
from sqlglot import parse as read
from sqlglot.errors import SqlglotError

from rejoinder.repair._rule import Broken, Mending, Rule
from rejoinder.sql.canonical import canonical
from rejoinder.sql.parse import Parsed, parse
from rejoinder.terms.classes import Defect

_READERS = ("tsql", "mysql", "postgres", "oracle", "bigquery", "snowflake", "duckdb")


def mend(broken: Broken) -> Mending | None:
    """Read the draft as another dialect's, and write it in this one.

    It preserves meaning because it is the same tree in other words, and only where every dialect that can read
    the draft leads to the same words, and nothing in it is without a counterpart here.
    """
    own = broken.parsed
    if own is not None:
        written = _written(own.tree, broken)
        return Mending(text=written) if written is not None else None
    found: dict[str, str] = {}
    for reader in _READERS:
        tree = _tree(broken.text, reader)
        written = _written(tree, broken) if tree is not None else None
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


def _written(tree: exp.Expr, broken: Broken) -> str | None:
    """The tree in this dialect, if it can say all of it."""
    try:
        text = tree.sql(dialect=broken.dialect.parser, unsupported_level=ErrorLevel.RAISE)
    except (SqlglotError, RecursionError, ValueError):
        return None
    return text if isinstance(parse(text, broken.dialect), Parsed) else None


RULE = Rule(name="foreign", order=45, defects=frozenset({Defect.SYNTAX, Defect.NOT_SUPPORTED}), mend=mend)
