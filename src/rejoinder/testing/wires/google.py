"""The Gemini API's `streamGenerateContent`."""

from __future__ import annotations

import json
from typing import Any

from rejoinder.testing.wires.spoken import ENDINGS, Fault, Request, Response, Spoken, garbled

BASE = ""

_ERRORS = {
    Fault.RATE_LIMIT: (429, "RESOURCE_EXHAUSTED", "Resource has been exhausted (e.g. check quota)."),
    Fault.SERVER_ERROR: (500, "INTERNAL", "An internal error has occurred."),
    Fault.OVERLOADED: (503, "UNAVAILABLE", "The model is overloaded. Please try again later."),
    Fault.BAD_KEY: (400, "INVALID_ARGUMENT", "API key not valid: {key}"),
    Fault.UNKNOWN_MODEL: (404, "NOT_FOUND", "models/unknown is not found for API version v1beta."),
    Fault.CONTEXT: (
        400,
        "INVALID_ARGUMENT",
        "The input token count (2000000) exceeds the maximum number of tokens allowed (1048576).",
    ),
}


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
    if spoken.fault in {Fault.CUT, Fault.UNFINISHED, Fault.SILENT_AFTER}:
        return [_event(spoken, first)]
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
    usage = {
        "promptTokenCount": spoken.input_tokens,
        "candidatesTokenCount": spoken.output_tokens,
        "totalTokenCount": spoken.input_tokens + spoken.output_tokens,
        "cachedContentTokenCount": spoken.cached_tokens,
    }
    body = {
        "candidates": [candidate],
        "usageMetadata": usage,
        "modelVersion": "gemini-test",
        "responseId": "r1",
    }
    return f"data: {json.dumps(body)}\r\n\r\n".encode()


def _error(spoken: Spoken, request: Request) -> Response:
    status, name, message = _ERRORS[spoken.fault or Fault.SERVER_ERROR]
    details: list[dict[str, Any]] = []
    if spoken.fault is Fault.BAD_KEY:
        details.append({"@type": "type.googleapis.com/google.rpc.ErrorInfo", "reason": "API_KEY_INVALID"})
    if spoken.retry_after is not None:
        delay = {"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": f"{spoken.retry_after}s"}
        details.append(delay)
    said = message.format(key=request.headers.get("x-goog-api-key", ""))
    body = {"error": {"code": status, "message": said, "status": name, "details": details}}
    return Response(
        status=status, headers={"content-type": "application/json"}, chunks=(json.dumps(body).encode(),)
    )
