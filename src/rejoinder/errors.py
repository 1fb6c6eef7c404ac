"""Every exception that rejoinder raises, in one tree.

An exception says what was found and what to do. What happened to a statement that was sent to a database is
never an exception: it is a `rejoinder.terms.refusal.Refusal`, a value.
"""

from __future__ import annotations


class RejoinderError(Exception):
    """The root of the tree. `exit_code` is what the command line ends with."""

    exit_code = 5


class UsageError(RejoinderError):
    """What the caller asked for can't be done as it was asked."""

    exit_code = 2


class QuestionError(UsageError):
    """The question is empty, too long, or not text."""


class SettingsError(UsageError):
    """A setting, an environment variable or a line of `rejoinder.toml` has no meaning."""


class PolicyError(UsageError):
    """`policy.toml` can't be read, or says something that can't be enforced."""


class MissingExtra(UsageError):
    """A package that an optional part needs isn't installed; the message names the install line."""


class UnknownScheme(UsageError):
    """No connector, provider or ledger answers to this URL or name."""


class RunNotFound(UsageError):
    """The ledger holds no run of this name."""


class ReplyConflict(UsageError):
    """The run doesn't wait for a reply, somebody else replied first, or the choice isn't one of those offered."""


class DatabaseUnavailable(RejoinderError):
    """The database could not be opened or reached, so no statement was sent."""


class LookupUnavailable(RejoinderError):
    """Stored values could not be looked up; the run goes on without them."""


class ProviderError(RejoinderError):
    """The language model could not be reached, or returned nothing that can be read.

    `transient` says whether the same call may succeed later, `started` whether a first token had arrived,
    `retry_after` is in seconds.
    """

    def __init__(
        self,
        message: str,
        *,
        transient: bool = False,
        started: bool = False,
        retry_after: float | None = None,
        reason: str = "unavailable",
    ) -> None:
        super().__init__(message)
        self.transient = transient
        self.started = started
        self.retry_after = retry_after
        self.reason = reason


class LedgerError(RejoinderError):
    """The ledger can't be read or written."""


class LedgerConflict(LedgerError):
    """Somebody else appended to the run first: reread it."""


class LedgerCorrupt(LedgerError):
    """A recorded event can't be read, or the chain of hashes is broken."""


class InvalidEvent(RejoinderError):
    """An event arrived that the run's next step can't have caused."""
