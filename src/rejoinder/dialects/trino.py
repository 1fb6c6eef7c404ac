"""Trino: its errors, functions, types, and what a prompt should say of it.

Of an error its name decides; of an error of a connected database, the wording does.

https://github.com/trinodb/trino/blob/master/core/trino-spi/src/main/java/io/trino/spi/StandardErrorCode.java. None was
raised by a server here.
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

_NAMES = codes(
    unknown_column="COLUMN_NOT_FOUND INVALID_COLUMN_REFERENCE",
    unknown_table="TABLE_NOT_FOUND MISSING_TABLE NOT_FOUND INVALID_VIEW VIEW_IS_STALE",
    unknown_function="FUNCTION_NOT_FOUND FUNCTION_IMPLEMENTATION_MISSING FUNCTION_NOT_AGGREGATE FUNCTION_NOT_WINDOW "
    "TOO_MANY_ARGUMENTS PROCEDURE_NOT_FOUND",
    unknown_schema="SCHEMA_NOT_FOUND CATALOG_NOT_FOUND MISSING_CATALOG_NAME MISSING_SCHEMA_NAME",
    ambiguous_column="AMBIGUOUS_NAME",
    syntax="SYNTAX_ERROR INVALID_LITERAL INVALID_PARAMETER_USAGE",
    type_mismatch="TYPE_MISMATCH TYPE_NOT_FOUND OPERATOR_NOT_FOUND AMBIGUOUS_FUNCTION_CALL COLUMN_TYPE_UNKNOWN",
    grouping="EXPRESSION_NOT_AGGREGATE EXPRESSION_NOT_SCALAR EXPRESSION_NOT_IN_DISTINCT MISSING_GROUP_BY "
    "MISSING_OVER NESTED_AGGREGATION NESTED_WINDOW MISSING_ORDER_BY INVALID_ORDER_BY "
    "INVALID_WINDOW_FRAME NULL_TREATMENT_NOT_ALLOWED",
    shape="SUBQUERY_MULTIPLE_ROWS MISMATCHED_COLUMN_ALIASES DUPLICATE_COLUMN_NAME DUPLICATE_NAMED_QUERY "
    "MISSING_COLUMN_NAME MISSING_COLUMN_ALIASES TOO_MANY_GROUPING_SETS INVALID_RECURSIVE_REFERENCE "
    "NESTED_RECURSIVE EXPRESSION_NOT_CONSTANT INVALID_LIMIT_CLAUSE",
    invalid_cast="INVALID_CAST_ARGUMENT INVALID_FUNCTION_ARGUMENT NUMERIC_VALUE_OUT_OF_RANGE INVALID_ARGUMENTS "
    "GENERIC_USER_ERROR",
    division_by_zero="DIVISION_BY_ZERO",
    not_supported="NOT_SUPPORTED UNSUPPORTED_SUBQUERY",
    too_complex="QUERY_TEXT_TOO_LARGE QUERY_HAS_TOO_MANY_STAGES COMPILER_ERROR",
    permission="PERMISSION_DENIED QUERY_REJECTED INVALID_ROW_FILTER INVALID_COLUMN_MASK INVALID_SESSION_PROPERTY",
    read_only="READ_ONLY_VIOLATION MULTI_CATALOG_WRITE_CONFLICT AUTOCOMMIT_WRITE_CONFLICT CONSTRAINT_VIOLATION",
    statement_timeout="EXCEEDED_TIME_LIMIT",
    cancelled="USER_CANCELED ADMINISTRATIVELY_KILLED ADMINISTRATIVELY_PREEMPTED",
    serialization="TRANSACTION_CONFLICT",
    aborted_transaction="TRANSACTION_ALREADY_ABORTED UNKNOWN_TRANSACTION NOT_IN_TRANSACTION",
    shutdown="SERVER_SHUTTING_DOWN SERVER_STARTING_UP",
    connection="NO_NODES_AVAILABLE TOO_MANY_REQUESTS_FAILED REMOTE_TASK_ERROR REMOTE_TASK_MISMATCH "
    "REMOTE_HOST_GONE PAGE_TRANSPORT_ERROR PAGE_TRANSPORT_TIMEOUT ABANDONED_QUERY ABANDONED_TASK "
    "CATALOG_UNAVAILABLE",
    resources="GENERIC_INSUFFICIENT_RESOURCES EXCEEDED_GLOBAL_MEMORY_LIMIT EXCEEDED_LOCAL_MEMORY_LIMIT "
    "QUERY_QUEUE_FULL CLUSTER_OUT_OF_MEMORY EXCEEDED_CPU_LIMIT EXCEEDED_SCAN_LIMIT "
    "EXCEEDED_SPILL_LIMIT EXCEEDED_FUNCTION_MEMORY_LIMIT EXCEEDED_WRITE_LIMIT OUT_OF_SPILL_SPACE "
    "PAGE_TOO_LARGE CONFIGURATION_INVALID CONFIGURATION_UNAVAILABLE",
)
# The source database's own words: only those that must not be corrected, and its missing names.
_SOURCE = wordings(
    (
        Defect.PERMISSION,
        r".{0,80}?(?:command denied to user|permission denied|[Aa]ccess [Dd]enied|not authorized)",
    ),
    (Defect.PERMISSION, r".{0,80}?(?:permission was denied|[Ii]nsufficient privileges|ORA-01031|ORA-00942)"),
    (Defect.STATEMENT_TIMEOUT, r".{0,80}?(?:statement timeout|timed? ?out|maximum statement execution time)"),
    (Defect.AUTHENTICATION, r".{0,80}?(?:password authentication|Login failed|authentication failed)"),
    (Defect.READ_ONLY, r".{0,80}?(?:read-only transaction|READ ONLY transaction)"),
    (Defect.RESOURCES, r".{0,80}?(?:[Tt]oo many connections|out of memory|No space left)"),
)
_EXTERNAL = frozenset(
    {"JDBC_ERROR", "JDBC_NON_TRANSIENT_ERROR", "GENERIC_EXTERNAL", "GENERIC_INTERNAL_ERROR"}
)
_AT = r"(?:line \d+:\d+: )?"
_WORDINGS = wordings(
    (Defect.UNKNOWN_COLUMN, _AT + r"Column '(?P<name>[^']+)' cannot be resolved"),
    (Defect.UNKNOWN_TABLE, _AT + r"Table '(?P<name>[^']+)' does not exist"),
    (Defect.UNKNOWN_SCHEMA, _AT + r"(?:Schema|Catalog) '(?P<name>[^']+)' (?:does not exist|not found)"),
    (Defect.UNKNOWN_FUNCTION, _AT + r"Function '(?P<name>[^']+)' not registered"),
    (Defect.UNKNOWN_FUNCTION, _AT + r"Unexpected parameters \(.*?\) for function (?P<name>[\w.]+)"),
    (Defect.AMBIGUOUS_COLUMN, _AT + r"Column '(?P<name>[^']+)' is ambiguous"),
    (Defect.SYNTAX, _AT + r"mismatched input"),
    (Defect.PERMISSION, r"Access Denied"),
    (Defect.STATEMENT_TIMEOUT, r"Query exceeded (?:the )?maximum (?:execution )?time"),
    (Defect.CANCELLED, r"Query was cancell?ed"),
)


def classify(error: EngineError) -> Refusal:
    """By the error's name; where it is another database's error, by that one's wording."""
    message = error.message.strip()
    found = parts(error.code)
    if any(part in _EXTERNAL for part in found):
        return refusal(error, by_wording(message, _SOURCE), _WORDINGS)
    return refusal(error, next((_NAMES[part] for part in found if part in _NAMES), None), _WORDINGS)


FUNCTIONS = effects(
    pure=ORDINARY
    + """
    all_match any_match approx_distinct approx_most_frequent approx_percentile approx_set arbitrary
    array_distinct array_except array_first array_histogram array_intersect array_join array_last array_max
    array_min array_position array_remove array_sort array_sum array_union arrays_overlap at_timezone bar
    beta_cdf bitwise_and bitwise_and_agg bitwise_left_shift bitwise_not bitwise_or bitwise_or_agg
    bitwise_right_shift bitwise_right_shift_arithmetic bitwise_xor bool_and bool_or cardinality checksum
    classify codepoint color combinations concat_ws contains_sequence convex_hull_agg cosine_similarity
    count_if crc32 date_diff date_parse day_of_month day_of_week day_of_year dow doy e element_at
    empty_approx_set evaluate_classifier_predictions features filter flatten format format_datetime
    format_number from_base from_base32 from_base64 from_base64url from_big_endian_32 from_big_endian_64
    from_encoded_polyline from_geojson_geometry from_hex from_ieee754_32 from_ieee754_64 from_iso8601_date
    from_iso8601_timestamp from_unixtime_nanos from_utf8 geometric_mean geometry_* great_circle_distance
    hamming_distance histogram hmac_* human_readable_seconds index infinity inverse_beta_cdf
    inverse_normal_cdf is_finite is_infinite is_json_scalar is_nan jaccard_index json_array_contains
    json_array_get json_array_length json_extract_scalar json_format json_parse json_size json_table
    json_value kurtosis last_day_of_month learn_* levenshtein_distance line_interpolate_point listagg
    luhn_check make_set_digest map_agg map_concat map_entries map_filter map_from_entries map_keys map_union
    map_values map_zip_with merge merge_set_digest millisecond multimap_agg multimap_from_entries murmur3 nan
    ngrams none_match normal_cdf normalize numeric_histogram parse_data_size parse_datetime parse_duration
    parse_presto_data_size porter_stem qdigest_agg quantile_at_value quarter reduce reduce_agg regexp_position
    regexp_split regress render rgb rolling_* set_digest simplify_geometry soundex spatial_partitioning
    spooky_hash_v2_32 spooky_hash_v2_64 st_* strpos tdigest_agg timezone timezone_hour timezone_minute to_base
    to_base32 to_base64 to_base64url to_big_endian_32 to_big_endian_64 to_char to_geojson_geometry to_geometry
    to_hex to_ieee754_32 to_ieee754_64 to_iso8601 to_milliseconds to_spherical_geography to_unixtime to_utf8
    transform transform_keys transform_values translate try typeof url_decode url_encode url_extract_fragment
    url_extract_host url_extract_parameter url_extract_path url_extract_port url_extract_protocol
    url_extract_query value_at_quantile week_of_year wilson_interval_lower wilson_interval_upper with_timezone
    word_stem xxhash64 year_of_week yow zip zip_with exclude_columns
    """,
    volatile=TODAY + "current_catalog current_schema current_user current_timezone shuffle",
    settings="version current_groups",
    network="query raw_query ai_*",
    administration="system table_changes",
    dynamic_sql="table procedure",
)


def family(type: str) -> TypeFamily:
    """By the type's name, as `information_schema.columns` spells it."""
    declared = type.lower().strip()
    return next((found for pattern, found in _FAMILIES if pattern.search(declared)), TypeFamily.OTHER)


_FAMILIES = (
    (re.compile(r"^(?:array|map|row)"), TypeFamily.NESTED),
    (re.compile(r"^bool"), TypeFamily.BOOLEAN),
    (re.compile(r"^timestamp"), TypeFamily.TIMESTAMP),
    (re.compile(r"^date"), TypeFamily.DATE),
    (re.compile(r"^time"), TypeFamily.TIME),
    (re.compile(r"^interval"), TypeFamily.INTERVAL),
    (re.compile(r"^(?:tinyint|smallint|int|bigint)"), TypeFamily.INTEGER),
    (re.compile(r"^decimal"), TypeFamily.DECIMAL),
    (re.compile(r"^(?:real|double)"), TypeFamily.FLOAT),
    (re.compile(r"^(?:varchar|char)"), TypeFamily.TEXT),
    (re.compile(r"^varbinary"), TypeFamily.BINARY),
    (re.compile(r"^json"), TypeFamily.JSON),
    (re.compile(r"^uuid"), TypeFamily.UUID),
)

DIALECT = Dialect(
    name="trino",
    parser="trino",
    title="Trino",
    classify=classify,
    family=family,
    table_case=Case.INSENSITIVE,
    column_case=Case.INSENSITIVE,
    functions=FUNCTIONS,
    metadata_suffixes=(
        "$snapshots",
        "$history",
        "$partitions",
        "$properties",
        "$refs",
        "$manifests",
        "$files",
    ),
    system_schemas=frozenset({"information_schema", "metadata", "runtime", "jdbc"}),
    constants=frozenset(
        {"true", "false", "current_date", "current_time", "current_timestamp", "localtime", "localtimestamp"}
        | {"current_user", "current_catalog", "current_schema"}
    ),
    nested_fields=True,
    rewrites={
        "strftime": "date_format(x, '%Y-%m')",
        "to_char": "date_format(x, '%Y-%m')",
        "datediff": "date_diff('day', a, b)",
        "dateadd": "date_add('day', 1, x)",
        "getdate": "current_timestamp",
        "string_agg": "listagg(x, ', ') WITHIN GROUP (ORDER BY x)",
        "group_concat": "listagg(x, ', ') WITHIN GROUP (ORDER BY x)",
        "ifnull": "coalesce(x, y)",
        "nvl": "coalesce(x, y)",
        "generate_series": "UNNEST(sequence(a, b))",
        "safe_divide": "x / nullif(y, 0)",
        "median": "approx_percentile(x, 0.5)",
    },
    prompt_lines=(
        "Text is written in single quotes, names with other signs in double quotes. Names are catalog.schema.table.",
        "Division of two integers drops the fraction: cast one to double for a ratio. Division by 0 is an error.",
        "Dates: date_trunc('month', x), date_diff('day', a, b), date_add('month', 1, x), date_format(x, '%Y-%m'), "
        "year(x). A text doesn't become a date by itself: DATE '2024-01-01'.",
        "Arrays are unfolded with CROSS JOIN UNNEST(x) AS t(y). TRY(x) and TRY_CAST give NULL where x fails.",
    ),
)
