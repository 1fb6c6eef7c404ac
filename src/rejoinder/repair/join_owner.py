"""A column of a table that the query lacks, where one declared key alone leads to it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sqlglot import exp

from rejoinder.repair import _edit
from rejoinder.repair._rule import Broken, Mending, Rule, missing_tables
from rejoinder.sql.draft import around, local_source, qualifier_of
from rejoinder.sql.names import Names
from rejoinder.sql.parse import span_of
from rejoinder.sql.paths import JoinHop, JoinPath, paths_from
from rejoinder.sql.scopes import ColumnUse, Meaning, Scope, Source
from rejoinder.terms.classes import Defect
from rejoinder.terms.span import Span


@dataclass(frozen=True, slots=True)
class _Way:
    """From a source of the query to the table that owns a column."""

    source: Source
    path: JoinPath
    column: str


def mend(broken: Broken) -> Mending | None:
    """Join the table that owns the column, along the only path of declared keys.

    It preserves meaning because each row meets at most one row of the joined table (its key is unique), and an
    outer join keeps the rows that meet none: no row is lost or doubled, so no count or sum changes.
    """
    joins: dict[tuple[int, JoinPath], _Join] = {}
    taken: dict[int, set[str]] = {}
    edits = []
    for use in broken.columns(Meaning.UNKNOWN):
        if not _is_ours(use, broken):
            continue
        way = _only_way(use, broken)
        if way is None:
            return None
        key = (id(way.source), way.path)
        if key not in joins:
            scope = way.source.scope
            names = {source.name.lower() for level in around(scope) for source in level.sources}
            joins[key] = _Join(way, broken, taken.setdefault(id(scope), names))
        join, span = joins[key], use.span
        if span is None or _is_starred(way.source.scope, broken):
            return None
        edits.append(_edit.replaced(span, f"{join.owner}.{_edit.name(way.column, broken.dialect)}"))
    for join in joins.values():
        added = join.edits()
        if added is None:
            return None
        edits += added
    text = _edit.apply(broken.text, edits)
    if text is None or not joins:
        return None
    return Mending(text=text, caveats=tuple(dict.fromkeys(join.caveat() for join in joins.values())))


def _is_ours(use: ColumnUse, broken: Broken) -> bool:
    """A column that no source of its query has, or one of a table that it names and that the query lacks."""
    if missing_tables(use, broken):
        return True
    names = Names(broken.dialect)
    quoted = bool(use.node.this.args.get("quoted"))
    return not any(source.find(use.node.name, quoted, names) for source in use.scope.sources)


def _only_way(use: ColumnUse, broken: Broken) -> _Way | None:
    """The one way there is; one that passes through a table of the query goes round what another says directly."""
    here = {source.table.ref for source in use.scope.sources if source.table is not None}
    ways = [way for way in _ways(use, broken) if not here.intersection(hop.target for hop in way.path.hops)]
    return ways[0] if len(ways) == 1 else None


def _ways(use: ColumnUse, broken: Broken) -> Iterator[_Way]:
    named = local_source(use)
    wanted = missing_tables(use, broken)
    if qualifier_of(use) and named is None and not wanted:
        return
    names = Names(broken.dialect)
    quoted = bool(use.node.this.args.get("quoted"))
    for source in [named] if named is not None else use.scope.sources:
        if source.table is None:
            continue
        for path in paths_from(broken.catalog, source.table.ref):
            column = names.column(broken.catalog.by_ref[path.target], use.node.name, quoted)
            if column is not None and (not wanted or path.target in wanted):
                yield _Way(source, path, column.name)


class _Join:
    """The joins that one way adds to the draft."""

    def __init__(self, way: _Way, broken: Broken, taken: set[str]) -> None:
        self._way = way
        self._broken = broken
        self._called: list[str] = []
        for hop in way.path.hops:
            called, number = hop.target.name, 2
            while called.lower() in taken:
                called, number = f"{hop.target.name}_{number}", number + 1
            taken.add(called.lower())
            self._called.append(called)

    @property
    def owner(self) -> str:
        """What the table that owns the column is called in the mended draft."""
        return _edit.name(self._called[-1], self._broken.dialect)

    def edits(self) -> list[_edit.Edit] | None:
        """The source's place in FROM, in brackets with what is joined to it unless it comes first."""
        source = self._way.source
        span = _whole(source, self._broken)
        select = source.scope.node
        if span is None or not isinstance(select, exp.Select):
            return None
        joined = " ".join(self._clauses())
        if _is_first(source, select):
            return [_edit.Edit(span.end, span.end, f" {joined}"), *self._qualified()]
        opened, closed = (
            _edit.Edit(span.start, span.start, "("),
            _edit.Edit(span.end, span.end, f" {joined})"),
        )
        return [opened, closed, *self._qualified()]

    def caveat(self) -> str:
        """What the asker is told."""
        tables = " and ".join(f"`{hop.target.name}`" for hop in self._way.path.hops)
        return f"`{self._way.column}` was read from {tables}, which was joined by its key."

    def _qualified(self) -> Iterator[_edit.Edit]:
        """Bare columns of the query that the joined tables have too get the qualifier that they always meant."""
        tables = [self._broken.catalog.by_ref[hop.target] for hop in self._way.path.hops]
        for use in self._broken.uses_in(self._way.source.scope):
            name, source, span = use.node.name.lower(), use.source, use.span
            if qualifier_of(use) or source is None or span is None or not isinstance(use.node, exp.Column):
                continue
            if source.scope is self._way.source.scope and any(name in table.by_folded for table in tables):
                written = _edit.name(source.name, self._broken.dialect)
                yield _edit.Edit(span.start, span.start, f"{written}.")

    def _clauses(self) -> Iterator[str]:
        outer = self._way.path.nullable
        left = self._way.source.name
        for hop, called in zip(self._way.path.hops, self._called, strict=True):
            yield self._clause(hop, left, called, outer)
            left = called

    def _clause(self, hop: JoinHop, left: str, right: str, outer: bool) -> str:
        dialect = self._broken.dialect
        table = _edit.name(hop.target.name, dialect)
        if hop.target.schema:
            table = f"{_edit.name(hop.target.schema, dialect)}.{table}"
        if right != hop.target.name:
            table += f" AS {_edit.name(right, dialect)}"
        pairs = " AND ".join(
            f"{_edit.name(left, dialect)}.{_edit.name(one, dialect)} = "
            f"{_edit.name(right, dialect)}.{_edit.name(other, dialect)}"
            for one, other in hop.pairs
        )
        return f"{'LEFT JOIN' if outer else 'JOIN'} {table} ON {pairs}"


def _is_starred(scope: Scope, broken: Broken) -> bool:
    """Whether a bare `*` would show the columns of the joined table too."""
    stars = broken.resolution.stars if broken.resolution is not None else ()
    return any(star.scope is scope and isinstance(star.node, exp.Star) for star in stars)


def _is_first(source: Source, select: exp.Select) -> bool:
    clause = select.args.get("from_")
    return clause is not None and clause.this is source.node and not _comma(select)


def _comma(select: exp.Select) -> bool:
    """Whether tables are listed with commas, which bind less than a JOIN."""
    return any(
        not join.args.get("on") and not join.args.get("using") for join in select.args.get("joins") or ()
    )


def _whole(source: Source, broken: Broken) -> Span | None:
    """A table of FROM with its alias."""
    if not isinstance(source.node, exp.Table) or source.node.args.get("joins"):
        return None
    start = span_of(source.node)
    alias = source.node.args.get("alias")
    end = span_of(alias.this) if alias is not None and alias.this is not None else start
    if start is None or end is None or (alias is not None and alias.args.get("columns")):
        return None
    return Span(start.start, end.end)


RULE = Rule(name="join_owner", order=20, defects=frozenset({Defect.UNKNOWN_COLUMN}), mend=mend)
