"""The classes of what can be wrong: with a draft (finding), in the database (refusal), with a result (signal)."""

from __future__ import annotations

from enum import StrEnum


class Defect(StrEnum):
    """The class of a finding or of a refusal. Its fate is in `fates.py`."""

    # names
    UNKNOWN_TABLE = "unknown_table"
    UNKNOWN_COLUMN = "unknown_column"
    UNKNOWN_FUNCTION = "unknown_function"
    UNKNOWN_SCHEMA = "unknown_schema"
    AMBIGUOUS_COLUMN = "ambiguous_column"
    # the text and its shape
    SYNTAX = "syntax"
    TYPE_MISMATCH = "type_mismatch"
    GROUPING = "grouping"
    INVALID_CAST = "invalid_cast"
    DIVISION_BY_ZERO = "division_by_zero"
    SHAPE = "shape"
    NOT_ONE_STATEMENT = "not_one_statement"
    NO_SQL = "no_sql"
    NOT_SUPPORTED = "not_supported"
    TOO_COMPLEX = "too_complex"
    # values and stars
    UNSTORED_LITERAL = "unstored_literal"
    STAR_TOO_WIDE = "star_too_wide"
    # what check forbids
    METADATA = "metadata"
    """SHOW, DESCRIBE: what the catalog holds, asked with a statement that isn't a query."""
    WRITE = "write"
    FORBIDDEN_FUNCTION = "forbidden_function"
    UNBOUNDED = "unbounded"
    POLICY = "policy"
    NOT_READABLE = "not_readable"
    # what only a database can say
    PERMISSION = "permission"
    READ_ONLY = "read_only"
    STATEMENT_TIMEOUT = "statement_timeout"
    CANCELLED = "cancelled"
    SERIALIZATION = "serialization"
    DEADLOCK = "deadlock"
    LOCK_TIMEOUT = "lock_timeout"
    CONNECTION = "connection"
    AUTHENTICATION = "authentication"
    SHUTDOWN = "shutdown"
    ABORTED_TRANSACTION = "aborted_transaction"
    RESOURCES = "resources"
    UNKNOWN = "unknown"


CHECK_ALONE = frozenset(
    {
        Defect.NO_SQL,
        Defect.UNSTORED_LITERAL,
        Defect.STAR_TOO_WIDE,
        Defect.METADATA,
        Defect.WRITE,
        Defect.FORBIDDEN_FUNCTION,
        Defect.UNBOUNDED,
        Defect.POLICY,
        Defect.NOT_READABLE,
    }
)
"""What a database never says: classes of our own rules."""

DATABASE_ALONE = frozenset(
    {
        Defect.PERMISSION,
        Defect.READ_ONLY,
        Defect.STATEMENT_TIMEOUT,
        Defect.CANCELLED,
        Defect.SERIALIZATION,
        Defect.DEADLOCK,
        Defect.LOCK_TIMEOUT,
        Defect.CONNECTION,
        Defect.AUTHENTICATION,
        Defect.SHUTDOWN,
        Defect.ABORTED_TRANSACTION,
        Defect.RESOURCES,
        Defect.UNKNOWN,
    }
)
"""What check never finds: only a statement that was sent can meet it."""
