"""DuckDB: its errors, functions, types, and what a prompt should say of it.

Of an error the exception's class decides, and within a class the wording: messages aren't translated. See
https://duckdb.org/docs/stable/clients/python/reference and src/common/exception.cpp.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from rejoinder.dialects._duckdb_functions import FUNCTIONS
from rejoinder.dialects._lexicons import POSTGRES
from rejoinder.dialects._refusals import Wordings, by_wording, codes, parts, refusal, wordings
from rejoinder.terms.catalog import TypeFamily
from rejoinder.terms.classes import Defect
from rejoinder.terms.dialect import Case, Dialect, EngineError
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
    (Defect.UNKNOWN_COLUMN, r'Alias with name "(?P<name>.+?)" exists, but'),
    (Defect.TYPE_MISMATCH, r"Cannot extract field"),
    (Defect.SHAPE, r"(?:\* expression without FROM|No columns found to join on)"),
    (Defect.GROUPING, r'column "?(?P<name>.+?)"? must appear in the GROUP BY'),
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
    (Defect.DIVISION_BY_ZERO, r"Division by zero in expression \(.*?\)\. Use TRY"),
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


_FAMILIES = (
    (re.compile(r"\[\d*\]$|^(?:STRUCT|MAP|UNION|LIST|ARRAY)\b"), TypeFamily.NESTED),
    (re.compile(r"^BOOL"), TypeFamily.BOOLEAN),
    (re.compile(r"^(?:TIMESTAMP|DATETIME)"), TypeFamily.TIMESTAMP),
    (re.compile(r"^DATE"), TypeFamily.DATE),
    (re.compile(r"^TIME"), TypeFamily.TIME),
    (re.compile(r"^INTERVAL"), TypeFamily.INTERVAL),
    (
        re.compile(r"^U?(?:TINY|SMALL|BIG|HUGE)?INT|^(?:INT\d|SHORT|LONG|SIGNED|BIGNUM|VARINT|U?INTEGER)"),
        TypeFamily.INTEGER,
    ),
    (re.compile(r"^(?:DEC|NUMERIC)"), TypeFamily.DECIMAL),
    (re.compile(r"^(?:FLOAT|DOUBLE|REAL)"), TypeFamily.FLOAT),
    (re.compile(r"^(?:VARCHAR|CHAR|BPCHAR|TEXT|STRING|ENUM)"), TypeFamily.TEXT),
    (re.compile(r"^(?:BLOB|BYTEA|BINARY|VARBINARY|BIT)"), TypeFamily.BINARY),
    (re.compile(r"^(?:JSON|VARIANT)"), TypeFamily.JSON),
    (re.compile(r"^UUID"), TypeFamily.UUID),
)


def family(type: str) -> TypeFamily:
    """By the type's name, as `information_schema.columns` spells it."""
    declared = type.upper().strip()
    return next((found for pattern, found in _FAMILIES if pattern.search(declared)), TypeFamily.OTHER)


CONSTANTS = frozenset(
    {"true", "false", "current_date", "current_time", "current_timestamp", "localtime", "localtimestamp"}
    | {"current_user", "current_role", "current_schema", "current_catalog", "session_user", "user"}
)
_JSON_COLUMNS = ("key", "value", "type", "atom", "id", "parent", "fullkey", "path", "json", "root")

DIALECT = Dialect(
    name="duckdb",
    parser="duckdb",
    title="DuckDB",
    classify=classify,
    family=family,
    table_case=Case.INSENSITIVE,
    column_case=Case.INSENSITIVE,
    functions=FUNCTIONS,
    system_schemas=frozenset({"information_schema", "pg_catalog"}),
    system_tables=frozenset(
        {"duckdb_*", "pragma_*", "pg_*", "sqlite_master", "sqlite_schema", "sqlite_temp_*"}
    ),
    system_columns=frozenset({"rowid"}),
    table_functions={
        "json_each": _JSON_COLUMNS,
        "json_tree": _JSON_COLUMNS,
        "generate_series": ("generate_series",),
        "range": ("range",),
    },
    default_schemas=frozenset({"main"}),
    aliases_everywhere=True,
    constants=CONSTANTS,
    aliases_in_select=True,
    nested_fields=True,
    rows_are_values=True,
    lexicon=POSTGRES,
    rewrites={
        "getdate": "current_timestamp",
        "curdate": "current_date",
        "sysdate": "current_timestamp",
        "nvl": "coalesce(x, y)",
        "isnull": "coalesce(x, y), or x IS NULL",
        "charindex": "strpos(x, part)",
        "locate": "strpos(x, part)",
        "to_char": "strftime(x, '%Y-%m-%d')",
        "date_format": "strftime(x, '%Y-%m-%d')",
        "str_to_date": "strptime(x, '%Y-%m-%d')",
        "to_date": "CAST(x AS DATE), or strptime(x, '%Y-%m-%d')",
        "dateadd": "x + INTERVAL 1 DAY",
        "timestampdiff": "date_diff('day', a, b)",
        "substring_index": "split_part(x, part, n)",
        "safe_cast": "TRY_CAST(x AS type)",
        "safe_divide": "a / b, which is NULL where b is 0",
        "array_size": "len(x)",
        "parse_json": "CAST(x AS JSON)",
        "object_construct": "{'key': value}",
        "regexp_like": "regexp_matches(x, pattern)",
        "regexp_substr": "regexp_extract(x, pattern)",
        "unix_timestamp": "epoch(x)",
        "from_unixtime": "to_timestamp(x)",
    },
    lossless_types={
        TypeFamily.TEXT: "VARCHAR",
        TypeFamily.DECIMAL: "DOUBLE",
        TypeFamily.TIMESTAMP: "TIMESTAMP",
        TypeFamily.INTEGER: "INTEGER",
    },
    prompt_lines=(
        "Division with / is always fractional; // divides integers. Division by 0 gives NULL.",
        "Dates: date_trunc('month', x), date_part('year', x) or year(x), date_diff('day', a, b), x + INTERVAL 1 MONTH, "
        "strftime(x, '%Y-%m').",
        "Text is written in single quotes, names with spaces or other signs in double quotes. ILIKE ignores case; "
        "regexp_matches(x, pattern) searches.",
        "GROUP BY ALL groups by every column that isn't aggregated. QUALIFY filters on window functions. "
        "TRY_CAST gives NULL where CAST fails.",
        "Files and other databases can't be read: name only the tables that are listed.",
    ),
)
