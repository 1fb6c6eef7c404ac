"""Whether a mended draft can still mean what was asked (R2).

A repair must not make two things one: both sides of a comparison or a ratio, two columns of the result, or the
two tables that a condition held together.
"""

from __future__ import annotations

from collections import Counter

from sqlglot import exp

from rejoinder.sql.draft import Draft
from rejoinder.sql.scopes import Resolution, Scope


def is_sound(before: Draft, text: str) -> bool:
    """Whether `text` parses, and isn't degenerate where `before` wasn't."""
    after = Draft(text=text, dialect=before.dialect, catalog=before.catalog)
    if after.resolution is None:
        return False
    old = _faults(before.resolution) if before.resolution is not None else Counter()
    return not _faults(after.resolution) - old


def _faults(resolution: Resolution) -> Counter[str]:
    """How often each kind of degeneracy occurs."""
    faults: Counter[str] = Counter()
    for node in resolution.parsed.tree.walk():
        if isinstance(node, exp.Binary) and not isinstance(node, exp.Dot):
            sides = (node.left, node.right)
            faults["equal sides"] += _same(*(map(_bare, sides) if isinstance(node, exp.Div) else sides))
            faults["one table"] += isinstance(node, exp.EQ) and _within_one(node, resolution)
        elif isinstance(node, exp.In):
            faults["itself"] += _in_itself(node, resolution)
        elif isinstance(node, exp.Select | exp.Group | exp.Order | exp.Tuple):
            faults["equal columns"] += _repeated(node.expressions)
    faults["apart"] = sum(max(0, _parts(scope) - 1) for scope in resolution.scopes)
    return faults


def _bare(side: exp.Expr) -> exp.Expr:
    """A side of a ratio without brackets, casts and constant factors."""
    while True:
        if isinstance(side, exp.Paren | exp.Cast):
            side = side.this
        elif isinstance(side, exp.Mul) and isinstance(side.left, exp.Literal):
            side = side.right
        elif isinstance(side, exp.Mul) and isinstance(side.right, exp.Literal):
            side = side.left
        else:
            return side


def _same(left: exp.Expr, right: exp.Expr) -> bool:
    """Whether two sides that name a column say the same."""
    return left == right and left.find(exp.Column) is not None


def _in_itself(node: exp.In, resolution: Resolution) -> bool:
    """`x IN (SELECT x …)` where the inner x is the outer one, which is true of every row."""
    query = node.args.get("query")
    inner = (
        query.this.selects if isinstance(query, exp.Subquery) and isinstance(query.this, exp.Select) else []
    )
    if len(inner) != 1:
        return False
    outer, found = (resolution.use_of(side) for side in (node.this, inner[0].unalias()))
    if outer is None or found is None or outer.source is None:
        return False
    return outer.source is found.source and outer.node.name.lower() == found.node.name.lower()


def _repeated(expressions: list[exp.Expr]) -> int:
    said = [each.this if isinstance(each, exp.Alias | exp.Ordered) else each for each in expressions]
    named = [each.sql() for each in said if each.find(exp.Column) is not None]
    return len(named) - len(set(named))


def _parts(scope: Scope) -> int:
    """Into how many parts, held together by no condition, the tables of a query fall."""
    leaders = list(range(len(scope.sources)))
    for link in scope.links:
        first = min(link)
        merged = {leaders[position] for position in link}
        leaders = [leaders[first] if leader in merged else leader for leader in leaders]
    return len(set(leaders))


def _within_one(node: exp.EQ, resolution: Resolution) -> bool:
    """An equality of two columns of one source, where it should hold two sources together."""
    sides = (resolution.use_of(node.left), resolution.use_of(node.right))
    sources = [use.source for use in sides if use is not None and use.source is not None]
    return len(sources) == 2 and sources[0] is sources[1]
