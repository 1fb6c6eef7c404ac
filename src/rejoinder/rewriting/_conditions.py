"""The conditions of a policy's row filters, read once for each catalog: each can be enforced, or says why not."""

from __future__ import annotations

from collections.abc import Sequence

from sqlglot import exp

from rejoinder.check import check
from rejoinder.errors import PolicyError
from rejoinder.rewriting._barriers import ROWS, barrier, schema_of
from rejoinder.sql.parse import Parsed, parse
from rejoinder.sql.resolve import resolve
from rejoinder.sql.scopes import Meaning, Resolution, Source
from rejoinder.terms.catalog import Catalog, Table, TableRef
from rejoinder.terms.dialect import Dialect
from rejoinder.terms.patterns import matches_table
from rejoinder.terms.policy import Policy, RowFilter

_CLAUSES = frozenset({"kind", "expressions", "from_", "where"})


def barriers(
    filters: Sequence[RowFilter], catalog: Catalog, dialect: Dialect, policy: Policy
) -> dict[TableRef, exp.Select]:
    """What stands in the place of each filtered table of the catalog. Raises `PolicyError`.

    A filter that fits no table is an error too: what it was meant for would be open.
    """
    found: dict[TableRef, exp.Select] = {}
    for each in filters:
        if not any(matches_table((each.table,), table.ref) for table in catalog.tables):
            raise PolicyError(
                f"The policy filters rows of `{each.table}`, and the database has no such table: mend its name under "
                f"`row_filters`, or take it out."
            )
    for table in catalog.tables:
        fitting = [each for each in filters if matches_table((each.table,), table.ref)]
        if fitting:
            conditions = [_condition(each, table, catalog, dialect, policy) for each in fitting]
            found[table.ref] = barrier(table, exp.and_(*conditions), dialect)
    return found


def _condition(each: RowFilter, table: Table, catalog: Catalog, dialect: Dialect, policy: Policy) -> exp.Expr:
    """The condition with every name in it bound to what it means here, so that it means the same everywhere."""

    def fault(reason: str) -> PolicyError:
        return PolicyError(f"The row filter of `{each.table}` can't be enforced on `{table.ref}`: {reason}")

    source = exp.table_(table.ref.name, db=schema_of(table, dialect) or None, quoted=True)
    # On lines of its own, so that a comment at its end ends with it.
    probe = f"SELECT 1 FROM {source.sql(dialect=dialect.parser)} WHERE (\n{each.condition}\n)"
    parsed = parse(probe, dialect)
    where = parsed.tree.args.get("where") if isinstance(parsed, Parsed) else None
    if not isinstance(parsed, Parsed) or not isinstance(where, exp.Where):
        raise fault(f"`{each.condition}` can't be read as a condition in {dialect.title}.")
    whole = isinstance(parsed.tree, exp.Select) and isinstance(where.this, exp.Paren)
    if not whole or any(value and name not in _CLAUSES for name, value in parsed.tree.args.items()):
        raise fault(f"`{each.condition}` is more than one condition.")
    if (called := _about_many_rows(where)) is not None:
        raise fault(f"`{called}` is about many rows; a filter looks at one row at a time.")
    findings = check(probe, dialect=dialect, catalog=catalog, policy=policy, asker="").findings
    if findings:
        raise fault(findings[0].message)
    tree = parsed.tree.copy()
    _bind(resolve(Parsed(parsed.text, tree, parsed.tokens), catalog, dialect), catalog, dialect)
    bound: exp.Expr = tree.args["where"].this
    return bound


def _about_many_rows(where: exp.Where) -> str | None:
    """An aggregate or window function of the condition itself, not of a query inside it."""
    for node in where.find_all(exp.AggFunc, exp.Window):
        if node.find_ancestor(exp.Query) is where.parent:
            return node.sql_name() if isinstance(node, exp.Func) else "OVER"
    return None


def _bind(resolution: Resolution, catalog: Catalog, dialect: Dialect) -> None:
    """Columns get their source's name, tables their schema's: neither can be caught by what stands around."""
    own = resolution.root.sources[0]
    for column in resolution.columns:
        if (
            isinstance(column.node, exp.Column)
            and column.source is not None
            and column.meaning is not Meaning.TEXT
        ):
            column.node.set("table", _qualifier(column.source, own))
            column.node.set("db", None)
            column.node.set("catalog", None)
    for use in resolution.tables:
        if use.ref is not None and use.ref in catalog.by_ref and use.source is not own:
            schema = schema_of(catalog.by_ref[use.ref], dialect)
            if use.node.args.get("alias") is None:
                use.node.set("alias", exp.TableAlias(this=use.node.this.copy()))
            if schema:
                use.node.set("db", exp.to_identifier(schema, quoted=True))


def _qualifier(source: Source, own: Source) -> exp.Identifier:
    if source is own:
        return exp.to_identifier(ROWS)
    called = source.identifier
    return exp.to_identifier(source.name) if called is None else called.copy()
