"""What went wrong with a call, as a `ProviderError` that says whether trying again may help.

The service's own words are kept short and without secrets; the loop decides what comes next.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from rejoinder.errors import ProviderError, UsageError

_LONGEST = 300


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """What is known of the call that failed."""

    model: str
    key_name: str
    secrets: tuple[str, ...] = field(repr=False)
    seconds: float
    started: bool


def fault(error: Exception, seen: Seen) -> ProviderError | UsageError:
    """The error to raise for what pydantic-ai, or the client under it, raised."""
    from pydantic_ai import exceptions as raised

    who, it = f"The model `{seen.model}`", f"the model `{seen.model}`"
    if isinstance(error, raised.UserError):
        return UsageError(f"{who} can't be used like this: {_said(error, seen)}")
    if isinstance(error, raised.ModelRequestTimeout):
        return _error(seen, f"{who} gave no answer within {seen.seconds:g} seconds.", "timeout")
    if isinstance(error, raised.ModelContextWindowExceededError):
        return _error(seen, f"The prompt is longer than {it} can read.", "context")
    if isinstance(error, raised.ModelAuthenticationError):
        check = f" Check `{seen.key_name}`." if seen.key_name else ""
        return _error(
            seen, f"{who} doesn't accept the key, or the key may not use it.{check}", "authentication"
        )
    if isinstance(error, raised.ModelNotFoundError):
        return _error(seen, f"{who} isn't known at that address: {_said(error, seen)}", "unknown_model")
    if isinstance(error, raised.ModelQuotaExceededError):
        return _error(seen, f"{who} has no quota or credit left: {_said(error, seen)}", "quota")
    if isinstance(error, raised.ModelRequestRejectedError):
        return _error(seen, f"{who} rejected the request: {_said(error, seen)}", "rejected")
    return _passing(error, seen, who, it)


def cut(model: str, *, started: bool) -> ProviderError:
    """A stream that ended before the answer did."""
    return ProviderError(
        f"The answer of the model `{model}` broke off.", transient=True, started=started, reason="cut"
    )


def _passing(error: Exception, seen: Seen, who: str, it: str) -> ProviderError:
    """What may be over a moment later, and what can't be told."""
    from pydantic_ai import exceptions as raised

    if isinstance(error, raised.ModelRateLimitError):
        return _error(seen, f"{who} takes no more requests for now.", "rate_limit", error)
    if isinstance(error, raised.ModelUnavailableError):
        return _error(seen, f"{who} is overloaded or unavailable.", "unavailable", error)
    if isinstance(error, raised.ModelServerError):
        return _error(seen, f"The service of {it} failed.", "unavailable", error)
    if isinstance(error, raised.ModelConnectionError):
        if seen.started or error.phase == "read":
            return cut(seen.model, started=seen.started)
        return _error(seen, f"{who} can't be reached: {_said(error, seen)}", "connection", error)
    if isinstance(error, raised.ModelHTTPError):
        passing = error.status_code in {408, 409, 425} or error.status_code >= 500
        return _error(
            seen,
            f"{who} answered with status {error.status_code}.",
            "unavailable",
            error if passing else None,
        )
    if isinstance(error, raised.UnexpectedModelBehavior) or "finish_reason" in str(error):
        # An empty stream, or one without an end.
        return cut(seen.model, started=seen.started)
    named = f"{type(error).__name__}: {_said(error, seen)}"
    if isinstance(error, raised.ModelAPIError | ValueError):
        return _error(seen, f"What {it} answered can't be read ({named})", "unreadable")
    return _error(seen, f"The call to {it} failed ({named})", "failed")


def _error(seen: Seen, message: str, reason: str, passing: Exception | None = None) -> ProviderError:
    after = getattr(passing, "retry_after", None)
    return ProviderError(
        message,
        transient=passing is not None,
        started=seen.started,
        retry_after=after if isinstance(after, int | float) else None,
        reason=reason,
    )


def _said(error: Exception, seen: Seen) -> str:
    """The service's own message, short, on one line, and without the key."""
    text = _message(getattr(error, "body", None)) or str(error)
    for secret in seen.secrets:
        text = text.replace(secret, "…")
    text = " ".join(text.split())
    return (text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…").rstrip(".") + "."


def _message(body: object) -> str:
    """The `message` of an error's body, which services wrap once or not at all."""
    for _ in range(3):
        if not isinstance(body, dict):
            break
        message = body.get("message") or body.get("Message")
        if isinstance(message, str):
            return message
        body = body.get("error", body.get("Error"))
    return body if isinstance(body, str) else ""
