"""What a draft says, once its names are resolved: queries, their sources, and every use of a column.

Filled by `resolve`, and read only from then on.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property

from sqlglot import exp

from rejoinder.sql.names import Names
from rejoinder.sql.parse import Parsed, span_of
from rejoinder.terms.catalog import ColumnRef, Table, TableRef
from rejoinder.terms.finding import Finding
from rejoinder.terms.span import Span

_MOST_SPELLINGS = 4_096


class Clause(StrEnum):
    """The part of a query that a name stands in."""

    SELECT = "select"
    FROM = "from"
    WHERE = "where"
    GROUP = "group"
    HAVING = "having"
    WINDOW = "window"
    ORDER = "order"
    LIMIT = "limit"


class Meaning(StrEnum):
    """What a name in the place of a column turned out to be."""

    COLUMN = "column"
    """A column of a source; `ref` is set if it is stored, or passed on unchanged from a stored one."""
    ALIAS = "alias"
    """A name that the select list gives."""
    ROW = "row"
    """The name of a source, for its whole row."""
    ROWID = "rowid"
    """A column that every table has without declaring it."""
    TEXT = "text"
    """A double-quoted name that is no column, where the engine reads text and the draft means text."""
    OPAQUE = "opaque"
    """Of a source whose columns aren't known; not a problem by itself."""
    UNKNOWN = "unknown"
    AMBIGUOUS = "ambiguous"


@dataclass(frozen=True, slots=True, eq=False)
class Output:
    """One column that a query returns. `ref` is the stored column that it passes on unchanged, if it does."""

    name: str
    ref: ColumnRef | None = None
    node: exp.Expr | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Source:
    """One entry of a FROM: a stored table, a derived table or CTE, or something opaque."""

    name: str
    """What it is called here: its alias, else its own name, as the draft spells it."""
    key: str
    node: exp.Expr
    scope: Scope
    """The query whose FROM it stands in."""
    table: Table | None = None
    query: Scope | None = None
    """The query behind a derived table or CTE."""
    outputs: dict[str, Output] | None = None
    """By folded name, where it isn't a stored table; None: opaque."""
    merged: dict[str, exp.Expr | None] = field(default_factory=dict)
    """Folded names that USING (with its identifier) or NATURAL (None) merges with a source to the left."""
    recursive: bool = False
    """Whether it is the common table expression that is being defined."""

    @property
    def identifier(self) -> exp.Identifier | None:
        """`name` as the draft writes it, quotes and all; None where it has none, as a function has."""
        alias = self.node.args.get("alias")
        called = alias.this if isinstance(alias, exp.TableAlias) else self.node.args.get("this")
        return called if isinstance(called, exp.Identifier) else None

    @property
    def opaque(self) -> bool:
        """Whether its columns aren't known, so that nothing can be said about a name in it."""
        return self.table is None and self.outputs is None

    def find(self, name: str, quoted: bool, names: Names) -> Output | None:
        """The column that `name` means here."""
        if self.table is not None:
            return _stored(self.table, name, quoted, names)
        if self.outputs is None:
            return None
        found = self.outputs.get(names.column_key(name, quoted))
        called_by_text = quoted and not name.isidentifier()
        if found is None and "" in self.outputs and (called_by_text or names.names_calls):
            return Output(name)  # an expression without an alias
        return found

    def columns(self) -> Iterator[Output]:
        """What `*` means here, in order."""
        if self.table is not None:
            for column in self.table.columns:
                if not column.hidden:
                    yield Output(column.name, ColumnRef(self.table.ref, column.name))
        elif self.outputs is not None:
            yield from self.outputs.values()


def _stored(table: Table, name: str, quoted: bool, names: Names) -> Output | None:
    """Looked up once for each spelling: drafts name the same few columns again and again."""
    key = (name, quoted, names.rule)
    found: Output | None = table.memo.get(key)
    if found is None and (column := names.column(table, name, quoted)) is not None:
        found = Output(column.name, ColumnRef(table.ref, column.name))
        if len(table.memo) < _MOST_SPELLINGS:
            table.memo[key] = found
    return found


@dataclass(frozen=True, slots=True, eq=False)
class Scope:
    """One query: a SELECT, a set operation or VALUES."""

    node: exp.Expr
    parent: Scope | None
    """The query that a correlated name is looked for next."""
    place: Clause | None = None
    """The clause of `parent` that it stands in."""
    sources: list[Source] = field(default_factory=list)
    joins: list[tuple[exp.Join, int]] = field(default_factory=list)
    """Each join, and the position of the first source that it brings."""
    aliases: dict[str, exp.Expr] = field(default_factory=dict)
    """Names that the select list gives with AS, folded, and the expressions behind them."""
    selected: set[str] = field(default_factory=set)
    """Folded names of the columns that the select list has as they are."""
    outputs: list[Output] = field(default_factory=list)
    whole: list[bool] = field(default_factory=list)
    """Not empty: `outputs` lacks columns of an opaque source."""
    arms: list[Scope] = field(default_factory=list)
    """Of a set operation."""
    links: list[frozenset[int]] = field(default_factory=list)
    """Positions of sources that one condition speaks of together."""

    def source(self, name: str) -> Source | None:
        """The source that is called `name`, up to case."""
        key = name.lower()
        return next((source for source in self.sources if source.name.lower() == key), None)


@dataclass(frozen=True, slots=True, eq=False)
class ColumnUse:
    """One name in the place of a column."""

    node: exp.Expr
    """An `exp.Column`, or the identifier in a USING."""
    scope: Scope
    clause: Clause
    meaning: Meaning
    source: Source | None = None
    ref: ColumnRef | None = None

    @property
    def span(self) -> Span | None:
        """Where it stands, with its qualifier."""
        return span_of(self.node)


@dataclass(frozen=True, slots=True, eq=False)
class TableUse:
    """One name in the place of a table. `ref` is None for a CTE, and where no table answers to it."""

    node: exp.Table
    scope: Scope
    source: Source
    ref: TableRef | None = None
    system: bool = False
    about: bool = False
    """It reads what the engine keeps about the table, not the table."""

    @property
    def span(self) -> Span | None:
        """Where it stands, with its schema and without its alias."""
        return span_of(self.node)


@dataclass(frozen=True, slots=True, eq=False)
class StarUse:
    """A `*` that stands for columns (not COUNT(*), nor below EXISTS)."""

    node: exp.Expr
    scope: Scope
    sources: tuple[Source, ...]


@dataclass(frozen=True, slots=True, eq=False)
class CteUse:
    """A common table expression."""

    name: str
    node: exp.CTE
    scope: Scope
    recursive: bool
    """Whether it reads itself."""


@dataclass(frozen=True, eq=False)
class Resolution:
    """A parsed draft with every name resolved."""

    parsed: Parsed
    root: Scope
    scopes: tuple[Scope, ...]
    tables: tuple[TableUse, ...]
    columns: tuple[ColumnUse, ...]
    stars: tuple[StarUse, ...]
    ctes: tuple[CteUse, ...]
    kinds: frozenset[type]
    """The class of every node in the tree."""
    problems: tuple[Finding, ...]
    """Unknown tables, unknown and ambiguous columns, in the order of the text."""

    @cached_property
    def _uses(self) -> dict[int, ColumnUse]:
        return {id(use.node): use for use in self.columns}

    @cached_property
    def _spans(self) -> dict[Span, ColumnUse | TableUse]:
        uses: tuple[ColumnUse | TableUse, ...] = (*self.columns, *self.tables)
        return {span: use for use in uses if (span := use.span)}

    def use_of(self, node: exp.Expr) -> ColumnUse | None:
        """What became of that very `exp.Column` node."""
        return self._uses.get(id(node))

    def at(self, span: Span | None) -> ColumnUse | TableUse | None:
        """The use of a column or table that a finding's span covers."""
        return self._spans.get(span) if span else None

    def uses_in(self, scope: Scope) -> tuple[ColumnUse, ...]:
        """The columns named in `scope` itself, not in queries inside it."""
        return tuple(use for use in self.columns if use.scope is scope)
