"""BigQuery: its errors, functions, types, and what a prompt should say of it.

Of an error the reason decides; of an invalid query, the wording does.

https://cloud.google.com/bigquery/docs/error-messages lists the reasons. None was raised by the service here.
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

_REASONS = codes(
    permission="accessDenied blocked forbidden insufficientPermissions accessNotConfigured",
    authentication="authError unauthorized required invalidUser billingNotEnabled",
    connection="backendError internalError jobBackendError jobInternalError tableUnavailable badGateway notReady",
    statement_timeout="timeout jobTimeout deadlineExceeded",
    cancelled="stopped cancelled",
    resources="resourcesExceeded quotaExceeded rateLimitExceeded jobRateLimitExceeded bytesBilledLimitExceeded "
    "billingTierLimitExceeded userRateLimitExceeded resourceExhausted",
    too_complex="responseTooLarge",
    not_supported="notImplemented unsupported",
)
_STATUS = codes(
    permission="403",
    authentication="401",
    connection="500 502 503",
    statement_timeout="504",
    resources="429",
)

# The bytes that a query may bill are a limit of ours: another query would not be the answer that was asked for.
_QUERY = wordings(
    (Defect.UNKNOWN_COLUMN, r"Unrecognized name: (?P<name>`.+?`|[\w.$]+)"),
    (Defect.UNKNOWN_COLUMN, r"(?:Field )?[Nn]ame (?P<name>\S+) (?:not found inside|does not exist in)"),
    (Defect.UNKNOWN_COLUMN, r"Cannot access field (?P<name>\S+) on"),
    (Defect.UNKNOWN_COLUMN, r"Column (?P<name>\S+) in USING clause not found"),
    (Defect.UNKNOWN_SCHEMA, r"Not found: (?:Dataset|Project) (?P<name>\S+)"),
    (Defect.UNKNOWN_TABLE, r"Not found: Table (?P<name>\S+)"),
    (
        Defect.UNKNOWN_TABLE,
        r'Table(?:-valued function)? "?(?P<name>[^" ]+)"? (?:not found|must be qualified)',
    ),
    (Defect.UNKNOWN_TABLE, r"Table name \"(?P<name>[^\"]+)\" missing dataset"),
    (Defect.UNKNOWN_FUNCTION, r"Function not found: (?P<name>[\w.]+)"),
    (Defect.UNKNOWN_FUNCTION, r"Number of arguments does not match for function (?P<name>\w+)"),
    (Defect.TYPE_MISMATCH, r"No matching signature for"),
    (
        Defect.TYPE_MISMATCH,
        r"(?:Argument \d+ of|.{0,60}? has incompatible types|Column \d+ in .+? incompatible types)",
    ),
    (Defect.TYPE_MISMATCH, r"(?:WHERE|HAVING|ON) clause should return type BOOL"),
    (Defect.TYPE_MISMATCH, r"(?:Invalid cast from|Equality is not defined|Ordering by expressions of type)"),
    (Defect.AMBIGUOUS_COLUMN, r"Column name (?P<name>\S+) is ambiguous"),
    (Defect.GROUPING, r"(?:SELECT list|ORDER BY clause|HAVING clause) expression references"),
    (Defect.GROUPING, r"(?:An expression|Aggregate|Analytic|Window) (?:references|function|aggregation)"),
    (Defect.GROUPING, r"(?:Aggregations of aggregations|Grouping by expressions|GROUP BY|ORDER BY column)"),
    (
        Defect.SHAPE,
        r"(?:Scalar subquery|Subquery of type|Queries in|Duplicate (?:column|table|alias)|Star expansion)",
    ),
    (
        Defect.SHAPE,
        r"(?:Correlated subqueries|Array cannot have a null|LEFT OUTER JOIN cannot|Syntax error in WITH)",
    ),
    (Defect.NOT_SUPPORTED, r".{0,60}?(?:not (?:yet )?(?:supported|implemented)|[Uu]nsupported)"),
    (
        Defect.INVALID_CAST,
        r"(?:Bad (?:int64|double|bool|numeric|date)|Could not cast|Invalid (?:date|time|value|JSON))",
    ),
    (
        Defect.INVALID_CAST,
        r"(?:Failed to parse|Error in|.{0,20}?overflow|Mismatch between|Array index|Bytes string|Cannot parse)",
    ),
    (Defect.INVALID_CAST, r"(?:Out of range|Invalid input|Invalid (?:timestamp|datetime|regular))"),
    (Defect.DIVISION_BY_ZERO, r"[Dd]ivision by zero"),
    (Defect.READ_ONLY, r"Only SELECT statements are allowed"),
    (Defect.PERMISSION, r"(?:Access Denied|Permission .+? denied|User does not have)"),
    (Defect.SERIALIZATION, r"(?:Transaction is aborted due to concurrent|Could not serialize access)"),
    (Defect.NOT_ONE_STATEMENT, r".{0,40}?[Mm]ultiple statements"),
    (
        Defect.RESOURCES,
        r"(?:Query exceeded limit for bytes billed|Resources exceeded|Quota exceeded|Exceeded)",
    ),
    (Defect.TOO_COMPLEX, r"(?:Response too large|Not enough stack|.{0,30}?query is too (?:large|complex))"),
    (
        Defect.STATEMENT_TIMEOUT,
        r"(?:Operation timed out|Job (?:execution )?.{0,20}?timed out|Query timed out)",
    ),
    (Defect.CANCELLED, r"Job execution was cancell?ed"),
    (
        Defect.AUTHENTICATION,
        r"(?:Invalid project ID|Request had invalid authentication|The project .+? (?:has not|does not))",
    ),
    (
        Defect.CONNECTION,
        r"(?:Error encountered during execution|Retrying may|An internal error|The job encountered)",
    ),
    (
        Defect.SYNTAX,
        r"(?:Syntax error|IGNORE NULLS|Unclosed|Illegal|Expected|Unexpected|Query (?:error|parameter)|Positional)",
    ),
)


def classify(error: EngineError) -> Refusal:
    """By reason; of an invalid query or a thing that wasn't found, by the wording; else by the HTTP status."""
    message = error.message.strip()
    found = parts(error.code)
    by_reason = next((_REASONS[part] for part in found if part in _REASONS), None)
    by_status = next((_STATUS[part] for part in found if part in _STATUS), None)
    return refusal(error, by_reason or by_wording(message, _QUERY) or by_status, _QUERY)


FUNCTIONS = effects(
    pure=ORDINARY
    + """
    approx_quantiles approx_top_count approx_top_sum array_concat array_concat_agg array_filter array_first
    array_includes array_is_distinct array_last array_length array_reverse array_slice array_to_string
    array_transform asinh acosh atanh atan2 bit_count bool byte_length cast code_points_to_bytes
    code_points_to_string collate cosine_distance csc csch coth sec sech date_bucket date_diff
    date_from_unix_date datetime_add datetime_bucket datetime_diff datetime_sub datetime_trunc edit_distance
    error euclidean_distance farm_fingerprint float64 format_date format_datetime format_time format_timestamp
    from_base32 from_base64 from_hex generate_array generate_date_array generate_timestamp_array generate_uuid
    hll_count* ieee_divide if in int64 is_inf is_nan json_array_append json_array_insert json_extract_array
    json_extract_scalar json_extract_string_array json_keys json_query_array json_remove json_set
    json_strip_nulls json_type json_value_array justify_days justify_hours justify_interval keys* lax_bool
    lax_float64 lax_int64 lax_string logical_and logical_or make_interval normalize normalize_and_casefold
    offset ordinal parse_bignumeric parse_date parse_datetime parse_numeric parse_time range_bucket
    range_contains range_end range_intersect range_overlaps range_start regexp_extract_all safe_add safe_cast
    safe_convert_bytes_to_string safe_divide safe_multiply safe_negate safe_offset safe_ordinal safe_subtract
    sha1 st_* string struct time_add time_diff time_sub time_trunc timestamp_add timestamp_bucket
    timestamp_diff timestamp_micros timestamp_millis timestamp_seconds timestamp_sub timestamp_trunc to_base32
    to_base64 to_code_points to_json_string unicode unix_date unix_micros unix_millis unix_seconds
    """,
    volatile=TODAY + "current_datetime session_user",
    network="external_query generate_text generate_embedding generate_table ml_* ai_* predict forecast",
    administration="appends changes gap_fill",
    file="load_* export_*",
)


def family(type: str) -> TypeFamily:
    """By the type's name, as `INFORMATION_SCHEMA.COLUMNS` spells it."""
    declared = type.upper().strip()
    return next((found for pattern, found in _FAMILIES if pattern.search(declared)), TypeFamily.OTHER)


_FAMILIES = (
    (re.compile(r"^(?:ARRAY|STRUCT|RECORD|RANGE)"), TypeFamily.NESTED),
    (re.compile(r"^BOOL"), TypeFamily.BOOLEAN),
    (re.compile(r"^(?:TIMESTAMP|DATETIME)"), TypeFamily.TIMESTAMP),
    (re.compile(r"^DATE"), TypeFamily.DATE),
    (re.compile(r"^TIME"), TypeFamily.TIME),
    (re.compile(r"^INTERVAL"), TypeFamily.INTERVAL),
    (re.compile(r"^(?:INT|(?:TINY|SMALL|BIG|BYTE)INT)"), TypeFamily.INTEGER),
    (re.compile(r"^(?:NUMERIC|BIGNUMERIC|DECIMAL|BIGDECIMAL)"), TypeFamily.DECIMAL),
    (re.compile(r"^FLOAT"), TypeFamily.FLOAT),
    (re.compile(r"^STRING"), TypeFamily.TEXT),
    (re.compile(r"^BYTES"), TypeFamily.BINARY),
    (re.compile(r"^JSON"), TypeFamily.JSON),
)

DIALECT = Dialect(
    name="bigquery",
    parser="bigquery",
    title="BigQuery",
    classify=classify,
    family=family,
    table_case=Case.SENSITIVE,
    column_case=Case.INSENSITIVE,
    functions=FUNCTIONS,
    system_schemas=frozenset({"information_schema"}),
    system_columns=frozenset({"_partitiontime", "_partitiondate", "_table_suffix", "_file_name"}),
    constants=frozenset(
        {"true", "false", "current_date", "current_time", "current_timestamp", "current_datetime"}
    ),
    aliases_in_having=True,
    nested_fields=True,
    rows_are_values=True,
    quote="`",
    literal_quotes=frozenset({"'", '"'}),
    rewrites={
        "strftime": "FORMAT_DATE('%Y-%m', x)",
        "to_char": "FORMAT_DATE('%Y-%m', x)",
        "date_format": "FORMAT_DATE('%Y-%m', x)",
        "datediff": "DATE_DIFF(a, b, DAY)",
        "dateadd": "DATE_ADD(x, INTERVAL 1 DAY)",
        "getdate": "CURRENT_TIMESTAMP()",
        "nvl": "IFNULL(x, y)",
        "isnull": "IFNULL(x, y)",
        "group_concat": "STRING_AGG(x, ', ')",
        "listagg": "STRING_AGG(x, ', ')",
        "try_cast": "SAFE_CAST(x AS type)",
        "charindex": "STRPOS(x, part)",
        "len": "LENGTH(x)",
        "generate_series": "UNNEST(GENERATE_ARRAY(a, b))",
        "regexp_like": "REGEXP_CONTAINS(x, pattern)",
    },
    prompt_lines=(
        "Text is written in single quotes, names with dashes, spaces or other signs in backticks: "
        "`project.dataset.table`.",
        "Dates: DATE_TRUNC(x, MONTH), DATE_DIFF(a, b, DAY), DATE_ADD(x, INTERVAL 1 MONTH), FORMAT_DATE('%Y-%m', x), "
        "EXTRACT(YEAR FROM x).",
        "Division by 0 is an error: use SAFE_DIVIDE(x, y). SAFE_CAST gives NULL where CAST fails.",
        "Arrays are unfolded with UNNEST(x) in FROM; a field of a struct is x.field. QUALIFY filters on window "
        "functions.",
        "Bytes read are billed: name the columns, and filter by the partition column.",
    ),
)
