"""Chat Completions, streamed or not, as OpenAI and the servers that are compatible with it send them."""

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

BASE = "/v1"

_ERRORS = {
    Fault.RATE_LIMIT: (429, "rate_limit_exceeded", "Rate limit reached for requests."),
    Fault.SERVER_ERROR: (500, None, "The server had an error while processing your request."),
    Fault.OVERLOADED: (503, None, "The engine is currently overloaded, please try again later."),
    Fault.QUOTA: (429, "insufficient_quota", "You exceeded your current quota."),
    Fault.BAD_KEY: (401, "invalid_api_key", "Incorrect API key provided: {key}."),
    Fault.FORBIDDEN: (403, None, "Project does not have access to this model: {key}."),
    Fault.UNKNOWN_MODEL: (404, "model_not_found", "The model does not exist."),
    Fault.CONTEXT: (400, "context_length_exceeded", "This model's maximum context length is 8192 tokens."),
    Fault.REJECTED: (400, "invalid_value", "Invalid schema for response_format."),
}
_BROKEN_DOWN = {"error": {"message": "The server had an error.", "type": "server_error", "code": None}}


def respond(spoken: Spoken, request: Request) -> Response:
    """The answer; the error object where the fault is one of the service's own."""
    if spoken.fault in _ERRORS:
        return _error(spoken, request)
    if spoken.fault is Fault.SILENT:
        return Response(ending="silence")
    if not request.body.get("stream"):
        return _whole(spoken, request)
    if spoken.fault is Fault.GARBLED:
        return garbled("text/event-stream")
    return Response(
        headers={"content-type": "text/event-stream"},
        chunks=tuple(_chunks(spoken, str(request.body.get("model", "")))),
        ending=ENDINGS.get(spoken.fault, "whole") if spoken.fault is not None else "whole",
    )


def _chunks(spoken: Spoken, model: str) -> list[bytes]:
    first, rest = spoken.words

    def chunk(delta: dict[str, Any], finish: str | None = None) -> bytes:
        return _event({**_head(model, "chat.completion.chunk"), "choices": [_choice("delta", delta, finish)]})

    if spoken.fault is Fault.CUT_BEFORE:
        return []
    begun = chunk({"role": "assistant", "content": first})
    if spoken.fault in AFTER_FIRST_WORDS:
        then = {Fault.BROKE_DOWN: [_event(_BROKEN_DOWN)], Fault.MANGLED: [b'data: {"id": \xff\xfe}\n\n']}
        return [begun, *then.get(spoken.fault or Fault.CUT, [])]
    usage = _event({**_head(model, "chat.completion.chunk"), "choices": [], "usage": _usage(spoken)})
    if spoken.fault is Fault.FILTERED:
        return [
            chunk({"role": "assistant", "content": None}),
            chunk({"refusal": spoken.text}),
            chunk({}, "stop"),
            usage,
            _done(),
        ]
    if spoken.fault is Fault.NOTHING:
        return [usage, _done()]
    said = [] if spoken.fault in {Fault.EMPTY, Fault.BLOCKED} else [begun, chunk({"content": rest})]
    return [*said, chunk({}, _finish(spoken)), usage, _done()]


def _whole(spoken: Spoken, request: Request) -> Response:
    if spoken.fault is Fault.GARBLED:
        return garbled("application/json")
    message: dict[str, Any] = {"role": "assistant", "content": spoken.text}
    if spoken.fault is Fault.FILTERED:
        message = {"role": "assistant", "content": None, "refusal": spoken.text}
    body = {
        **_head(str(request.body.get("model", "")), "chat.completion"),
        "choices": [_choice("message", message, _finish(spoken))],
        "usage": _usage(spoken),
    }
    cut = spoken.fault in {Fault.CUT, Fault.CUT_BEFORE}
    text = json.dumps(body).encode()
    return Response(
        headers={"content-type": "application/json"},
        chunks=(text[: len(text) // 2] if cut else text,),
        ending="cut" if cut else "whole",
    )


def _error(spoken: Spoken, request: Request) -> Response:
    status, code, message = _ERRORS[spoken.fault or Fault.SERVER_ERROR]
    key = request.headers.get("authorization", "").removeprefix("Bearer ")
    headers = {"content-type": "application/json"}
    if spoken.retry_after is not None:
        headers["retry-after"] = str(spoken.retry_after)
    body = {"error": {"message": message.format(key=key), "type": "error", "param": None, "code": code}}
    return Response(status=status, headers=headers, chunks=(json.dumps(body).encode(),))


def _head(model: str, kind: str) -> dict[str, Any]:
    return {"id": "chatcmpl-1", "object": kind, "created": 1_700_000_000, "model": model}


def _choice(key: str, value: dict[str, Any], finish: str | None) -> dict[str, Any]:
    return {"index": 0, key: value, "finish_reason": finish, "logprobs": None}


def _finish(spoken: Spoken) -> str | None:
    reasons = {Fault.TOO_LONG: "length", Fault.BLOCKED: "content_filter", Fault.UNFINISHED: None}
    return reasons.get(spoken.fault, "stop") if spoken.fault is not None else "stop"


def _usage(spoken: Spoken) -> dict[str, Any]:
    return {
        "prompt_tokens": spoken.input_tokens,
        "completion_tokens": spoken.output_tokens,
        "total_tokens": spoken.input_tokens + spoken.output_tokens,
        "prompt_tokens_details": {"cached_tokens": spoken.cached_tokens},
    }


def _event(body: dict[str, Any]) -> bytes:
    return f"data: {json.dumps(body)}\n\n".encode()


def _done() -> bytes:
    return b"data: [DONE]\n\n"
