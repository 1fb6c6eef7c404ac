"""Amazon Bedrock's `ConverseStream`: events in AWS's binary framing."""

from __future__ import annotations

import json
import struct
import zlib
from typing import Any

from rejoinder.testing.wires.spoken import AFTER_FIRST_WORDS, ENDINGS, Fault, Request, Response, Spoken

BASE = ""

_STREAM = "application/vnd.amazon.eventstream"
_STRING = 7
"""The framing's number for a header that is text."""

_ERRORS = {
    Fault.RATE_LIMIT: (429, "ThrottlingException", "Too many requests, please wait before trying again."),
    Fault.SERVER_ERROR: (500, "InternalServerException", "The system encountered an unexpected error."),
    Fault.OVERLOADED: (503, "ServiceUnavailableException", "Bedrock is unable to process your request."),
    Fault.QUOTA: (400, "ServiceQuotaExceededException", "Your request exceeds the service quota."),
    Fault.BAD_KEY: (403, "UnrecognizedClientException", "The security token is invalid: {key}"),
    Fault.FORBIDDEN: (403, "AccessDeniedException", "You don't have access to the model: {key}"),
    Fault.UNKNOWN_MODEL: (404, "ResourceNotFoundException", "The model was not found."),
    Fault.CONTEXT: (400, "ValidationException", "Input is too long for requested model."),
    Fault.REJECTED: (400, "ValidationException", "The model takes no schema."),
}
_BROKEN_DOWN = ("exception", "modelStreamErrorException", b'{"message": "The model failed."}')


def respond(spoken: Spoken, request: Request) -> Response:
    """The answer; the error object where the fault is one of the service's own."""
    if spoken.fault in _ERRORS:
        return _error(spoken, request)
    if spoken.fault is Fault.SILENT:
        return Response(ending="silence")
    if spoken.fault is Fault.GARBLED:
        return Response(headers={"content-type": _STREAM}, chunks=(b"data: {nonsense\n\n" * 4,))
    return Response(
        headers={"content-type": _STREAM},
        chunks=tuple(_events(spoken)),
        ending=ENDINGS.get(spoken.fault, "whole") if spoken.fault is not None else "whole",
    )


def _events(spoken: Spoken) -> list[bytes]:
    if spoken.fault is Fault.CUT_BEFORE:
        return []
    first, rest = spoken.words
    start = _event("messageStart", {"role": "assistant"})
    if spoken.fault in AFTER_FIRST_WORDS:
        mangled = _framed("event", "contentBlockDelta", b'{"delta": {"text": \xff\xfe}}')
        then = {Fault.BROKE_DOWN: [_framed(*_BROKEN_DOWN)], Fault.MANGLED: [mangled]}
        return [start, _delta(first), *then.get(spoken.fault or Fault.CUT, [])]
    said = [_delta(first), _delta(rest), _event("contentBlockStop", {"contentBlockIndex": 0})]
    if spoken.fault in {Fault.EMPTY, Fault.BLOCKED}:
        said = []
    reasons = {
        Fault.FILTERED: "content_filtered",
        Fault.BLOCKED: "guardrail_intervened",
        Fault.TOO_LONG: "max_tokens",
    }
    reason = reasons.get(spoken.fault, "end_turn") if spoken.fault is not None else "end_turn"
    usage = {
        "inputTokens": spoken.input_tokens - spoken.cached_tokens,
        "outputTokens": spoken.output_tokens,
        "totalTokens": spoken.input_tokens + spoken.output_tokens,
        "cacheReadInputTokens": spoken.cached_tokens,
    }
    counted = _event("metadata", {"usage": usage, "metrics": {"latencyMs": 1}})
    if spoken.fault is Fault.NOTHING:
        return [counted]
    return [start, *said, _event("messageStop", {"stopReason": reason}), counted]


def _delta(text: str) -> bytes:
    return _event("contentBlockDelta", {"contentBlockIndex": 0, "delta": {"text": text}})


def _event(kind: str, body: dict[str, Any]) -> bytes:
    return _framed("event", kind, json.dumps(body).encode())


def _framed(message: str, kind: str, payload: bytes) -> bytes:
    """One message: two lengths and their checksum, headers, payload, and the checksum of it all."""
    headers = b"".join(
        _header(name, value)
        for name, value in (
            (":message-type", message),
            (f":{message}-type", kind),
            (":content-type", "application/json"),
        )
    )
    lengths = struct.pack(">II", 16 + len(headers) + len(payload), len(headers))
    framed = lengths + struct.pack(">I", zlib.crc32(lengths)) + headers + payload
    return framed + struct.pack(">I", zlib.crc32(framed))


def _header(name: str, value: str) -> bytes:
    return (
        bytes([len(name)]) + name.encode() + bytes([_STRING]) + struct.pack(">H", len(value)) + value.encode()
    )


def _error(spoken: Spoken, request: Request) -> Response:
    status, name, message = _ERRORS[spoken.fault or Fault.SERVER_ERROR]
    headers = {"content-type": "application/json", "x-amzn-errortype": name}
    if spoken.retry_after is not None:
        headers["retry-after"] = str(spoken.retry_after)
    key = request.headers.get("authorization", "").removeprefix("Bearer ")
    body = {"message": message.format(key=key)}
    return Response(status=status, headers=headers, chunks=(json.dumps(body).encode(),))
