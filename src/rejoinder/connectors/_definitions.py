"""What the definitions of a catalog say that the engine doesn't: what a view reads, which values a CHECK lists."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

import sqlglot
from sqlglot import exp
from sqlglot.errors import SqlglotError

from rejoinder.sql.parse import Parsed, parse
from rejoinder.sql.resolve import resolve
from rejoinder.terms.catalog import Catalog, TableRef
from rejoinder.terms.dialect import Dialect

_LISTED = re.compile(r"\(*\s*[\"`]?(?P<column>\w+)[\"`]?\s+IN\s+\((?P<values>[^()]*)\)\s*\)*", re.IGNORECASE)
_TEXT = re.compile(r"\s*'((?:[^']|'')*)'\s*")


def with_dependencies(catalog: Catalog, queries: Mapping[TableRef, str], dialect: Dialect) -> Catalog:
    """The catalog with what each view reads directly. `queries` are the views' own SELECTs.

    A view of which anything can't be told keeps None, which no policy lets through by what is under it.
    """
    tables = tuple(
        replace(table, depends_on=_reads(queries[table.ref], catalog, dialect))
        if table.ref in queries
        else table
        for table in catalog.tables
    )
    return replace(catalog, tables=tables)


def query_of(definition: str, dialect: Dialect) -> str:
    """The SELECT of a `CREATE VIEW`, or "" where it can't be read."""
    try:
        tree = sqlglot.parse_one(definition, read=dialect.parser)
    except SqlglotError:
        return ""
    query = tree.expression if isinstance(tree, exp.Create) else None
    return query.sql(dialect=dialect.parser) if isinstance(query, exp.Expression) else ""


def listed_values(check: str) -> tuple[str, tuple[str, ...]] | None:
    """The column and the values of a CHECK that says nothing but `column IN ('a', 'b')`."""
    found = _LISTED.fullmatch(check.strip())
    if found is None:
        return None
    values = []
    at = 0
    listed = found["values"]
    while True:
        text = _TEXT.match(listed, at)
        if text is None:
            return None
        values.append(text[1].replace("''", "'"))
        at = text.end()
        if at == len(listed):
            return found["column"], tuple(values)
        if listed[at] != ",":
            return None
        at += 1


def _reads(query: str, catalog: Catalog, dialect: Dialect) -> tuple[TableRef, ...] | None:
    parsed = parse(query, dialect)
    if not isinstance(parsed, Parsed):
        return None
    uses = resolve(parsed, catalog, dialect).tables
    named = [use.ref for use in uses if use.ref is not None]
    if any(use.ref is None and use.source.query is None for use in uses):
        return None
    return tuple(sorted(set(named)))
