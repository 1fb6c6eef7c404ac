"""Looks stored values up through statements, which are rewritten like any other: hidden rows have no values (G4)."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import Protocol

from sqlglot import exp

from rejoinder.ports import CancelHandle
from rejoinder.rewriting._rewriting import Rewriting
from rejoinder.terms.catalog import ColumnRef
from rejoinder.terms.dialect import Dialect
from rejoinder.terms.folding import folded
from rejoinder.terms.limits import ExecutionLimits, LookupLimits
from rejoinder.terms.refusal import Refusal
from rejoinder.terms.result import Result, Stored
from rejoinder.terms.statement import Statement

_MOST_DISTINCT = 20_000
"""A column with more is searched only for values that are equal up to case."""


class _Runs(Protocol):
    """What runs a statement."""

    @property
    def dialect(self) -> Dialect: ...

    def execute(
        self, statement: Statement, limits: ExecutionLimits, handle: CancelHandle
    ) -> Result | Refusal: ...


def look_up(
    connector: _Runs,
    rewriting: Rewriting,
    columns: Sequence[ColumnRef],
    literals: Sequence[str],
    limits: LookupLimits,
) -> Mapping[ColumnRef, Sequence[Stored]]:
    """Visible values that equal a literal up to case, accents and spaces; without literals, samples.

    A column for which there was no time has no entry, nor has one that couldn't be read.
    """
    ends = time.monotonic() + limits.seconds
    wanted = {folded(literal): literal for literal in literals if folded(literal)}
    found: dict[ColumnRef, Sequence[Stored]] = {}

    def texts(query: exp.Select, most: int) -> list[str] | None:
        """None where it was refused, or the time is up."""
        left = ends - time.monotonic()
        statement = rewriting.statement(query.sql(dialect=connector.dialect.parser))
        if left <= 0 or statement is None:
            return None
        result = connector.execute(statement, ExecutionLimits(seconds=left, rows=most), CancelHandle())
        if isinstance(result, Refusal):
            return None
        return [value for (value,) in result.rows if isinstance(value, str)]

    for column in columns:
        query = _distinct(column)
        if not literals:
            sampled = texts(query, limits.values)
            if sampled is not None:
                found[column] = [Stored(value=value) for value in sampled]
            continue
        values = texts(query, _MOST_DISTINCT + 1)
        if values is not None and len(values) > _MOST_DISTINCT:
            # Finding nothing here doesn't say that there is nothing: then the column wasn't searched.
            values = texts(_equal_up_to_case(query, column, wanted), limits.values) or None
        if values is not None:
            matched = [
                Stored(value=value, matched=wanted[folded(value)])
                for value in values
                if folded(value) in wanted
            ]
            found[column] = matched[: limits.values]
    return found


def _distinct(column: ColumnRef) -> exp.Select:
    table = exp.table_(column.table.name, db=column.table.schema or None, quoted=True)
    name = exp.column(exp.to_identifier(column.name, quoted=True))
    return exp.select(name).distinct().from_(table).where(name.is_(exp.null()).not_())


def _equal_up_to_case(query: exp.Select, column: ColumnRef, wanted: Mapping[str, str]) -> exp.Select:
    name = exp.column(exp.to_identifier(column.name, quoted=True))
    texts = [exp.Literal.string(literal.lower()) for literal in wanted.values()]
    return query.where(exp.In(this=exp.Lower(this=name), expressions=texts))
