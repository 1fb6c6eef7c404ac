"""DuckDB: what its errors mean. The exception's class decides, and within a class the wording.

https://duckdb.org/docs/stable/clients/python/reference and src/common/exception.cpp. Messages aren't translated.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from rejoinder.dialects._refusals import Wordings, by_wording, codes, parts, refusal, wordings
from rejoinder.terms.classes import Defect
from rejoinder.terms.dialect import EngineError
from rejoinder.terms.refusal import Refusal

# The class of the exception, as Python calls it, without "Exception"; what it means where no wording says more.
_KINDS = codes(
    unknown_table="Catalog",
    syntax="Parser Syntax",
    invalid_cast="Conversion OutOfRange InvalidInput InvalidType Sequence",
    type_mismatch="TypeMismatch",
    division_by_zero="DivideByZero",
    not_supported="NotImplemented",
    permission="Permission",
    read_only="Constraint",
    resources="OutOfMemory IO HTTP ObjectSize",
    connection="Connection Fatal",
    cancelled="Interrupt",
    serialization="Transaction",
)
_CATALOG = wordings(
    (
        Defect.UNKNOWN_FUNCTION,
        r"(?:\w+ )*(?:Function|Macro) with name \"?(?P<name>[^\" ]+)\"? does not exist",
    ),
    (Defect.UNKNOWN_TABLE, r"(?:Table|View)(?: Function)? with name \"?(?P<name>[^\" ]+)\"? does not exist"),
    (
        Defect.UNKNOWN_SCHEMA,
        r"(?:Schema|Catalog|Database) (?:with name )?\"?(?P<name>[^\" ]+)\"? does not exist",
    ),
    (Defect.NOT_SUPPORTED, r"(?:Type|Collation|Copy Function|Setting|Index|Sequence)\b.*? does not exist"),
    (Defect.NOT_SUPPORTED, r"unrecognized configuration parameter"),
)
_BINDER = wordings(
    *((defect, pattern.pattern) for pattern, defect in _CATALOG),
    (Defect.UNKNOWN_COLUMN, r'Referenced (?:column|table) "(?P<name>.+?)" not found'),
    (
        Defect.UNKNOWN_COLUMN,
        r'(?:Table|Values list|Subquery) ".+?" does not have a column named "(?P<name>.+?)"',
    ),
    (Defect.UNKNOWN_COLUMN, r'Could not find key "(?P<name>.+?)" in struct'),
    (Defect.UNKNOWN_COLUMN, r'Column "?(?P<name>[^"\s]+)"? (?:referenced|in USING|does not exist|not found)'),
    (
        Defect.AMBIGUOUS_COLUMN,
        r'Ambiguous reference to (?:column name|table|catalog or schema) "(?P<name>.+?)"',
    ),
    (Defect.GROUPING, r'column "?(?P<name>.+?)"? must appear in the GROUP BY clause'),
    (
        Defect.GROUPING,
        r"(?:aggregate|window) functions? |(?:WHERE|HAVING|GROUP BY|QUALIFY|ON) clause cannot contain",
    ),
    (Defect.GROUPING, r"(?:GROUP BY|ORDER (?:BY )?term|ORDER BY|for SELECT DISTINCT|Cannot mix aggregates)"),
    (Defect.TYPE_MISMATCH, r"(?:No function matches|Cannot (?:compare|combine|mix|deduce)|Could not choose)"),
    (
        Defect.SHAPE,
        r"(?:Set operations can only|Subquery returns|Duplicate alias|Duplicate column|Could not ORDER BY)",
    ),
    (
        Defect.SHAPE,
        r"(?:UNION|Circular reference|Recursive|VALUES lists|SELECT \* expression|Column name count)",
    ),
    (Defect.INVALID_CAST, r"(?:LIMIT|OFFSET)"),
    (Defect.PERMISSION, r".{0,200}?(?:disabled by configuration|configuration has been locked)"),
    (Defect.READ_ONLY, r"Cannot execute .{0,200}?read-only"),
)
# `error('…')` raises this class with any text, so that only whole sentences of the engine's own count.
_INVALID_INPUT = wordings(
    (Defect.SHAPE, r"More than one row returned by a subquery"),
    (
        Defect.READ_ONLY,
        r"Cannot execute statement of type \".+?\" on database \".+?\" which is attached in read-only mode",
    ),
    (Defect.PERMISSION, r"Cannot change configuration option \".+?\" - the configuration has been locked"),
    (Defect.NOT_ONE_STATEMENT, r"Cannot prepare multiple statements at once"),
    (
        Defect.SYNTAX,
        r"(?:Values were not provided for|Invalid number of parameters|Prepared statement|Expected \d+ para)",
    ),
)
_BY_KIND: Mapping[str, Wordings] = {
    "Catalog": _CATALOG,
    "Binder": _BINDER,
    "InvalidInput": _INVALID_INPUT,
    "Conversion": wordings((Defect.TYPE_MISMATCH, r"Unimplemented type for cast")),
    "Transaction": wordings((Defect.ABORTED_TRANSACTION, r"Current transaction is aborted")),
    "Parser": wordings((Defect.TOO_COMPLEX, r"(?:Max expression depth|Maximum tree depth|memory exhausted)")),
    "IO": wordings(
        (Defect.SHUTDOWN, r"(?:Could not set lock on file|Cannot open database|The file .+? exists)")
    ),
    "Internal": wordings((Defect.CONNECTION, r".{0,200}?database has been invalidated")),
}
# A message begins with the class and quotes its statement at the end, which is left out (R7).
_HEADER = re.compile(r"(?P<kind>[A-Za-z][\w ]*?) Error: ")
_SPOKEN = {
    "TransactionContext": "Transaction",
    "FATAL": "Fatal",
    "INTERNAL": "Internal",
    "INTERRUPT": "Interrupt",
}


def classify(error: EngineError) -> Refusal:
    """By the exception's class, and within it by the wording."""
    message = error.message.strip()
    header = _HEADER.match(message)
    said = message[header.end() if header else 0 :].partition("\n\nLINE ")[0]
    kind = _kind(error, header["kind"] if header else "")
    known = _BY_KIND.get(kind, ())
    return refusal(error, by_wording(said, known) or _KINDS.get(kind), known, said)


def _kind(error: EngineError, spoken: str) -> str:
    """The class by its Python name, else by the words that its message begins with."""
    named = (name for name in (error.exception, *parts(error.code)) if name.endswith("Exception"))
    kind = next(named, "").rpartition(".")[2].removesuffix("Exception")
    if kind in _KINDS or kind in _BY_KIND:
        return kind
    return _SPOKEN.get(spoken, spoken.title().replace(" ", ""))
