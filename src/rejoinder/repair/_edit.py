"""Edits on the text of a draft, so that the rest of its bytes stay as they were."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from sqlglot import ErrorLevel, exp
from sqlglot.errors import SqlglotError

from rejoinder.sql.parse import Parsed, parse
from rejoinder.sql.reserved import is_reserved
from rejoinder.terms.dialect import Case, Dialect
from rejoinder.terms.span import Span

_PLAIN = re.compile(r"[A-Za-z_][A-Za-z0-9_]*\Z")


@dataclass(frozen=True, slots=True, order=True)
class Edit:
    """Characters `start` to `end` become `new`; equal ends insert."""

    start: int
    end: int
    new: str


def replaced(span: Span, new: str) -> Edit:
    """What stands at `span` becomes `new`."""
    return Edit(span.start, span.end, new)


def apply(text: str, edits: Iterable[Edit]) -> str | None:
    """`text` with all edits made; None where two of them meet."""
    parts, at = [], 0
    for edit in sorted(set(edits)):
        if edit.start < at:
            return None
        parts += [text[at : edit.start], edit.new]
        at = edit.end
    return "".join((*parts, text[at:]))


def name(written: str, dialect: Dialect, *, like: str = "") -> str:
    """A stored name as this dialect writes it: bare where it can be, and quoted where `like` was."""
    bare = like[:1] != dialect.quote and _keeps_its_case(written, dialect)
    return alias(written, dialect) if bare else quoted(written, dialect)


def alias(written: str, dialect: Dialect) -> str:
    """A name that the draft made up, bare where it can be."""
    bare = _PLAIN.match(written) and not is_reserved(written)
    return written if bare else quoted(written, dialect)


def quoted(written: str, dialect: Dialect) -> str:
    """A name in the dialect's quotes."""
    return dialect.quote + written.replace(dialect.quote, dialect.quote * 2) + dialect.quote


def _keeps_its_case(written: str, dialect: Dialect) -> bool:
    """Whether the engine reads a bare name as it is stored."""
    cases = {dialect.column_case, dialect.table_case}
    lower = Case.FOLDS_LOWER not in cases or written == written.lower()
    return lower and (Case.FOLDS_UPPER not in cases or written == written.upper())


def literal(value: str, dialect: Dialect) -> str:
    """A text literal."""
    return exp.Literal.string(value).sql(dialect=dialect.parser)


def rendered(tree: exp.Expr, dialect: Dialect) -> str | None:
    """A changed tree as text of this dialect; None where the dialect can't say all of it."""
    try:
        text = tree.sql(dialect=dialect.parser, unsupported_level=ErrorLevel.RAISE)
    except (SqlglotError, RecursionError, ValueError):
        return None
    return text if isinstance(parse(text, dialect), Parsed) else None
