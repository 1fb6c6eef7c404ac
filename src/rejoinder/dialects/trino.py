"""Trino: what its errors mean. The error's name decides; of an error of a connected database, the wording does.

https://github.com/trinodb/trino/blob/master/core/trino-spi/src/main/java/io/trino/spi/StandardErrorCode.java. None was
raised by a server here.
"""

from __future__ import annotations

from rejoinder.dialects._refusals import by_wording, codes, parts, refusal, wordings
from rejoinder.terms.classes import Defect
from rejoinder.terms.dialect import EngineError
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
