"""Puts a barrier in the place of every table that has one, on the statement's tree."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from sqlglot import exp

from rejoinder.sql.grouped import grouped as grouped_by
from rejoinder.sql.parse import Parsed, parse
from rejoinder.sql.resolve import resolve
from rejoinder.sql.scopes import Clause, Resolution, Scope, Source, TableUse
from rejoinder.terms.catalog import Catalog, TableRef
from rejoinder.terms.dialect import Dialect

_NAMES = frozenset({"this", "db", "catalog"})
_OUTSIDE = ("alias", "joins", "laterals", "pivots")
_INSIDE = ("only", "partition", "indexed", "hints")
_KNOW_KEYS = ("postgres", "mysql")
"""Engines that let a grouped query select what a grouped key determines. For others a key may hold NULL many times."""
_LONGEST_NAME = 60
"""Characters of a column name: MariaDB cuts what is longer."""


class Unsupported(Exception):
    """A table is read in a way in which its rows can't be filtered. The message is a sentence without names of ours."""


@dataclass(frozen=True, slots=True)
class Rewritten:
    """The text to send, and the barriers that must be found in it again."""

    text: str
    barriers: frozenset[str]


def rewrite(
    text: str, barriers: Mapping[TableRef, exp.Select], catalog: Catalog, dialect: Dialect
) -> Rewritten | None:
    """The statement with its barriers; None where it reads no table that has one. Raises `Unsupported`."""
    shared = parse(text, dialect)
    if not isinstance(shared, Parsed):
        raise Unsupported("The statement can't be read.")
    # A root of its own, so that whatever stands at the top can be replaced too.
    tree = shared.tree.copy()
    resolution = resolve(Parsed(shared.text, tree, shared.tokens), catalog, dialect)
    if resolution.problems:
        raise Unsupported(resolution.problems[0].message)
    uses = [use for use in resolution.tables if use.ref in barriers]
    if not uses:
        return None
    _unqualify(resolution, {id(use.source) for use in uses})
    if dialect.name in _KNOW_KEYS:
        _complete_groups(resolution, uses, catalog)
    if dialect.name != "postgres":
        _name_calls(uses, dialect)
    written = set()
    for use in uses:
        query = _filled(use, barriers, dialect)
        written.add(query.sql(dialect=dialect.parser, comments=False))
        _put(use.node, query)
    return Rewritten(tree.sql(dialect=dialect.parser, comments=False), frozenset(written))


def unguarded(
    sent: Rewritten, refs: Mapping[TableRef, exp.Select], catalog: Catalog, dialect: Dialect
) -> bool:
    """Whether the text, as it is read again, reads a filtered table anywhere but within one of its barriers."""
    parsed = parse(sent.text, dialect)
    if not isinstance(parsed, Parsed):
        return True
    uses = resolve(parsed, catalog, dialect).tables
    return any(use.ref in refs and not _guarded(use.node, sent.barriers, dialect) for use in uses)


def _guarded(node: exp.Expr, barriers: frozenset[str], dialect: Dialect) -> bool:
    above: exp.Expr | None = node
    while above is not None:
        if isinstance(above, exp.Select) and above.sql(dialect=dialect.parser, comments=False) in barriers:
            return True
        above = above.parent
    return False


def _filled(use: TableUse, barriers: Mapping[TableRef, exp.Select], dialect: Dialect) -> exp.Select:
    """The barrier of a table, with what the statement says of how to read the table."""
    node = use.node
    known = {*_NAMES, *_OUTSIDE, *_INSIDE, "sample"}
    if use.ref is None or not isinstance(node.this, exp.Identifier) or use.about:
        raise Unsupported("A table is read in a way in which it may not be read.")
    if any(value and name not in known for name, value in node.args.items()):
        raise Unsupported("A table is read in a way in which it may not be read.")
    if node.args.get("sample") and not _is_said_alike(node.args["sample"], dialect):
        raise Unsupported("A sample of this table can't be taken in this way.")
    query: exp.Select = barriers[use.ref].copy()
    inner = query.args["from_"].this
    for name in _INSIDE if dialect.name == "duckdb" else (*_INSIDE, "sample"):
        if node.args.get(name):
            inner.set(name, node.args[name])
    return query


def _is_said_alike(sample: exp.Expr, dialect: Dialect) -> bool:
    """Whether a sample's text, as it would be sent, is read as the same: some come out as another, or not at all."""
    query = exp.Select(expressions=[exp.Star()]).from_(exp.table_("t"))
    query.args["from_"].this.set("sample", sample.copy())
    parsed = parse(query.sql(dialect=dialect.parser), dialect)
    return isinstance(parsed, Parsed) and next(parsed.tree.find_all(exp.TableSample), None) == sample


def _put(node: exp.Table, query: exp.Select) -> None:
    parent = node.parent
    subquery = exp.Subquery(this=query)
    if isinstance(parent, exp.In) and node.arg_key == "field":
        parent.set("field", None)
        parent.set("query", subquery)
        return
    if node.args.get("alias") is None:
        node.set("alias", exp.TableAlias(this=node.this.copy()))
    outside = _OUTSIDE if query.args["from_"].this.args.get("sample") else (*_OUTSIDE, "sample")
    node.replace(subquery)
    for name in outside:
        if node.args.get(name):
            subquery.set(name, node.args[name])


def _unqualify(resolution: Resolution, filtered: set[int]) -> None:
    """`main.orders.id` names a table; what stands in its place has no schema."""
    nodes = [use.node for use in resolution.columns if use.source is not None and id(use.source) in filtered]
    nodes += [
        star.node for star in resolution.stars if any(id(source) in filtered for source in star.sources)
    ]
    for node in nodes:
        if isinstance(node, exp.Column):
            node.set("db", None)
            node.set("catalog", None)


def _complete_groups(resolution: Resolution, uses: list[TableUse], catalog: Catalog) -> None:
    """A key in GROUP BY determines the other columns of its table; of a query no engine knows the key."""
    for use in uses:
        key = catalog.by_ref[use.ref].primary_key if use.ref is not None else ()
        for scope in resolution.scopes if key else ():
            group = scope.node.args.get("group")
            if use.source in scope.sources and group is not None and set(group.args) <= {"expressions"}:
                _complete(group, scope, use.source, key, resolution)


def _complete(
    group: exp.Expr, scope: Scope, source: Source, key: tuple[str, ...], resolution: Resolution
) -> None:
    grouped = {
        column.ref.name
        for column in grouped_by(scope, resolution.uses_in(scope))
        if column.source is source and column.ref
    }
    if not grouped.issuperset(key):
        return
    named = [
        found.ref.name
        for found in resolution.columns
        if found.source is source and found.ref is not None and found.clause is not Clause.GROUP
    ]
    starred = [star for star in resolution.stars if star.scope is scope and source in star.sources]
    if starred:
        named += [output.name for output in source.columns()]
    for name in dict.fromkeys(named):
        if name not in grouped:
            called = source.identifier
            quoted = called is not None and bool(called.args.get("quoted"))
            table = exp.to_identifier(source.name, quoted=quoted)
            column = exp.column(exp.to_identifier(name, quoted=True), table=table)
            group.append("expressions", column)


def _name_calls(uses: list[TableUse], dialect: Dialect) -> None:
    """An engine calls a column by its text, which would show the filter: such a column keeps the text it had."""
    for use in uses:
        node: exp.Expr = use.node
        while node.parent is not None:
            above = node.parent
            chosen = isinstance(above, exp.Select) and node.arg_key == "expressions"
            node = _named(node, above, dialect) if chosen and not node.alias else above


def _named(node: exp.Expr, select: exp.Expr, dialect: Dialect) -> exp.Expr:
    """An expression of a select list under the name that it would have had."""
    name = " ".join(node.sql(dialect=dialect.parser).split())[:_LONGEST_NAME].strip()
    chosen = list(select.expressions)
    place = next(place for place, each in enumerate(chosen) if each is node)
    # The very nodes that are replaced below stay in the tree.
    named = exp.Alias(this=node, alias=exp.to_identifier(name, quoted=True))
    select.set("expressions", [*chosen[:place], named, *chosen[place + 1 :]])
    return named
