"""What a statement asks: its predicates and literals, compared between two statements (L10)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from sqlglot import exp

from rejoinder.sql.parse import Parsed, parse
from rejoinder.terms.dialect import Dialect
from rejoinder.terms.fact import Fact, FactKind
from rejoinder.terms.folding import folded

_CONDITIONS = (
    exp.EQ,
    exp.NEQ,
    exp.GT,
    exp.GTE,
    exp.LT,
    exp.LTE,
    exp.Like,
    exp.ILike,
    exp.Glob,
    exp.In,
    exp.Between,
    exp.Is,
    exp.Exists,
    exp.RegexpLike,
)
_MIRRORED = {"GT": "LT", "LT": "GT", "GTE": "LTE", "LTE": "GTE"}
_RENAMES = (FactKind.NEAR_NAME, FactKind.OWNER, FactKind.COLUMNS)
_VALUES = (FactKind.STORED_VALUE,)


@dataclass(frozen=True, slots=True)
class Predicate:
    """One condition, whatever the tables in it are called."""

    operator: str
    negated: bool
    columns: frozenset[str]
    """Unqualified and folded."""
    literals: frozenset[str]


def same_question(earlier: str, later: str, dialect: Dialect, facts: Sequence[Fact]) -> bool:
    """Whether `later` keeps every predicate and literal of `earlier`, or changes one to what a fact supports.

    Joins may change: `a.x = b.y` by itself asks for nothing. A statement that can't be parsed keeps nothing.
    """
    first, second = parse(earlier, dialect), parse(later, dialect)
    if not isinstance(first, Parsed) or not isinstance(second, Parsed):
        return False
    before, after = _Asked(first, dialect), _Asked(second, dialect)
    supported = _Supported(facts)
    left = list(after.predicates)
    for predicate in before.predicates:
        match = next((other for other in left if supported.form(predicate, other)), None)
        if match is None:
            return False
        left.remove(match)
    # Literals outside conditions count too: LIMIT 5, ROUND(x, 2), 'high' of a CASE.
    return _pairs(before.literals, after.literals, supported.value)


def orders_at_top(sql: str, dialect: Dialect) -> bool:
    """Whether the statement itself orders its rows, so that their order is part of the answer."""
    parsed = parse(sql, dialect)
    if not isinstance(parsed, Parsed):
        return False
    tree: exp.Expr = parsed.tree
    while isinstance(tree, exp.Subquery | exp.Paren) and not tree.args.get("order"):
        tree = tree.this
    return tree.args.get("order") is not None


class _Asked:
    """The conditions and literals of one statement."""

    def __init__(self, parsed: Parsed, dialect: Dialect) -> None:
        self._text = parsed.text if dialect.quoted_name_falls_back_to_text else ""
        # An equality of two columns joins; every other condition filters.
        self.predicates = [
            self._predicate(node) for node in parsed.tree.find_all(*_CONDITIONS) if not self._joins(node)
        ]
        self.literals = self._said(parsed.tree.walk())

    def _predicate(self, node: exp.Expr) -> Predicate:
        parts = list(node.walk(prune=lambda part: isinstance(part, exp.Query)))
        columns = frozenset(part.name.lower() for part in parts if self._is_column(part))
        return Predicate(self._operator(node), _negated(node), columns, self._said(parts))

    def _operator(self, node: exp.Expr) -> str:
        """The operator, read from the side that comes first in one fixed order."""
        operator = type(node).__name__
        if operator not in _MIRRORED or not isinstance(node, exp.Binary):
            return operator
        sides = [
            sorted(c.name.lower() for c in side.find_all(exp.Column)) for side in (node.left, node.right)
        ]
        return _MIRRORED[operator] if sides[0] < sides[1] else operator

    def _joins(self, node: exp.Expr) -> bool:
        return isinstance(node, exp.EQ) and self._is_column(node.left) and self._is_column(node.right)

    def _is_column(self, node: exp.Expr) -> bool:
        return isinstance(node, exp.Column) and not self._is_text(node)

    def _is_text(self, node: exp.Column) -> bool:
        """Whether a name in double quotes may be meant as text: it counts as text on both sides then."""
        start = node.this.meta_get("start")
        return node.args.get("table") is None and start is not None and self._text[start : start + 1] == '"'

    def _said(self, nodes: Iterable[exp.Expr]) -> frozenset[str]:
        said = set()
        for node in nodes:
            if isinstance(node, exp.Column) and self._is_text(node):
                said.add(f"'{node.name}'")
            elif isinstance(node, exp.Literal):
                said.add(f"'{node.name}'" if node.is_string else node.name)
            elif isinstance(node, exp.Null | exp.Boolean):
                said.add(node.sql())
        return frozenset(said)


def _negated(node: exp.Expr) -> bool:
    parent, negated = node.parent, False
    while isinstance(parent, exp.Not | exp.Paren):
        negated ^= isinstance(parent, exp.Not)
        parent = parent.parent
    return negated


class _Supported:
    """Which changes of a name or value the facts of a run support."""

    def __init__(self, facts: Sequence[Fact]) -> None:
        self._columns = {
            (_bare(fact.subject), _bare(name))
            for fact in facts
            if fact.kind in _RENAMES
            for name in fact.names
        }
        self._values = {
            (folded(fact.subject), name) for fact in facts if fact.kind in _VALUES for name in fact.names
        }

    def form(self, earlier: Predicate, later: Predicate) -> bool:
        """Whether `later` is `earlier`, up to what facts support."""
        if (earlier.operator, earlier.negated) != (later.operator, later.negated):
            return False
        if len(earlier.columns) != len(later.columns) or len(earlier.literals) != len(later.literals):
            return False
        return _pairs(earlier.columns, later.columns, self._column) and _pairs(
            earlier.literals, later.literals, self.value
        )

    def value(self, earlier: str, later: str) -> bool:
        """Whether a literal may have become another."""
        if earlier == later:
            return True
        text = earlier.startswith("'") and later.startswith("'")
        return text and (folded(earlier[1:-1]), later[1:-1]) in self._values

    def _column(self, earlier: str, later: str) -> bool:
        return earlier == later or (earlier, later) in self._columns


def _pairs(earlier: frozenset[str], later: frozenset[str], may: Callable[[str, str], bool]) -> bool:
    """Whether each of `earlier` is in `later`, or may have become one that is new there."""
    left = set(later - earlier)
    for one in earlier - later:
        match = next((other for other in sorted(left) if may(one, other)), None)
        if match is None:
            return False
        left.discard(match)
    return True


def _bare(name: str) -> str:
    return name.rpartition(".")[2].lower()
