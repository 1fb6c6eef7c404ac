"""A word of the grammar as an alias: `COUNT(*) AS order`, `FROM orders AS group`."""

from __future__ import annotations

from collections.abc import Iterator

from sqlglot import exp

from rejoinder.repair import _edit
from rejoinder.repair._rule import Broken, Mending, Rule
from rejoinder.sql.parse import span_of
from rejoinder.sql.reserved import is_reserved
from rejoinder.terms.classes import Defect
from rejoinder.terms.dialect import Case, Dialect


def mend(broken: Broken) -> Mending | None:
    """Quote the alias, wherever it is named.

    It preserves meaning because the alias is the draft's own name for something, and stays it.
    """
    tree = broken.parsed.tree if broken.parsed is not None else None
    if tree is None:
        return None
    names = {name.name.lower() for name in _aliases(tree) if is_reserved(name.name)}
    edits = []
    for name in tree.find_all(exp.Identifier):
        span = span_of(name)
        if name.name.lower() in names and not name.args.get("quoted") and _names_an_alias(name):
            if span is None:
                return None
            edits.append(
                _edit.replaced(span, _edit.quoted(_folded(name.name, broken.dialect), broken.dialect))
            )
    text = _edit.apply(broken.text, edits)
    return Mending(text=text) if text is not None and edits else None


def _aliases(tree: exp.Expr) -> Iterator[exp.Identifier]:
    for node in tree.find_all(exp.Alias, exp.TableAlias):
        name = node.args.get("alias" if isinstance(node, exp.Alias) else "this")
        if isinstance(name, exp.Identifier) and not name.args.get("quoted"):
            yield name


def _names_an_alias(name: exp.Identifier) -> bool:
    """Whether it stands where an alias is given, or where one may be named: in a column, or as a table."""
    parent = name.parent
    table = isinstance(parent, exp.Table) and not parent.db
    return table or isinstance(parent, exp.Alias | exp.TableAlias | exp.Column)


def _folded(name: str, dialect: Dialect) -> str:
    """As the engine reads the bare name, so that all its spellings stay one."""
    if dialect.column_case is Case.FOLDS_LOWER:
        return name.lower()
    return name.upper() if dialect.column_case is Case.FOLDS_UPPER else name


RULE = Rule(name="reserved_alias", order=42, defects=frozenset({Defect.SYNTAX}), mend=mend)
