"""PostgreSQL: its errors, functions, types, and what a prompt should say of it.

Of an error SQLSTATE decides, because messages are translated (`lc_messages`). The list is
https://www.postgresql.org/docs/current/errcodes-appendix.html; where one state means several things, the wording
is read, in the languages of PostgreSQL's own catalogs of messages.
"""

from __future__ import annotations

import re

from rejoinder.dialects._lexicons import POSTGRES
from rejoinder.dialects._postgres_calls import CALLS
from rejoinder.dialects._postgres_functions import FUNCTIONS
from rejoinder.dialects._refusals import by_wording, codes, parts, refusal, wordings
from rejoinder.terms.catalog import TypeFamily
from rejoinder.terms.classes import Defect
from rejoinder.terms.dialect import Case, Dialect, EngineError
from rejoinder.terms.refusal import Refusal

STATES = codes(
    unknown_column="42703",
    unknown_table="42P01",
    unknown_function="42883",
    unknown_schema="3F000",
    ambiguous_column="42702 42P09",
    syntax="42601 42602 42622 42939 42P02 42000",
    type_mismatch="42804 42846 42725 42P18 42P21 42P22 42809 42P38",
    grouping="42803 42P20 42P10",
    shape="21000 42712 42701 42P19 42611 42P08 20000 P0003",
    division_by_zero="22012",
    not_supported="0A000 42704 42P16 42P17",
    too_complex="54001 54011 54023",
    permission="42501 P0001 0L000 0LP01 0P000 2F004 38004 28P02",
    # 25P01 is raised by what only makes sense in a transaction of one's own, such as LOCK.
    read_only="25006 25P01 2F002 2F003 38002 38003 25001",
    statement_timeout="25P04",
    lock_timeout="55P03 55006",
    deadlock="40P01",
    serialization="40001 40002 40003 40000 72000",
    aborted_transaction="25P02",
    authentication="08004 3D000",
    shutdown="57P01 57P02 57P03 57P04",
    connection="57P05 25P03",
    resources="58000 58030 58P01 58P02 XX001 XX002 F0000 F0001",
)
_CLASSES = codes(
    connection="08 HV",
    invalid_cast="22",
    authentication="28",
    resources="53 54",
)
_STATE = re.compile(r"[0-9A-Z]{5}")

# 57014 is a cancel and a timeout. Whose wish it was is only in the words.
_ON_REQUEST = wordings(
    (Defect.CANCELLED, r"canceling statement due to user request"),
    (Defect.CANCELLED, r"storniere Anfrage wegen Benutzeraufforderung"),
    (Defect.CANCELLED, r"annulation de la requête à la demande de l'utilisateur"),
    (Defect.CANCELLED, r"cancelando la sentencia .{0,30}?petición"),
    (Defect.CANCELLED, r"annullamento dell'istruzione su richiesta dell'utente"),
    (Defect.CANCELLED, r"cancelando (?:comando|instrução) .{0,30}?(?:pedido|solicitação|requisição)"),
    (Defect.CANCELLED, r"выполнение оператора отменено по запросу пользователя"),
    (Defect.CANCELLED, r"ユーザーからの要求により文をキャンセル"),
    (Defect.CANCELLED, r"由于用户请求而正在取消查询"),
    (Defect.CANCELLED, r"사용자 요청에 의해 작업을 취소"),
    (Defect.CANCELLED, r"avbryter sats på grund av användarbegäran"),
)
# The server says "a syntax error" of a second statement, each server in its language.
_SECOND = wordings(
    (
        Defect.NOT_ONE_STATEMENT,
        r"cannot insert multiple commands|kann nicht mehrere Befehle|ne peut pas insérer les commandes multiples"
        r"|no se pueden? insertar múltiples|impossibile inserire comandi multipli|não pode inserir múltiplos comandos",
    ),
)
_STALE = wordings((Defect.ABORTED_TRANSACTION, r"cached plan must not change result type"))
_INTERNAL = wordings(
    (
        Defect.RESOURCES,
        r"(?:invalid memory alloc request size|out of memory|could not (?:open|read|write|resize))",
    ),
    (Defect.SERIALIZATION, r"(?:cache lookup failed|tuple concurrently (?:updated|deleted))"),
)

# What libpq and psycopg say themselves, without a state. A host that can't be found stays so.
_FATAL = r"(?:connection failed: .{0,200}?)?FATAL:\s+"
_DRIVER = wordings(
    (
        Defect.AUTHENTICATION,
        r"failed to resolve host|(?:connection failed: )?.{0,60}?could not translate host name",
    ),
    (Defect.AUTHENTICATION, _FATAL + r"(?:database|role|password|no pg_hba|pg_hba|[\w-]+ authentication)"),
    (Defect.AUTHENTICATION, r"(?:invalid|missing) (?:connection option|dsn|URI|port|sslmode)"),
    (Defect.RESOURCES, _FATAL + r"(?:sorry, too many|too many connections|remaining connection)"),
    (Defect.SHUTDOWN, _FATAL + r"the database system is"),
    (Defect.CONNECTION, r"connection (?:failed|is lost|is bad|timeout expired|already closed|not open)"),
    (
        Defect.CONNECTION,
        r"(?:consuming input|sending (?:query|data)) failed|the connection is (?:closed|lost)",
    ),
    (Defect.CONNECTION, r"server closed the connection|SSL (?:SYSCALL|error|connection)|timeout expired"),
    (Defect.CONNECTION, r"could not (?:connect|receive|send)|(?:terminating|lost|no) connection"),
)


def classify(error: EngineError) -> Refusal:
    """By SQLSTATE first; where a state is none or means several things, by the whole wording."""
    return refusal(error, defect_of(error), _DRIVER)


def defect_of(error: EngineError) -> Defect | None:
    """What the state says of it; None: there is none, or one that says nothing."""
    state = next((part for part in parts(error.code) if _STATE.fullmatch(part)), "")
    message = error.message.strip()
    if state == "57014":
        return by_wording(message, _ON_REQUEST) or Defect.STATEMENT_TIMEOUT
    if state == "42601":
        return by_wording(message, _SECOND) or Defect.SYNTAX
    if state == "0A000":
        return by_wording(message, _STALE) or Defect.NOT_SUPPORTED
    if state.startswith("XX0"):
        return by_wording(message, _INTERNAL) or STATES.get(state)
    if state.startswith("08"):
        return by_wording(message, _DRIVER) or STATES.get(state, Defect.CONNECTION)
    return STATES.get(state) or _CLASSES.get(state[:2])


_FAMILIES = (
    (re.compile(r"\[\]$|range$|^(?:record|hstore)"), TypeFamily.NESTED),
    (re.compile(r"^bool"), TypeFamily.BOOLEAN),
    (re.compile(r"^timestamp"), TypeFamily.TIMESTAMP),
    (re.compile(r"^date\b"), TypeFamily.DATE),
    (re.compile(r"^time"), TypeFamily.TIME),
    (re.compile(r"^interval"), TypeFamily.INTERVAL),
    (re.compile(r"^(?:smallint|integer|bigint|int[248]?\b|(?:small|big)?serial|oid)"), TypeFamily.INTEGER),
    (re.compile(r"^(?:numeric|decimal|money)"), TypeFamily.DECIMAL),
    (re.compile(r"^(?:real|double|float)"), TypeFamily.FLOAT),
    (re.compile(r"^(?:text|character|varchar|char|bpchar|name|citext|\"char\"|xml)"), TypeFamily.TEXT),
    (re.compile(r"^bytea"), TypeFamily.BINARY),
    (re.compile(r"^json"), TypeFamily.JSON),
    (re.compile(r"^uuid"), TypeFamily.UUID),
)


def family(type: str) -> TypeFamily:
    """By the type's name, as `format_type` spells it. An enum or a domain is for the connector to tell."""
    declared = type.lower().strip()
    return next((found for pattern, found in _FAMILIES if pattern.search(declared)), TypeFamily.OTHER)


CONSTANTS = frozenset(
    {"true", "false", "current_date", "current_time", "current_timestamp", "localtime", "localtimestamp"}
    | {"current_user", "current_role", "current_schema", "current_catalog", "session_user", "user"}
)

DIALECT = Dialect(
    name="postgres",
    parser="postgres",
    title="PostgreSQL",
    classify=classify,
    family=family,
    table_case=Case.FOLDS_LOWER,
    column_case=Case.FOLDS_LOWER,
    functions=FUNCTIONS,
    system_schemas=frozenset({"pg_catalog", "information_schema", "pg_toast"}),
    system_tables=frozenset({"pg_*"}),
    system_columns=frozenset({"ctid", "tableoid", "xmin", "xmax", "cmin", "cmax"}),
    operators_have_schemas=True,
    constants=CONSTANTS,
    names_calls=True,
    nested_fields=True,
    rows_are_values=True,
    lexicon=POSTGRES,
    rewrites={
        "ifnull": "coalesce(x, y)",
        "nvl": "coalesce(x, y)",
        "isnull": "coalesce(x, y), or x IS NULL",
        "iif": "CASE WHEN x THEN a ELSE b END",
        "if": "CASE WHEN x THEN a ELSE b END",
        "year": "date_part('year', x)",
        "month": "date_part('month', x)",
        "day": "date_part('day', x)",
        "strftime": "to_char(x, 'YYYY-MM')",
        "date_format": "to_char(x, 'YYYY-MM')",
        "julianday": "x::date - y::date, in days",
        "datediff": "x::date - y::date, in days",
        "date_diff": "x::date - y::date, in days",
        "dateadd": "x + INTERVAL '1 day'",
        "date_sub": "x - INTERVAL '1 day'",
        "getdate": "now()",
        "curdate": "current_date",
        "sysdate": "now()",
        "str_to_date": "to_date(x, 'YYYY-MM-DD')",
        "group_concat": "string_agg(x, ', ')",
        "listagg": "string_agg(x, ', ')",
        "instr": "strpos(x, part)",
        "charindex": "strpos(x, part)",
        "locate": "strpos(x, part)",
        "len": "length(x)",
        "substring_index": "split_part(x, part, n)",
        "safe_divide": "x / nullif(y, 0)",
        "try_cast": "CAST(x AS type), which fails where x can't be read",
        "total": "coalesce(sum(x), 0)",
        "last_day": "date_trunc('month', x) + INTERVAL '1 month - 1 day'",
        "countif": "count(*) FILTER (WHERE condition)",
        "median": "percentile_cont(0.5) WITHIN GROUP (ORDER BY x)",
    },
    lossless_types={
        TypeFamily.TEXT: "text",
        TypeFamily.DECIMAL: "numeric",
        TypeFamily.TIMESTAMP: "timestamp",
        TypeFamily.INTEGER: "integer",
    },
    calls=CALLS,
    prompt_lines=(
        "Names are folded to lower case unless they are in double quotes: a name with capitals, spaces or other signs "
        "must be quoted as it is stored. Text is written in single quotes.",
        "Division of two integers drops the fraction: cast one to numeric for a ratio. Division by 0 is an error: use "
        "nullif(y, 0).",
        "Dates: date_trunc('month', x), date_part('year', x), x::date, x + INTERVAL '1 month', to_char(x, 'YYYY-MM'); "
        "the difference of two dates is a number of days.",
        "Every column that is selected and not aggregated must be in GROUP BY. WHERE and HAVING don't see the names "
        "that the select list gives. round(x, n) needs numeric.",
        "= compares text exactly; ILIKE ignores case. Text doesn't become a number or a date by itself: cast it.",
    ),
)
