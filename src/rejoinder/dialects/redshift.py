"""Amazon Redshift: PostgreSQL's states, and a few errors of its own.

https://docs.aws.amazon.com/redshift/latest/dg/query-troubleshooting.html and, for 1023,
https://repost.aws/knowledge-center/redshift-serializable-isolation. None was raised by a server here.
"""

from __future__ import annotations

from rejoinder.dialects import postgres
from rejoinder.dialects._refusals import by_wording, refusal, wordings
from rejoinder.terms.classes import Defect
from rejoinder.terms.dialect import EngineError
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
