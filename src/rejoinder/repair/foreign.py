"""Syntax of another dialect: `TOP 3`, `x::int`, `MINUS`, `FETCH FIRST`, `QUALIFY`."""

from __future__ import annotations

from sqlglot import exp
from sqlglot import parse as read
from sqlglot.dialects.dialect import Dialect as Grammar
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
    if broken.parsed is not None:
        text = _edit.rendered(broken.parsed.tree, broken.dialect)
        return Mending(text=text) if text is not None else None
    found: dict[str, str] = {}
    for reader in _READERS:
        tree = _tree(broken.text, reader)
        if tree is None:
            continue
        text = _edit.rendered(_as_here(tree, broken), broken.dialect)
        if text is None:
            return None
        found.setdefault(canonical(text, broken.dialect), text)
    return Mending(text=next(iter(found.values()))) if len(found) == 1 else None


def _tree(text: str, reader: str) -> exp.Expr | None:
    try:
        trees = [tree for tree in read(text, dialect=reader) if tree is not None]
    except (SqlglotError, RecursionError):
        return None
    if len(trees) != 1 or not isinstance(trees[0], exp.Query) or trees[0].find(exp.Command) is not None:
        return None
    return trees[0]


def _as_here(tree: exp.Expr, broken: Broken) -> exp.Expr:
    """The tree without the reader's own habit of where NULLs are sorted, unless the draft says so itself."""
    if "nulls" not in broken.text.lower():
        habit = Grammar.get_or_raise(broken.dialect.parser).NULL_ORDERING
        for ordered in tree.find_all(exp.Ordered):
            down = bool(ordered.args.get("desc"))
            ordered.set("nulls_first", habit != "nulls_are_last" and down == (habit == "nulls_are_large"))
    return tree


RULE = Rule(name="foreign", order=45, defects=frozenset({Defect.SYNTAX, Defect.NOT_SUPPORTED}), mend=mend)
