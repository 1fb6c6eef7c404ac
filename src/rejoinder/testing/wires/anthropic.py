"""Anthropic's Messages API, streamed."""

from __future__ import annotations

import json
from typing import Any

from rejoinder.testing.wires.spoken import AFTER_FIRST_WORDS, ENDINGS, Fault, Request, Response, Spoken

BASE = ""

_ERRORS = {
    Fault.RATE_LIMIT: (429, "rate_limit_error", "This request would exceed your rate limit."),
    Fault.SERVER_ERROR: (500, "api_error", "Internal server error"),
    Fault.OVERLOADED: (529, "overloaded_error", "Overloaded"),
    Fault.QUOTA: (400, "invalid_request_error", "Your credit balance is too low to access the API."),
    Fault.BAD_KEY: (401, "authentication_error", "invalid x-api-key: {key}"),
    Fault.FORBIDDEN: (403, "permission_error", "This key may not use the model: {key}"),
    Fault.UNKNOWN_MODEL: (404, "not_found_error", "model: unknown"),
    Fault.CONTEXT: (400, "invalid_request_error", "prompt is too long: 250000 tokens > 200000 maximum"),
    Fault.REJECTED: (400, "invalid_request_error", "output_format: this model takes no schema"),
}


def respond(spoken: Spoken, request: Request) -> Response:
    """The answer; the error object where the fault is one of the service's own."""
    if spoken.fault in _ERRORS:
        return _error(spoken, request)
    if spoken.fault is Fault.SILENT:
        return Response(ending="silence")
    if spoken.fault is Fault.GARBLED:
        return Response(
            headers={"content-type": "text/event-stream"},
            chunks=(b"event: message_start\ndata: {nonsense\n\n",),
        )
    return Response(
        headers={"content-type": "text/event-stream"},
        chunks=tuple(_events(spoken, str(request.body.get("model", "")))),
        ending=ENDINGS.get(spoken.fault, "whole") if spoken.fault is not None else "whole",
    )


def _events(spoken: Spoken, model: str) -> list[bytes]:
    if spoken.fault is Fault.CUT_BEFORE:
        return []
    first, rest = spoken.words
    start = _event("message_start", message=_message(spoken, model))
    opened = _event("content_block_start", index=0, content_block={"type": "text", "text": ""})
    if spoken.fault in AFTER_FIRST_WORDS:
        broken = _event("error", error={"type": "api_error", "message": "Internal server error"})
        then = {Fault.BROKE_DOWN: [broken], Fault.MANGLED: [b'event: ping\ndata: {"type": \xff\xfe}\n\n']}
        return [start, opened, _delta(first), *then.get(spoken.fault or Fault.CUT, [])]
    if spoken.fault is Fault.NOTHING:
        return [start, _event("message_stop")]
    said = [opened, _delta(first), _delta(rest), _event("content_block_stop", index=0)]
    if spoken.fault in {Fault.EMPTY, Fault.BLOCKED}:
        said = []
    reasons = {Fault.FILTERED: "refusal", Fault.BLOCKED: "refusal", Fault.TOO_LONG: "max_tokens"}
    reason = reasons.get(spoken.fault, "end_turn") if spoken.fault is not None else "end_turn"
    ended = _event(
        "message_delta",
        delta={"stop_reason": reason, "stop_sequence": None},
        usage={"output_tokens": spoken.output_tokens},
    )
    return [start, *said, ended, _event("message_stop")]


def _message(spoken: Spoken, model: str) -> dict[str, Any]:
    usage = {
        "input_tokens": spoken.input_tokens - spoken.cached_tokens,
        "cache_read_input_tokens": spoken.cached_tokens,
        "cache_creation_input_tokens": 0,
        "output_tokens": 1,
    }
    return {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": model,
        "content": [],
        "stop_reason": None,
        "stop_sequence": None,
        "usage": usage,
    }


def _delta(text: str) -> bytes:
    return _event("content_block_delta", index=0, delta={"type": "text_delta", "text": text})


def _event(kind: str, **fields: Any) -> bytes:
    return f"event: {kind}\ndata: {json.dumps({'type': kind, **fields})}\n\n".encode()


def _error(spoken: Spoken, request: Request) -> Response:
    status, kind, message = _ERRORS[spoken.fault or Fault.SERVER_ERROR]
    headers = {"content-type": "application/json"}
    if spoken.retry_after is not None:
        headers["retry-after"] = str(spoken.retry_after)
    error = {"type": kind, "message": message.format(key=request.headers.get("x-api-key", ""))}
    body = {"type": "error", "error": error, "request_id": "req_1"}
    return Response(status=status, headers=headers, chunks=(json.dumps(body).encode(),))
