"""Amazon Redshift: its errors, functions and names, as far as they aren't PostgreSQL's.

Of an error PostgreSQL's states decide, and the wording of a few errors of its own:

https://docs.aws.amazon.com/redshift/latest/dg/query-troubleshooting.html and, for 1023,
https://repost.aws/knowledge-center/redshift-serializable-isolation. None was raised by a server here.
"""

from __future__ import annotations

import dataclasses

from rejoinder.dialects import postgres
from rejoinder.dialects._functions import effects
from rejoinder.dialects._ordinary import ORDINARY, TODAY
from rejoinder.dialects._postgres_functions import FUNCTIONS as POSTGRES_FUNCTIONS
from rejoinder.dialects._refusals import by_wording, refusal, wordings
from rejoinder.terms.catalog import TypeFamily
from rejoinder.terms.classes import Defect
from rejoinder.terms.dialect import Case, EngineError
from rejoinder.terms.refusal import Refusal

# Most of what is Redshift's own comes as an internal error.
_OWN = wordings(
    (Defect.SERIALIZATION, r"(?:ERROR:\s*)?1023\b"),
    (
        Defect.SERIALIZATION,
        r"(?:Serializable isolation violation|could not serialize|conflict with concurrent)",
    ),
    (Defect.CANCELLED, r"Query \(\d+\) cancelled on user's request"),
    (Defect.STATEMENT_TIMEOUT, r"Query \(\d+\) cancelled by WLM"),
    (Defect.STATEMENT_TIMEOUT, r"Query \(\d+\) (?:cancelled|aborted)"),
    (
        Defect.INVALID_CAST,
        r"(?:Invalid (?:digit|data|Date|timestamp)|Char length exceeds|Overflow|Numeric data overflow)",
    ),
    (Defect.DIVISION_BY_ZERO, r"(?:Divide by zero|division by zero)"),
    (Defect.RESOURCES, r"(?:Disk Full|Out Of Memory|Insufficient|DISK_FULL|connection limit|Process limit)"),
    (Defect.READ_ONLY, r"transaction is read-only"),
    (Defect.NOT_SUPPORTED, r"(?:Specified types or functions|This type of correlated subquery|Assert)"),
    (Defect.PERMISSION, r"(?:[Pp]ermission denied|must be owner of|User .* is not authorized)"),
    (Defect.RESOURCES, r"(?:Spectrum Scan Error|S3 Query Exception|S3ServiceException)"),
)


def classify(error: EngineError) -> Refusal:
    """By SQLSTATE where it says something, else by the wording."""
    own = by_wording(error.message.strip(), _OWN)
    state = postgres.defect_of(error)
    if own is not None and state in (None, Defect.STATEMENT_TIMEOUT, Defect.RESOURCES):
        return refusal(error, own, _OWN)
    return refusal(error, state, _OWN)


FUNCTIONS = {
    **POSTGRES_FUNCTIONS,
    **effects(
        pure=ORDINARY
        + """
        add_months approximate array_concat array_flatten bpcharcmp bttext_pattern_cmp charindex checksum
        can_json_parse convert_timezone cosine date_cmp date_cmp_timestamp date_part_year dexp dlog1 dlog10
        farmfingerprint64 fnv_hash from_hex from_varbyte getbit h3_* hll hll_* interval_cmp is_array is_bigint
        is_boolean is_char is_decimal is_float is_integer is_object is_scalar is_smallint is_valid_json
        is_valid_json_array is_varchar json_array_length json_extract_array_element_text json_extract_path_text
        json_parse json_serialize json_size json_typeof listagg lower_attribute_names next_day object
        object_transform ratio_to_report replicate st_* strtol subarray sysdate text_to_int_alt timeofday timezone
        to_varbyte upper_attribute_names
        """,
        volatile=TODAY + "getdate timeofday current_user_id",
        administration="change_* pg_* get_* has_* stl_* svv_* explain_model",
    ),
}

DIALECT = dataclasses.replace(
    postgres.DIALECT,
    name="redshift",
    parser="redshift",
    title="Amazon Redshift",
    classify=classify,
    # enable_case_sensitive_identifier is off by default: quoted names are folded too.
    table_case=Case.INSENSITIVE,
    column_case=Case.INSENSITIVE,
    functions=FUNCTIONS,
    system_schemas=frozenset({"pg_catalog", "information_schema", "pg_internal", "catalog_history"}),
    system_tables=frozenset({"pg_*", "stl_*", "stv_*", "svv_*", "svl_*", "svcs_*", "sys_*"}),
    constants=postgres.CONSTANTS | {"sysdate"},
    aliases_in_select=True,
    calls=(),
    # Its NUMERIC without digits keeps no fraction.
    lossless_types={**postgres.DIALECT.lossless_types, TypeFamily.DECIMAL: "double precision"},
    rewrites={
        **{name: said for name, said in postgres.DIALECT.rewrites.items() if name not in ORDINARY.split()},
        "group_concat": "LISTAGG(x, ', ')",
        "string_agg": "LISTAGG(x, ', ')",
        "array_agg": "LISTAGG(x, ', ')",
        "generate_series": "a table of numbers, or WITH RECURSIVE with a limit",
    },
    prompt_lines=(
        "Names are not told apart by case. Text is written in single quotes, names with spaces in double quotes.",
        "Division of two integers drops the fraction: cast one to numeric for a ratio. Division by 0 is an error: use "
        "NULLIF(y, 0).",
        "Dates: DATE_TRUNC('month', x), DATEDIFF(day, a, b), DATEADD(month, 1, x), GETDATE(), TO_CHAR(x, 'YYYY-MM').",
        "There is no STRING_AGG, FILTER or DISTINCT ON: use LISTAGG, CASE and QUALIFY ROW_NUMBER() OVER (…) = 1.",
    ),
)
