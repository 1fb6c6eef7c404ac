"""Spark SQL and Databricks: their errors, functions, types, and what a prompt should say of them.

Of an error the condition decides, then SQLSTATE.

https://spark.apache.org/docs/latest/sql-error-conditions.html and
https://docs.databricks.com/aws/en/error-messages/error-classes
"""

from __future__ import annotations

import re

from rejoinder.dialects._functions import effects
from rejoinder.dialects._ordinary import ORDINARY, TODAY
from rejoinder.dialects._refusals import by_wording, codes, parts, refusal, wordings
from rejoinder.terms.catalog import TypeFamily
from rejoinder.terms.classes import Defect
from rejoinder.terms.dialect import Case, Dialect, EngineError
from rejoinder.terms.refusal import Refusal

_CONDITIONS = codes(
    unknown_column="UNRESOLVED_COLUMN UNRESOLVED_FIELD UNRESOLVED_MAP_KEY FIELD_NOT_FOUND CANNOT_RESOLVE_STAR_EXPAND "
    "UNRESOLVED_USING_COLUMN_FOR_JOIN UNRESOLVED_VARIABLE UNBOUND_SQL_PARAMETER",
    unknown_table="TABLE_OR_VIEW_NOT_FOUND UNRESOLVABLE_TABLE_VALUED_FUNCTION",
    unknown_function="UNRESOLVED_ROUTINE ROUTINE_NOT_FOUND WRONG_NUM_ARGS NOT_A_SCALAR_FUNCTION NOT_A_TABLE_FUNCTION "
    "REQUIRED_PARAMETER_NOT_FOUND UNRECOGNIZED_PARAMETER_NAME UNEXPECTED_POSITIONAL_ARGUMENT",
    unknown_schema="SCHEMA_NOT_FOUND CATALOG_NOT_FOUND",
    ambiguous_column="AMBIGUOUS_REFERENCE AMBIGUOUS_COLUMN_REFERENCE AMBIGUOUS_REFERENCE_TO_FIELDS "
    "AMBIGUOUS_LATERAL_COLUMN_ALIAS AMBIGUOUS_COLUMN_OR_FIELD",
    syntax="PARSE_SYNTAX_ERROR INVALID_IDENTIFIER INVALID_USAGE_OF_STAR_OR_REGEX UNCLOSED_BRACKETED_COMMENT "
    "INVALID_SQL_SYNTAX UNSUPPORTED_DATATYPE",
    no_sql="PARSE_EMPTY_STATEMENT",
    type_mismatch="DATATYPE_MISMATCH INCOMPATIBLE_COLUMN_TYPE CANNOT_CAST_DATATYPE COLLATION_MISMATCH "
    "INVALID_EXTRACT_BASE_FIELD_TYPE INVALID_EXTRACT_FIELD_TYPE UNEXPECTED_INPUT_TYPE",
    grouping="MISSING_AGGREGATION MISSING_GROUP_BY INVALID_WHERE_CONDITION NESTED_AGGREGATE_FUNCTION "
    "GROUP_BY_AGGREGATE GROUP_BY_POS_AGGREGATE GROUP_BY_POS_OUT_OF_RANGE ORDER_BY_POS_OUT_OF_RANGE "
    "UNSUPPORTED_EXPR_FOR_OPERATOR UNSUPPORTED_GROUPING_EXPRESSION UNSUPPORTED_EXPR_FOR_WINDOW "
    "WINDOW_FUNCTION_WITHOUT_OVER_CLAUSE AGGREGATE_FUNCTION_WITH_NONDETERMINISTIC_EXPRESSION "
    "WINDOW_FUNCTION_NOT_ALLOWED_IN_CLAUSE",
    shape="NUM_COLUMNS_MISMATCH SCALAR_SUBQUERY_TOO_MANY_ROWS INVALID_SUBQUERY_EXPRESSION "
    "COLUMN_ALREADY_EXISTS DUPLICATED_CTE_NAMES NUM_TABLE_VALUE_ALIASES_MISMATCH "
    "ASSIGNMENT_ARITY_MISMATCH AMBIGUOUS_ALIAS_IN_NESTED_CTE UNSUPPORTED_SUBQUERY_EXPRESSION_CATEGORY "
    "INVALID_LIMIT_LIKE_EXPRESSION",
    # What `raise_error` says is free text, and never what it reads like.
    invalid_cast="CAST_INVALID_INPUT CAST_OVERFLOW ARITHMETIC_OVERFLOW BINARY_ARITHMETIC_OVERFLOW "
    "CANNOT_PARSE_TIMESTAMP CANNOT_PARSE_DECIMAL CANNOT_PARSE_INTERVAL CANNOT_PARSE_JSON_FIELD "
    "CANNOT_DECODE_URL CONVERSION_INVALID_INPUT DATETIME_OVERFLOW INVALID_ARRAY_INDEX "
    "INVALID_ARRAY_INDEX_IN_ELEMENT_AT INVALID_FORMAT INVALID_PARAMETER_VALUE INVALID_TYPED_LITERAL "
    "MAP_KEY_DOES_NOT_EXIST NUMERIC_VALUE_OUT_OF_RANGE USER_RAISED_EXCEPTION",
    division_by_zero="DIVIDE_BY_ZERO REMAINDER_BY_ZERO INTERVAL_DIVIDED_BY_ZERO",
    not_supported="UNSUPPORTED_FEATURE UNSUPPORTED_CALL",
    permission="INSUFFICIENT_PERMISSIONS PERMISSION_DENIED CANNOT_MODIFY_CONFIG",
    statement_timeout="OPERATION_TIMED_OUT QUERY_EXECUTION_TIMEOUT_EXCEEDED",
    cancelled="OPERATION_CANCELED",
    connection="INVALID_HANDLE",
    resources="PATH_NOT_FOUND FAILED_READ_FILE UNABLE_TO_ACQUIRE_MEMORY COLLECTION_SIZE_LIMIT_EXCEEDED",
)
_STATES = codes(
    unknown_column="42703",
    unknown_table="42P01",
    unknown_function="42883 42605",
    unknown_schema="3F000 42P08",
    ambiguous_column="42702",
    syntax="42601 42602 42000",
    type_mismatch="42K09 42804 42825",
    grouping="42803 42805 42903 42607",
    shape="21000 42826 42811",
    division_by_zero="22012",
    not_supported="0A000",
    permission="42501",
    read_only="25006",
    statement_timeout="57KD0 57014",
    cancelled="HY008 57KD1",
    authentication="28000",
    connection="08000 08001",
    resources="54000 53200 58030 42K03",
    shutdown="57P01 57P03",
)
_CLASSES = codes(invalid_cast="22")
_CONDITION = re.compile(r"\[([A-Z][A-Z0-9_]*)(?:\.[A-Z0-9_.]+)?\]")
_STATE = re.compile(r"SQLSTATE: ([0-9A-Z]{5})")
# The first thing in backticks is the name: `t`.`c` where it has a qualifier.
_FIRST = r"\[[\w.]+\] [^`]*?`(?P<name>[^`]+(?:`\.`[^`]+)*)`"
_NAMED = wordings(
    (Defect.UNKNOWN_COLUMN, _FIRST),
    (Defect.UNKNOWN_TABLE, _FIRST),
    (Defect.UNKNOWN_FUNCTION, _FIRST),
    (Defect.AMBIGUOUS_COLUMN, _FIRST),
)
# Databricks says some things outside of any condition; "Py4J" and Thrift say the rest.
_WORDINGS = wordings(
    (Defect.PERMISSION, r"(?:PERMISSION_DENIED|User does not have|User .{1,80}? does not have)"),
    (Defect.STATEMENT_TIMEOUT, r"(?:Query execution timeout|.{0,40}?timed out after)"),
    (Defect.CANCELLED, r"(?:Query has been cancell?ed|Job \d+ cancell?ed|Operation cancell?ed)"),
    (
        Defect.AUTHENTICATION,
        r"(?:.{0,60}?Invalid access token|.{0,60}?401|Error during request to server.*?40[13])",
    ),
    (
        Defect.RESOURCES,
        r"(?:java\.lang\.OutOfMemoryError|Job aborted due to stage failure.*?OutOfMemory|Total size of)",
    ),
    (
        Defect.CONNECTION,
        r"(?:Invalid SessionHandle|Connection refused|Could not connect|Max retries exceeded)",
    ),
)


def classify(error: EngineError) -> Refusal:
    """By error condition, then by SQLSTATE, both in the code or in the message; then by the wording."""
    message = error.message.strip()
    found = [part.partition(".")[0] for part in parts(error.code)]
    if (condition := _CONDITION.match(message)) is not None:
        found.append(condition[1])
    by_condition = next((_CONDITIONS[part] for part in found if part in _CONDITIONS), None)
    states = [part for part in found if len(part) == 5]
    if (state := _STATE.search(message.partition("\n")[0])) is not None:
        states.append(state[1])
    by_state = next((_STATES[part] for part in states if part in _STATES), None)
    by_class = next((_CLASSES[part[:2]] for part in states if part[:2] in _CLASSES), None)
    defect = by_condition or by_state or by_class or by_wording(message, _WORDINGS)
    return refusal(error, defect, (*_NAMED, *_WORDINGS))


FUNCTIONS = effects(
    pure=ORDINARY
    + """
    acosh add_months aggregate approx_percentile array_append array_compact array_contains array_distinct
    array_except array_insert array_intersect array_join array_max array_min array_position array_prepend
    array_remove array_repeat array_size array_sort array_union arrays_overlap arrays_zip asinh atanh base64
    bigint bin binary bit_count bit_get bit_length boolean bround btrim cardinality char charindex collate
    collation collect_list collect_set concat_ws conv convert_timezone count_min_sketch crc32 csc curdate
    date_from_unix_date date_trunc dateadd datediff day dayname decimal decode double e elt encode equal_null
    exists explode explode_outer expm1 factorial filter find_in_set first flatten float forall format_number
    format_string from_csv from_json from_utc_timestamp get get_json_object getbit histogram_numeric
    hll_sketch_agg hll_sketch_estimate hypot inline inline_outer int is_valid_utf8 isnotnull json_array_length
    json_object_keys json_tuple last lcase levenshtein listagg ln log1p lower luhn_check make_dt_interval
    make_interval make_timestamp_ltz make_timestamp_ntz make_ym_interval map_concat map_contains_key
    map_entries map_filter map_from_arrays map_from_entries map_keys map_values map_zip_with mask max_by mean
    min_by monotonically_increasing_id named_struct nanvl negative next_day now_ntz nullifzero parse_url
    percentile percentile_approx pmod posexplode posexplode_outer positive printf product range reduce regexp
    regexp_substr rint rlike schema_of_csv schema_of_json sec sentences session_window sha shiftleft
    shiftright shiftrightunsigned shuffle signum size smallint some stack startswith endswith std str_to_map
    string substr sequence timestamp_micros timestamp_millis timestamp_seconds tinyint to_binary to_csv
    to_unix_timestamp to_varchar to_variant_object transform transform_keys transform_values try_add
    try_aes_decrypt try_avg try_divide try_element_at element_at try_multiply try_parse_json try_subtract
    try_sum try_to_binary try_to_number try_to_timestamp try_variant_get typeof unbase64 unix_date unix_micros
    unix_millis unix_seconds url_decode url_encode validate_utf8 variant_explode variant_get weekday window
    window_time xpath xpath_* zeroifnull zip_with h3_* st_*
    """,
    volatile=TODAY
    + "current_catalog current_database current_schema current_user current_timezone session_user user "
    "randn randstr uniform getdate",
    file="""
    read_files csv_files read_kafka read_pubsub read_pulsar input_file_name input_file_block_length
    input_file_block_start load_files
    """,
    network="ai_* http_request remote_query vector_search",
    process="java_method reflect try_reflect python",
    settings="version secret try_secret current_metastore",
    administration="""
    assert_true raise_error spark_partition_id table_changes event_log list_secrets is_member
    is_account_group_member cloud_files_state read_state_metadata read_statestore sql_keywords get_warmup
    collations hash_partition
    """,
)


def family(type: str) -> TypeFamily:
    """By the type's name, as `DESCRIBE TABLE` spells it."""
    declared = type.lower().strip()
    return next((found for pattern, found in _FAMILIES if pattern.search(declared)), TypeFamily.OTHER)


_FAMILIES = (
    (re.compile(r"^(?:array|map|struct)"), TypeFamily.NESTED),
    (re.compile(r"^bool"), TypeFamily.BOOLEAN),
    (re.compile(r"^timestamp"), TypeFamily.TIMESTAMP),
    (re.compile(r"^date"), TypeFamily.DATE),
    (re.compile(r"^interval"), TypeFamily.INTERVAL),
    (re.compile(r"^(?:tinyint|smallint|int|bigint|long|short|byte)"), TypeFamily.INTEGER),
    (re.compile(r"^(?:decimal|numeric|dec)"), TypeFamily.DECIMAL),
    (re.compile(r"^(?:float|double|real)"), TypeFamily.FLOAT),
    (re.compile(r"^(?:string|char|varchar)"), TypeFamily.TEXT),
    (re.compile(r"^binary"), TypeFamily.BINARY),
    (re.compile(r"^variant"), TypeFamily.JSON),
)

DIALECT = Dialect(
    name="spark",
    parser="spark",
    title="Spark SQL",
    classify=classify,
    family=family,
    table_case=Case.INSENSITIVE,
    column_case=Case.INSENSITIVE,
    functions=FUNCTIONS,
    table_is_a_query=True,
    system_schemas=frozenset({"information_schema", "system"}),
    system_columns=frozenset({"_metadata"}),
    aliases_in_having=True,
    aliases_in_select=True,
    constants=frozenset(
        {"true", "false", "current_date", "current_timestamp", "current_user", "session_user"}
    ),
    nested_fields=True,
    rows_are_values=True,
    hints_are_harmless=True,
    quote="`",
    literal_quotes=frozenset({"'", '"'}),
    rewrites={
        "strftime": "date_format(x, 'yyyy-MM')",
        "to_char": "date_format(x, 'yyyy-MM')",
        "string_agg": "array_join(collect_list(x), ', ')",
        "group_concat": "array_join(collect_list(x), ', ')",
        "safe_divide": "try_divide(x, y)",
        "strpos": "instr(x, part)",
        "generate_series": "explode(sequence(a, b))",
        "unnest": "explode(x)",
        "array_agg": "collect_list(x)",
    },
    prompt_lines=(
        "Text is written in single quotes, names with other signs in backticks. Double quotes are text, not names.",
        "Dates: date_trunc('MONTH', x), datediff(a, b) in days, add_months(x, 1), date_format(x, 'yyyy-MM'), year(x).",
        "Division by 0 may be an error: use try_divide(x, y). try_cast gives NULL where cast fails.",
        "Arrays are unfolded with LATERAL VIEW explode(x) t AS y; a field of a struct is x.field.",
        "A table can't be read by the path of a file: name only the tables that are listed.",
    ),
)
