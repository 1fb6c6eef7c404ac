"""Snowflake: what its errors mean. Its own number decides, then SQLSTATE, then the wording.

https://docs.snowflake.com/en/user-guide/querying-sql and the numbers in the issues of its drivers. None was raised
by a server here.
"""

from __future__ import annotations

from rejoinder.dialects._refusals import by_wording, codes, parts, refusal, wordings
from rejoinder.terms.classes import Defect
from rejoinder.terms.dialect import EngineError
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
