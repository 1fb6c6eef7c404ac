"""SHOW TABLES, DESCRIBE t and the like: what the catalog holds, asked with a statement that isn't a query."""

from __future__ import annotations

from collections.abc import Iterator

from sqlglot.tokenizer_core import TokenType

from rejoinder.repair import _edit
from rejoinder.repair._rule import Broken, Mending, Rule
from rejoinder.sql.draft import Draft
from rejoinder.sql.parse import tokenize
from rejoinder.terms.catalog import Table
from rejoinder.terms.classes import Defect
from rejoinder.terms.dialect import Dialect

_CAVEAT = "The names and types are those of the catalog as you may see it."
_MOST = 200
"""Rows that are written out. Engines bound a chain of UNIONs, and a longer list answers nobody's question."""
_FROM = frozenset({"FROM", "IN"})
_MORE = frozenset({"FULL", "EXTENDED", "FORMATTED", "TABLE"})

_Rows = list[dict[str, str]]


def mend(broken: Broken) -> Mending | None:
    """Write the answer out as rows of texts, from the catalog that the asker may see.

    It preserves meaning, because the catalog is read from the same database, and says what the statement would:
    names, types and whether there may be NULLs. Whatever else such a statement tells is left to a SELECT.
    """
    tokens = tokenize(broken.text, broken.dialect)
    if not tokens:
        return None
    # Where the tokenizer takes the word for a command, all that follows is one token, which has to be cut anew.
    words, after = tokens[0].text.upper(), tokens[0].end + 1
    rows = _told(words, _Words(broken, broken.text[after:]))
    if not rows or len(rows) > _MOST:
        return None
    return Mending(text=_as_query(rows, broken.dialect), caveats=(_CAVEAT,))


class _Words:
    """The words after the first, taken from the left."""

    def __init__(self, broken: Broken, text: str) -> None:
        self.broken = broken
        self._text = text
        self._left = [
            token
            for token in tokenize(text, broken.dialect) or ()
            if token.token_type is not TokenType.SEMICOLON
        ]

    def take(self, *words: str) -> bool:
        """Take the next word, if it is one of these."""
        found = bool(self._left) and self._left[0].text.upper() in words
        if found:
            del self._left[0]
        return found

    def rest(self) -> str:
        """All that is left, as it was written; "" at the end."""
        return self._text[self._left[0].start : self._left[-1].end + 1] if self._left else ""


def _told(first: str, words: _Words) -> _Rows:
    """The rows of an answer; none where it isn't understood, or there is nothing of that name."""
    while words.take(*_MORE):
        pass
    if first != "SHOW":
        return _columns(words.rest(), words.broken)
    if words.take("TABLES"):
        return _tables(words)
    if words.take("COLUMNS", "FIELDS") and words.take(*_FROM):
        return _columns(words.rest(), words.broken)
    if words.take("SCHEMAS", "DATABASES") and not words.rest():
        return [{"schema_name": name} for name in sorted({table.ref.schema for table in _seen(words.broken)})]
    return []


def _tables(words: _Words) -> _Rows:
    schema = words.rest().strip(words.broken.dialect.quote) if words.take(*_FROM) else None
    if schema is None and words.rest():
        return []
    return [
        {"table_schema": table.ref.schema, "table_name": table.ref.name}
        for table in sorted(_seen(words.broken), key=lambda table: table.ref)
        if schema is None or table.ref.schema.lower() == schema.lower()
    ]


def _seen(broken: Broken) -> Iterator[Table]:
    return (table for table in broken.catalog.tables if table.readable)


def _columns(name: str, broken: Broken) -> _Rows:
    """The columns of the table that a query would find under this name."""
    query = Draft(text=f"SELECT * FROM {name}", dialect=broken.dialect, catalog=broken.catalog)
    found = query.resolution
    if found is None or found.problems or len(found.tables) != 1:
        return []
    ref = found.tables[0].ref
    table = broken.catalog.by_ref.get(ref) if ref is not None else None
    return [
        {
            "ordinal_position": f"{position}",
            "column_name": column.name,
            "data_type": column.type,
            "is_nullable": "YES" if column.nullable else "NO",
        }
        for position, column in enumerate(table.columns if table is not None else (), 1)
        if column.readable
    ]


def _as_query(rows: _Rows, dialect: Dialect) -> str:
    """One SELECT a row: every engine reads it, and it needs no table."""
    first, *others = rows
    named = ", ".join(f"{_value(at, text, dialect)} AS {at}" for at, text in first.items())
    selects = [f"SELECT {named}"]
    selects += [
        f"SELECT {', '.join(_value(at, text, dialect) for at, text in row.items())}" for row in others
    ]
    return f"{' UNION ALL '.join(selects)} ORDER BY 1"


def _value(column: str, text: str, dialect: Dialect) -> str:
    return text if column == "ordinal_position" else _edit.literal(text, dialect)


RULE = Rule(name="metadata", order=65, defects=frozenset({Defect.METADATA}), mend=mend)
