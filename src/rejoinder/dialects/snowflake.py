"""Snowflake: its errors, functions, types, and what a prompt should say of it.

Of an error its own number decides, then SQLSTATE, then the wording.

https://docs.snowflake.com/en/user-guide/querying-sql and the numbers in the issues of its drivers. None was raised
by a server here.
"""

from __future__ import annotations

import re

from rejoinder.dialects._functions import effects
from rejoinder.dialects._lexicons import SNOWFLAKE
from rejoinder.dialects._ordinary import ORDINARY, TODAY
from rejoinder.dialects._refusals import by_wording, codes, parts, refusal, wordings
from rejoinder.terms.catalog import TypeFamily
from rejoinder.terms.classes import Defect
from rejoinder.terms.dialect import Case, Dialect, EngineError
from rejoinder.terms.refusal import Refusal

_NUMBERS = codes(
    unknown_column="000904",
    # One wording for missing and forbidden: what the catalog shows decides what may be tried.
    unknown_table="002003",
    unknown_function="002140 002141",
    unknown_schema="002043 090105 090106",
    ambiguous_column="002028",
    syntax="001003",
    no_sql="000900",
    grouping="000979",
    invalid_cast="100035 100037 100038 100039 100040 100069 100071 100096 100132",
    division_by_zero="100051",
    not_one_statement="000008",
    permission="003001",
    cancelled="000604 000605",
    statement_timeout="000630",
    lock_timeout="000625",
    authentication="000606 390100 390101 390102 390103 390104 390106 390111 390114 390144 390186 390195 390318 "
    "251005",
    connection="250001 250003 250005 250006 390112",
    resources="090073",
)
_STATES = codes(
    unknown_table="42S02",
    division_by_zero="22012",
    permission="42501",
    syntax="42601",
    connection="08001 08003 08004 08006",
    authentication="28000",
    serialization="40001",
    statement_timeout="57014",
    shutdown="57P01 57P02",
)
_CLASSES = codes(invalid_cast="22")

# A number for several things: what isn't there, what was stopped, and why nothing can be reached.
_BY_REASON = {
    Defect.UNKNOWN_TABLE: wordings(
        (Defect.UNKNOWN_SCHEMA, r"SQL compilation error:\s+(?:Schema|Database) '")
    ),
    Defect.CANCELLED: wordings(
        (Defect.STATEMENT_TIMEOUT, r"Statement reached its statement or warehouse timeout")
    ),
    Defect.CONNECTION: wordings(
        (
            Defect.AUTHENTICATION,
            r".{0,200}?(?:Incorrect username or password|[Aa]uthenticat|not allowed to access)",
        )
    ),
}
_WORDINGS = wordings(
    (Defect.UNKNOWN_COLUMN, r"SQL compilation error:.{0,60}?invalid identifier '(?P<name>[^']+)'"),
    (
        Defect.UNKNOWN_TABLE,
        r"SQL compilation error:\s+(?:Object|Table|View) '(?P<name>[^']+)' does not exist",
    ),
    (Defect.UNKNOWN_SCHEMA, r"SQL compilation error:\s+(?:Schema|Database) '(?P<name>[^']+)' does not exist"),
    (Defect.UNKNOWN_SCHEMA, r"Cannot perform \w+\. This session does not have a current (?:database|schema)"),
    (
        Defect.UNKNOWN_FUNCTION,
        r"SQL compilation error:.{0,40}?[Uu]nknown (?:user-defined )?function (?P<name>[\w.]+)",
    ),
    (Defect.AMBIGUOUS_COLUMN, r"SQL compilation error:.{0,40}?ambiguous column name '(?P<name>[^']+)'"),
    (
        Defect.GROUPING,
        r"SQL compilation error:\s+\[?'?(?P<name>[\w.$\"]+)'?\]? (?:in select clause )?is (?:not a valid|neither)",
    ),
    (Defect.SYNTAX, r"SQL compilation error:.{0,40}?syntax error"),
    (Defect.NOT_ONE_STATEMENT, r"Actual statement count \d+ did not match"),
    (Defect.PERMISSION, r"SQL access control error"),
    (Defect.INVALID_CAST, r"(?:Numeric|Date|Timestamp|Time|Boolean) value '"),
    (Defect.DIVISION_BY_ZERO, r"Division by zero"),
    (Defect.AUTHENTICATION, r"No active warehouse selected"),
    (Defect.STATEMENT_TIMEOUT, r"Statement reached its statement or warehouse timeout"),
    (Defect.RESOURCES, r"(?:Warehouse '.+?' cannot be resumed|Warehouse .+? was suspended)"),
    (Defect.CANCELLED, r"SQL execution cancell?ed"),
    (Defect.LOCK_TIMEOUT, r"Statement '.+?' has locked table"),
)


def classify(error: EngineError) -> Refusal:
    """By Snowflake's number, then by SQLSTATE, then by the wording."""
    message = error.message.strip()
    found = parts(error.code)
    number = next((part for part in found if part.isdigit() and len(part) == 6), "")
    state = next((part for part in found if len(part) == 5), "")
    defect = _NUMBERS.get(number) or by_wording(message, _WORDINGS)
    defect = defect or _STATES.get(state) or _CLASSES.get(state[:2])
    if defect in _BY_REASON:
        defect = by_wording(message, _BY_REASON[defect]) or defect
    return refusal(error, defect, _WORDINGS)


FUNCTIONS = effects(
    pure=ORDINARY
    + """
    add_months approximate_jaccard_index approximate_similarity approx_percentile approx_top_k array_append
    array_cat array_compact array_construct array_construct_compact array_contains array_distinct array_except
    array_flatten array_generate_range array_insert array_intersection array_max array_min array_position
    array_prepend array_remove array_size array_slice array_sort array_sum array_to_string array_unique_agg
    arrays_overlap arrays_to_object array_union_agg as_array as_binary as_boolean as_char as_date as_decimal
    as_double as_integer as_object as_real as_varchar asinh acosh atanh atan2 base64_decode_string
    base64_encode between bitand bitnot bitor bitshiftleft bitshiftright bitxor booland boolor boolxor
    booland_agg boolor_agg charindex check_json collate collation compress conditional_change_event
    conditional_true_event contains convert_timezone dayname date_from_parts div0 div0null editdistance
    endswith equal_null factorial filter flatten get get_path getbit greatest_ignore_nulls haversine
    hex_decode_string hex_encode hll hour ilike is_array is_boolean is_char is_date is_decimal is_double
    is_integer is_null_value is_object is_real is_time is_timestamp_ntz is_varchar jarowinkler_similarity
    json_extract_path_text least_ignore_nulls like listagg md5_hex minhash monthname next_day nullifzero
    object_agg object_construct object_construct_keep_null object_delete object_insert object_keys object_pick
    parse_ip parse_url parse_xml previous_day ratio_to_report reduce regexp regexp_substr_all reverse rlike
    rtrimmed_length sha1_hex sha2_hex split_to_table square st_* startswith strip_null_value strtok
    strtok_split_to_table strtok_to_array tan time_from_parts time_slice timeadd timediff timestamp_from_parts
    timestamp_ntz_from_parts to_array to_binary to_boolean to_char to_decimal to_double to_geography
    to_geometry to_json to_numeric to_object to_timestamp_ltz to_timestamp_ntz to_timestamp_tz to_variant
    to_xml transform try_parse_json try_to_boolean try_to_date try_to_decimal try_to_double try_to_number
    try_to_numeric try_to_time try_to_timestamp try_to_timestamp_ntz unicode uniform uuid_string var_pop
    vector_cosine_similarity vector_inner_product vector_l2_distance weekiso width_bucket xmlget yearofweek
    yearofweekiso zeroifnull zipf
    """,
    volatile=TODAY
    + """
    current_account current_database current_region current_role current_schema current_schemas current_user
    current_version current_warehouse getdate randstr seq1 seq2 seq4 seq8 sysdate systimestamp
    """,
    file="""
    build_scoped_file_url build_stage_file_url get_presigned_url get_stage_location infer_schema
    """,
    network="ai_* cortex* system$send_*",
    sleep="system$wait",
    # TABLE('name') reads whatever the text names; TABLE(FLATTEN(…)) is no call of its own.
    dynamic_sql="table",
    administration="""
    system$* current_client current_ip_address current_session current_statement current_transaction
    last_query_id last_transaction result_scan get_ddl get_query_operator_stats query_history* login_history*
    copy_history* task_history* warehouse_* automatic_* database_* materialized_view_* pipe_* policy_*
    replication_* rest_event_* search_optimization_* serverless_* stage_* tag_references* validate*
    explain_json validate_pipe_load generator
    """,
)


def family(type: str) -> TypeFamily:
    """By the type's name, as `information_schema.columns` spells it."""
    declared = type.upper().strip()
    return next((found for pattern, found in _FAMILIES if pattern.search(declared)), TypeFamily.OTHER)


_FAMILIES = (
    (re.compile(r"^BOOL"), TypeFamily.BOOLEAN),
    (re.compile(r"^(?:TIMESTAMP|DATETIME)"), TypeFamily.TIMESTAMP),
    (re.compile(r"^DATE"), TypeFamily.DATE),
    (re.compile(r"^TIME"), TypeFamily.TIME),
    (re.compile(r"^(?:(?:TINY|SMALL|BIG|BYTE)?INT|NUMBER\(\d+,\s*0\)|NUMBER\(\d+\)$)"), TypeFamily.INTEGER),
    (re.compile(r"^(?:NUM|DEC)"), TypeFamily.DECIMAL),
    (re.compile(r"^(?:FLOAT|DOUBLE|REAL)"), TypeFamily.FLOAT),
    (re.compile(r"^(?:VARCHAR|CHAR|TEXT|STRING|NCHAR|NVARCHAR)"), TypeFamily.TEXT),
    (re.compile(r"^(?:BINARY|VARBINARY)"), TypeFamily.BINARY),
    (re.compile(r"^(?:VARIANT|OBJECT|ARRAY|MAP)"), TypeFamily.JSON),
)

DIALECT = Dialect(
    name="snowflake",
    parser="snowflake",
    title="Snowflake",
    classify=classify,
    family=family,
    table_case=Case.FOLDS_UPPER,
    column_case=Case.FOLDS_UPPER,
    functions=FUNCTIONS,
    system_schemas=frozenset(
        {"information_schema", "account_usage", "organization_usage", "reader_account_usage"}
    ),
    constants=frozenset(
        {"true", "false", "current_date", "current_time", "current_timestamp", "localtime", "localtimestamp"}
        | {"current_user", "current_role", "sysdate"}
    ),
    aliases_everywhere=True,
    aliases_in_select=True,
    nested_fields=True,
    lexicon=SNOWFLAKE,
    rewrites={
        "strftime": "TO_CHAR(x, 'YYYY-MM')",
        "date_format": "TO_CHAR(x, 'YYYY-MM')",
        "string_agg": "LISTAGG(x, ', ')",
        "group_concat": "LISTAGG(x, ', ')",
        "isnull": "IFNULL(x, y)",
        "safe_divide": "DIV0NULL(x, y)",
        "generate_series": "TABLE(FLATTEN(ARRAY_GENERATE_RANGE(a, b)))",
        "unnest": "LATERAL FLATTEN(input => x)",
    },
    prompt_lines=(
        "Names are folded to upper case unless they are in double quotes: quote a name that is stored otherwise.",
        "Dates: DATE_TRUNC('month', x), DATEDIFF(day, a, b), DATEADD(month, 1, x), TO_CHAR(x, 'YYYY-MM').",
        "Division by 0 is an error: use DIV0NULL(x, y). ILIKE ignores case.",
        "Semi-structured values: column:key.inner::type; LATERAL FLATTEN(input => x) unfolds arrays.",
        "QUALIFY filters on window functions. TRY_TO_NUMBER, TRY_TO_DATE give NULL where a text can't be read.",
    ),
)
