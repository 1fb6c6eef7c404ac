"""Patterns on the names of tables, columns, functions and askers: `*` and `?`, up to case."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from rejoinder.terms.catalog import ColumnRef, TableRef

_NOTHING = re.compile(r"(?!)")


def matches(patterns: Sequence[str], name: str) -> bool:
    """Whether the whole of `name` matches one of `patterns`."""
    return bool(patterns) and _compiled(tuple(patterns)).fullmatch(name) is not None


def matches_table(patterns: Sequence[str], ref: TableRef) -> bool:
    """Whether a pattern matches `TABLE` or `SCHEMA.TABLE`."""
    if not patterns:
        return False
    compiled = _compiled(tuple(patterns))
    return compiled.fullmatch(ref.name) is not None or bool(
        ref.schema and compiled.fullmatch(f"{ref.schema}.{ref.name}")
    )


def matches_column(patterns: Sequence[str], ref: ColumnRef) -> bool:
    """Whether a pattern matches `TABLE.COLUMN` or `SCHEMA.TABLE.COLUMN`."""
    if not patterns:
        return False
    compiled = _compiled(tuple(patterns))
    short = f"{ref.table.name}.{ref.name}"
    return compiled.fullmatch(short) is not None or bool(
        ref.table.schema and compiled.fullmatch(f"{ref.table.schema}.{short}")
    )


def first_match(patterns: Sequence[str], *names: str) -> str | None:
    """The first pattern that matches one of `names`."""
    return next((found for found in patterns if any(matches((found,), name) for name in names)), None)


def is_exact(pattern: str) -> bool:
    """Whether `pattern` names one thing."""
    return "*" not in pattern and "?" not in pattern


def table_part(pattern: str) -> str:
    """Of a pattern on columns, what it says of the table."""
    return pattern.rpartition(".")[0]


@lru_cache(maxsize=512)
def _compiled(patterns: tuple[str, ...]) -> re.Pattern[str]:
    if not patterns:
        return _NOTHING
    alternatives = (
        "".join({"*": ".*", "?": "."}.get(sign, re.escape(sign)) for sign in pattern) for pattern in patterns
    )
    return re.compile("|".join(f"(?:{found})" for found in alternatives), re.IGNORECASE | re.DOTALL)
