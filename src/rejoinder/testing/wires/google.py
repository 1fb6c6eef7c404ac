"""The Gemini API's `streamGenerateContent`."""

from __future__ import annotations

import json
from typing import Any

from rejoinder.testing.wires.spoken import (
    AFTER_FIRST_WORDS,
    ENDINGS,
    Fault,
    Request,
    Response,
    Spoken,
    garbled,
)

BASE = ""

_ERRORS = {
    Fault.RATE_LIMIT: (429, "RESOURCE_EXHAUSTED", "Resource has been exhausted (e.g. check quota)."),
    Fault.SERVER_ERROR: (500, "INTERNAL", "An internal error has occurred."),
    Fault.OVERLOADED: (503, "UNAVAILABLE", "The model is overloaded. Please try again later."),
    Fault.QUOTA: (429, "RESOURCE_EXHAUSTED", "You exceeded your current quota."),
    Fault.BAD_KEY: (400, "INVALID_ARGUMENT", "API key not valid: {key}"),
    Fault.FORBIDDEN: (403, "PERMISSION_DENIED", "This key may not use the model: {key}"),
    Fault.UNKNOWN_MODEL: (404, "NOT_FOUND", "models/unknown is not found for API version v1beta."),
    Fault.CONTEXT: (
        400,
        "INVALID_ARGUMENT",
        "The input token count (2000000) exceeds the maximum number of tokens allowed (1048576).",
    ),
    Fault.REJECTED: (400, "INVALID_ARGUMENT", "Unknown name in the schema."),
}
_DETAILS: dict[Fault, dict[str, Any]] = {
    Fault.BAD_KEY: {"@type": "type.googleapis.com/google.rpc.ErrorInfo", "reason": "API_KEY_INVALID"},
    Fault.QUOTA: {
        "@type": "type.googleapis.com/google.rpc.QuotaFailure",
        "violations": [{"quotaId": "GenerateRequestsPerDayPerProjectPerModel"}],
    },
}
_BROKEN_DOWN = {"error": {"code": 503, "message": "The service is unavailable.", "status": "UNAVAILABLE"}}


def respond(spoken: Spoken, request: Request) -> Response:
    """The answer; the error object where the fault is one of the service's own."""
    if spoken.fault in _ERRORS:
        return _error(spoken, request)
    if spoken.fault is Fault.SILENT:
        return Response(ending="silence")
    if spoken.fault is Fault.GARBLED:
        return garbled("text/event-stream")
    return Response(
        headers={"content-type": "text/event-stream"},
        chunks=tuple(_events(spoken)),
        ending=ENDINGS.get(spoken.fault, "whole") if spoken.fault is not None else "whole",
    )


def _events(spoken: Spoken) -> list[bytes]:
    first, rest = spoken.words
    if spoken.fault is Fault.CUT_BEFORE:
        return []
    if spoken.fault in AFTER_FIRST_WORDS:
        then = {
            Fault.BROKE_DOWN: [_data(_BROKEN_DOWN)],
            Fault.MANGLED: [b'data: {"responseId": \xff\xfe}\r\n\r\n'],
        }
        return [_event(spoken, first), *then.get(spoken.fault or Fault.CUT, [])]
    if spoken.fault in {Fault.NOTHING, Fault.BLOCKED}:
        return [_data({**_head(spoken), **_stopped(spoken)})]
    if spoken.fault is Fault.FILTERED:
        return [_event(spoken, spoken.text, "SAFETY")]
    if spoken.fault is Fault.EMPTY:
        return [_event(spoken, "", "STOP")]
    return [
        _event(spoken, first),
        _event(spoken, rest, "MAX_TOKENS" if spoken.fault is Fault.TOO_LONG else "STOP"),
    ]


def _event(spoken: Spoken, text: str, finish: str | None = None) -> bytes:
    candidate: dict[str, Any] = {"index": 0}
    if text:
        candidate["content"] = {"role": "model", "parts": [{"text": text}]}
    if finish is not None:
        candidate["finishReason"] = finish
    return _data({"candidates": [candidate], **_head(spoken)})


def _stopped(spoken: Spoken) -> dict[str, Any]:
    """What stands where the candidates would."""
    return (
        {"promptFeedback": {"blockReason": "SAFETY"}} if spoken.fault is Fault.BLOCKED else {"candidates": []}
    )


def _head(spoken: Spoken) -> dict[str, Any]:
    usage = {
        "promptTokenCount": spoken.input_tokens,
        "candidatesTokenCount": spoken.output_tokens,
        "totalTokenCount": spoken.input_tokens + spoken.output_tokens,
        "cachedContentTokenCount": spoken.cached_tokens,
    }
    return {"usageMetadata": usage, "modelVersion": "gemini-test", "responseId": "r1"}


def _data(body: dict[str, Any]) -> bytes:
    return f"data: {json.dumps(body)}\r\n\r\n".encode()


def _error(spoken: Spoken, request: Request) -> Response:
    status, name, message = _ERRORS[spoken.fault or Fault.SERVER_ERROR]
    details = [_DETAILS[fault] for fault in (spoken.fault,) if fault in _DETAILS]
    if spoken.retry_after is not None:
        delay = {"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": f"{spoken.retry_after}s"}
        details.append(delay)
    said = message.format(key=request.headers.get("x-goog-api-key", ""))
    body = {"error": {"code": status, "message": said, "status": name, "details": details}}
    return Response(
        status=status, headers={"content-type": "application/json"}, chunks=(json.dumps(body).encode(),)
    )
