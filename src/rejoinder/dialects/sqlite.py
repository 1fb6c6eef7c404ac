"""SQLite 3: its errors, functions, types, and what a prompt should say of it."""

from __future__ import annotations

import re

from rejoinder.dialects._functions import effects
from rejoinder.dialects._lexicons import SQLITE
from rejoinder.dialects._sqlite_calls import CALLS
from rejoinder.terms.catalog import TypeFamily
from rejoinder.terms.classes import Defect
from rejoinder.terms.dialect import Case, Dialect, EngineError
from rejoinder.terms.refusal import Refusal

# By primary result code, which is language-free. SQLITE_ERROR says nothing, so its wording is read below.
# https://www.sqlite.org/rescode.html
_CODES = {
    "SQLITE_PERM": Defect.PERMISSION,
    "SQLITE_AUTH": Defect.PERMISSION,
    "SQLITE_READONLY": Defect.READ_ONLY,
    "SQLITE_BUSY": Defect.LOCK_TIMEOUT,
    "SQLITE_LOCKED": Defect.LOCK_TIMEOUT,
    "SQLITE_PROTOCOL": Defect.LOCK_TIMEOUT,
    "SQLITE_SCHEMA": Defect.SERIALIZATION,
    "SQLITE_INTERRUPT": Defect.STATEMENT_TIMEOUT,
    "SQLITE_ABORT": Defect.CANCELLED,
    "SQLITE_NOMEM": Defect.RESOURCES,
    "SQLITE_FULL": Defect.RESOURCES,
    "SQLITE_TOOBIG": Defect.RESOURCES,
    "SQLITE_IOERR": Defect.RESOURCES,
    "SQLITE_CANTOPEN": Defect.SHUTDOWN,
    "SQLITE_CORRUPT": Defect.SHUTDOWN,
    "SQLITE_NOTADB": Defect.SHUTDOWN,
    "SQLITE_MISMATCH": Defect.TYPE_MISMATCH,
    "SQLITE_RANGE": Defect.SYNTAX,
}

# The whole message, from its first character: a name or literal inside it can't be taken for the error itself.
# The group `name` is the subject. From src/*.c of SQLite 3.40 and the sqlite3 module of Python 3.11 to 3.13.
_WORDINGS = tuple(
    (re.compile(pattern, re.DOTALL), defect)
    for pattern, defect in (
        (
            r'no such column: "?(?P<name>.+?)"?(?: - should this be a string literal.*)?',
            Defect.UNKNOWN_COLUMN,
        ),
        (r"cannot join using column (?P<name>.+) - column not present in both tables", Defect.UNKNOWN_COLUMN),
        (r"no such table: (?P<name>.+)", Defect.UNKNOWN_TABLE),
        (r"no such function: (?P<name>.+)", Defect.UNKNOWN_FUNCTION),
        (r"(?:no such|unknown) database:? (?P<name>.+)", Defect.UNKNOWN_SCHEMA),
        (r"ambiguous column name: (?P<name>.+)", Defect.AMBIGUOUS_COLUMN),
        (r"ambiguous reference to (?P<name>.+) in USING\(\)", Defect.AMBIGUOUS_COLUMN),
        (r'near "(?P<name>.*)": syntax error', Defect.SYNTAX),
        (r'unrecognized token: "(?P<name>.*)"', Defect.SYNTAX),
        (r"incomplete input", Defect.SYNTAX),
        (r"the query contains a null character", Defect.SYNTAX),
        (r"Incorrect number of bindings supplied\..*", Defect.SYNTAX),
        (r"(?:Binding \d+|You did not supply a value for binding).*", Defect.SYNTAX),
        (r"You can only execute one statement at a time\.", Defect.NOT_ONE_STATEMENT),
        (r"misuse of aliased (?:aggregate|window function) (?P<name>.+)", Defect.GROUPING),
        (r"misuse of (?:aggregate|window)?(?: function)?:? ?(?P<name>\S+?)\(\)", Defect.GROUPING),
        (r"aggregate functions are not allowed in .*", Defect.GROUPING),
        (r"a GROUP BY clause is required before HAVING", Defect.GROUPING),
        (r"HAVING clause on a non-aggregate query", Defect.GROUPING),
        (r"\d+(?:st|nd|rd|th) (?:ORDER|GROUP) BY term .*", Defect.GROUPING),
        (r"(?:ORDER BY|LIMIT) clause should come after .* not before", Defect.SHAPE),
        (r"SELECTs to the left and right of .* do not have the same number of result columns", Defect.SHAPE),
        (r"all VALUES must have the same number of terms", Defect.SHAPE),
        (r"sub-select returns \d+ columns - expected \d+", Defect.SHAPE),
        (r"IN\(\.\.\.\) element has \d+ terms? - expected \d+", Defect.SHAPE),
        (r"row value misused", Defect.SHAPE),
        (r"no tables specified", Defect.SHAPE),
        (r"a NATURAL join may not have an ON or USING clause", Defect.SHAPE),
        (r"ON clause references tables to its right", Defect.SHAPE),
        (r"circular reference: (?P<name>.+)", Defect.SHAPE),
        (
            r"(?:multiple )?(?:recursive )?references? (?:to recursive table|in a subquery): (?P<name>.+)",
            Defect.SHAPE,
        ),
        (r"table (?P<name>.+) has \d+ values for \d+ columns", Defect.SHAPE),
        (r"wrong number of arguments to function (?P<name>.+)\(\)", Defect.SHAPE),
        (r"no such window: (?P<name>.+)", Defect.SHAPE),
        (r"(?:unsupported frame specification|cannot override .* of window: .*)", Defect.SHAPE),
        (r"frame (?:starting|ending) offset must be .*", Defect.SHAPE),
        (r"no such index: (?P<name>.+)", Defect.NOT_SUPPORTED),
        (r"no such collation sequence: (?P<name>.+)", Defect.NOT_SUPPORTED),
        (r"no such module: (?P<name>.+)", Defect.NOT_SUPPORTED),
        (r"RIGHT and FULL OUTER JOINs are not currently supported", Defect.NOT_SUPPORTED),
        (r"DISTINCT is not supported for window functions", Defect.NOT_SUPPORTED),
        (r"DISTINCT aggregates must have exactly one argument", Defect.NOT_SUPPORTED),
        (r"unable to use function (?P<name>.+) in the requested context", Defect.NOT_SUPPORTED),
        (r"too many (?:terms|columns|levels|arguments|references|FROM clause terms) .*", Defect.TOO_COMPLEX),
        (r"too many (?:arguments on function .*|SQL variables)", Defect.TOO_COMPLEX),
        (
            r"(?:parser stack overflow|Expression tree is too large .*|at most \d+ tables in a join)",
            Defect.TOO_COMPLEX,
        ),
        (r"LIKE or GLOB pattern too complex", Defect.TOO_COMPLEX),
        (r"(?:malformed JSON|JSON cannot hold BLOB values)", Defect.INVALID_CAST),
        (r"(?:JSON path error near|bad JSON path:) .*", Defect.INVALID_CAST),
        (r"(?:integer overflow|hex literal too big: .*|datatype mismatch)", Defect.INVALID_CAST),
        (r"ESCAPE expression must be a single character", Defect.INVALID_CAST),
        (r"not authorized(?: to use function: (?P<name>.+))?", Defect.PERMISSION),
        (r"access to (?P<name>.+) is prohibited", Defect.PERMISSION),
        (r"unsafe use of (?:virtual table )?(?P<name>.+)", Defect.PERMISSION),
        (r"(?:attempt to write a readonly database|cannot VACUUM .*)", Defect.READ_ONLY),
        (r"database (?:table )?is locked.*", Defect.LOCK_TIMEOUT),
        (r"database schema (?:has changed|is locked: .*)", Defect.SERIALIZATION),
        (r"interrupted", Defect.STATEMENT_TIMEOUT),
        (r"query aborted", Defect.CANCELLED),
        (
            r"(?:out of memory|string or blob too big|disk I/O error|database or disk is full)",
            Defect.RESOURCES,
        ),
        (
            r"(?:unable to open database file|file is not a database|database disk image is malformed)",
            Defect.SHUTDOWN,
        ),
        (r"Cannot operate on a closed (?:database|cursor)\.", Defect.CONNECTION),
    )
)

_FAMILIES = (
    # A DATE column declared NUMERIC(10) is still numeric: the words are tried in this order.
    (re.compile(r"BOOL"), TypeFamily.BOOLEAN),
    (re.compile(r"DATETIME|TIMESTAMP"), TypeFamily.TIMESTAMP),
    (re.compile(r"DATE"), TypeFamily.DATE),
    (re.compile(r"INTERVAL"), TypeFamily.INTERVAL),
    (re.compile(r"INT(?!ERVAL)|SERIAL|YEAR"), TypeFamily.INTEGER),
    (re.compile(r"TIME"), TypeFamily.TIME),
    (re.compile(r"JSON"), TypeFamily.JSON),
    (re.compile(r"UUID|UNIQUEIDENTIFIER|GUID"), TypeFamily.UUID),
    (re.compile(r"CHAR|CLOB|TEXT|STRING|ENUM|MEMO"), TypeFamily.TEXT),
    (re.compile(r"BLOB|BINARY|BYTE|IMAGE"), TypeFamily.BINARY),
    (re.compile(r"REAL|FLOA|DOUB"), TypeFamily.FLOAT),
    (re.compile(r"DEC|NUM|MONEY|CURRENCY"), TypeFamily.DECIMAL),
)


def classify(error: EngineError) -> Refusal:
    """By result code first and by the whole message second (R7)."""
    code = error.code.upper()
    defect = next(
        (found for name, found in _CODES.items() if code == name or code.startswith(name + "_")), None
    )
    subject = ""
    for pattern, by_wording in _WORDINGS:
        match = pattern.fullmatch(error.message.strip())
        if match is not None:
            defect = defect or by_wording
            subject = (match.groupdict().get("name") or "").strip()
            break
    return Refusal(
        defect=defect or Defect.UNKNOWN,
        message=error.message,
        code=error.code,
        position=error.position,
        subject=subject,
        hint=error.hint,
    )


def family(type: str) -> TypeFamily:
    """By the words in the declared type, as SQLite itself takes affinity from them."""
    declared = type.upper()
    return next((found for pattern, found in _FAMILIES if pattern.search(declared)), TypeFamily.OTHER)


_JSON_COLUMNS = ("key", "value", "type", "atom", "id", "parent", "fullkey", "path", "json", "root")

DIALECT = Dialect(
    name="sqlite",
    parser="sqlite",
    title="SQLite 3",
    classify=classify,
    family=family,
    table_case=Case.INSENSITIVE,
    column_case=Case.INSENSITIVE,
    # https://www.sqlite.org/lang_corefunc.html and its neighbours: aggfunc, datefunc, mathfunc, windowfunctions, json1,
    # fts5 and the shell's extensions.
    functions=effects(
        pure="""
        abs acos acosh asin asinh atan atan2 atanh avg bm25 ceil ceiling char coalesce concat concat_ws cos cosh
        count cume_dist date datetime degrees dense_rank exp first_value floor format glob group_concat hex highlight
        if ifnull iif instr json json_array json_array_length json_each json_error_position json_extract
        json_group_array json_group_object json_insert json_object json_patch json_pretty json_quote json_remove
        json_replace json_set json_tree json_type json_valid jsonb jsonb_array jsonb_extract jsonb_group_array
        jsonb_group_object jsonb_insert jsonb_object jsonb_patch jsonb_remove jsonb_replace jsonb_set julianday lag
        last_value lead length like likelihood likely ln log log10 log2 lower ltrim matchinfo max median min mod
        nth_value ntile nullif octet_length offsets percent_rank percentile percentile_cont percentile_disc pi pow
        power printf quote radians rank replace round row_number rtrim sign sin sinh snippet soundex sqlite_version
        sqrt strftime string_agg substr substring subtype sum tan tanh time timediff total trim trunc typeof unhex
        unicode unistr unistr_quote unixepoch unlikely upper zeroblob
        """,
        volatile="""
        random randomblob changes total_changes last_insert_rowid current_date current_time current_timestamp
        """,
        file="readfile writefile zipfile zipfile_cds fsdir lsdir sqlite_log load_file",
        process="load_extension edit fts3_tokenizer",
        settings="pragma_* sqlite_compileoption_get sqlite_compileoption_used sqlite_source_id",
        administration="sqlite_* sqlar_compress sqlar_uncompress dbstat bytecode tables_used fts5 rtreecheck",
        dynamic_sql="eval",
    ),
    system_tables=frozenset(
        {"sqlite_*", "pragma_*", "dbstat", "sqlite_dbpage", "bytecode", "tables_used", "completion", "fsdir"}
    ),
    system_columns=frozenset({"rowid", "oid", "_rowid_"}),
    table_functions={"json_each": _JSON_COLUMNS, "json_tree": _JSON_COLUMNS},
    default_schemas=frozenset({"main"}),
    aliases_everywhere=True,
    ordering_prefers_output=False,
    ordering_sees_outer=False,
    ctes_see_all=True,
    quoted_name_falls_back_to_text=True,
    text_beside_dot_is_name=True,
    constants=frozenset({"current_date", "current_time", "current_timestamp"}),
    lexicon=SQLITE,
    rewrites={
        "year": "CAST(strftime('%Y', x) AS INTEGER)",
        "month": "CAST(strftime('%m', x) AS INTEGER)",
        "day": "CAST(strftime('%d', x) AS INTEGER)",
        "hour": "CAST(strftime('%H', x) AS INTEGER)",
        "minute": "CAST(strftime('%M', x) AS INTEGER)",
        "second": "CAST(strftime('%S', x) AS INTEGER)",
        "dayofweek": "CAST(strftime('%w', x) AS INTEGER), where 0 is Sunday",
        "dayofyear": "CAST(strftime('%j', x) AS INTEGER)",
        "date_format": "strftime('%Y-%m-%d', x)",
        "to_char": "strftime('%Y-%m-%d', x)",
        "date_part": "CAST(strftime('%Y', x) AS INTEGER), with the format of the wanted part",
        "extract": "CAST(strftime('%Y', x) AS INTEGER), with the format of the wanted part",
        "date_trunc": "date(x, 'start of month') or date(x, 'start of year')",
        "datediff": "CAST(julianday(a) - julianday(b) AS INTEGER), in days",
        "timestampdiff": "(julianday(a) - julianday(b)), in days",
        "dateadd": "date(x, '+1 day')",
        "date_add": "date(x, '+1 day')",
        "date_sub": "date(x, '-1 day')",
        "now": "datetime('now')",
        "getdate": "datetime('now')",
        "curdate": "date('now')",
        "str_to_date": "dates are text in ISO form; substr and || build one",
        "to_date": "dates are text in ISO form; date(x)",
        "concat": "a || b",
        "left": "substr(x, 1, n)",
        "right": "substr(x, -n)",
        "isnull": "ifnull(x, y)",
        "nvl": "ifnull(x, y)",
        "len": "length(x)",
        "char_length": "length(x)",
        "substring_index": "substr with instr",
        "charindex": "instr(x, part)",
        "position": "instr(x, part)",
        "locate": "instr(x, part)",
        "strpos": "instr(x, part)",
        "split_part": "substr with instr",
        "greatest": "max(a, b)",
        "least": "min(a, b)",
        "div": "a / b between integers",
        "divide": "CAST(a AS REAL) / b",
        "subtract": "a - b",
        "multiply": "a * b",
        "truncate": "CAST(x AS INTEGER)",
        "regexp": "LIKE or GLOB",
        "regexp_like": "LIKE or GLOB",
        "ilike": "LIKE, which ignores case for ASCII letters",
        "stddev": "sqrt(avg(x * x) - avg(x) * avg(x))",
        "bool_and": "min(x)",
        "bool_or": "max(x)",
        "any_value": "min(x)",
        "array_agg": "json_group_array(x)",
        "listagg": "group_concat(x, ', ')",
        "generate_series": "WITH RECURSIVE with a limit",
    },
    calls=CALLS,
    prompt_lines=(
        "Dates are text in ISO form, or numbers: use date(), datetime(), julianday() and strftime('%Y', x); "
        "there is no YEAR(), EXTRACT(), DATEDIFF() or INTERVAL.",
        "Division of two integers drops the fraction: multiply by 1.0 or CAST(x AS REAL) for a ratio.",
        "Text is written in single quotes; names with spaces or other signs in double quotes. Text is joined with ||.",
        "LIKE ignores case for ASCII letters; = does not. There is no ILIKE, and REGEXP is not available.",
        "There is no TOP, QUALIFY, PIVOT or ANY/ALL: use LIMIT, a subquery over a window function, CASE, IN or EXISTS.",
        "In UNION, INTERSECT and EXCEPT, ORDER BY and LIMIT come once, at the end, and arms have no brackets.",
    ),
)
