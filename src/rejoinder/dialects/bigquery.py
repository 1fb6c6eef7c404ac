"""BigQuery: what its errors mean. The reason decides; of an invalid query, the wording does.

https://cloud.google.com/bigquery/docs/error-messages lists the reasons. None was raised by the service here.
"""

from __future__ import annotations

from rejoinder.dialects._refusals import by_wording, codes, parts, refusal, wordings
from rejoinder.terms.classes import Defect
from rejoinder.terms.dialect import EngineError
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
