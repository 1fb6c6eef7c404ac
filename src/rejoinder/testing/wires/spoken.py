"""What a model server is told to say, whatever the format."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Literal, Protocol


class Fault(StrEnum):
    """What can go wrong."""

    RATE_LIMIT = "rate_limit"
    """429, with `retry_after` where the service tells it."""
    SERVER_ERROR = "server_error"
    OVERLOADED = "overloaded"
    QUOTA = "quota"
    """No credit is left: waiting doesn't help."""
    BAD_KEY = "bad_key"
    FORBIDDEN = "forbidden"
    """The key is good, but may not use this model."""
    UNKNOWN_MODEL = "unknown_model"
    CONTEXT = "context"
    """The prompt is longer than the model can read."""
    REJECTED = "rejected"
    """The service doesn't take such a request: a setting or a schema that it doesn't know."""
    CUT = "cut"
    """The connection breaks after the first words."""
    CUT_BEFORE = "cut_before"
    """The connection breaks before them."""
    UNFINISHED = "unfinished"
    """The stream ends politely, but before the answer does."""
    BROKE_DOWN = "broke_down"
    """The first words, then the service's own error inside the stream."""
    NOTHING = "nothing"
    """A success without a choice in it, nor an end."""
    EMPTY = "empty"
    """An answer with nothing in it."""
    FILTERED = "filtered"
    """The model's own refusal, with its words."""
    BLOCKED = "blocked"
    """The service's content filter stops the answer, and nothing says why."""
    TOO_LONG = "too_long"
    """The answer is cut off at the limit of its tokens."""
    SILENT = "silent"
    """Nothing, until the client gives up."""
    SILENT_AFTER = "silent_after"
    """The first words, then nothing."""
    GARBLED = "garbled"
    """200, and then what isn't JSON."""
    MANGLED = "mangled"
    """The first words, then bytes that aren't UTF-8."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Spoken:
    """One answer of the server."""

    text: str = ""
    fault: Fault | None = None
    retry_after: int | None = None
    """Seconds."""
    input_tokens: int = 100
    output_tokens: int = 20
    cached_tokens: int = 0
    """Of the input, those that the service read from its cache."""

    @property
    def words(self) -> tuple[str, str]:
        """The text in two pieces, as a stream would bring it."""
        half = len(self.text) // 2
        return self.text[:half], self.text[half:]


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """One request that the server received."""

    path: str
    headers: Mapping[str, str]
    """With names in lower case."""
    body: Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Response:
    """What goes out. After the chunks the answer is `whole`, the connection is `cut`, or there is `silence`."""

    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    chunks: tuple[bytes, ...] = ()
    ending: Literal["whole", "cut", "silence"] = "whole"


class Wire(Protocol):
    """A format: a module beside this one."""

    BASE: str

    def respond(self, spoken: Spoken, request: Request) -> Response:
        """The answer in this format."""
        ...


AFTER_FIRST_WORDS = frozenset(
    {Fault.CUT, Fault.UNFINISHED, Fault.SILENT_AFTER, Fault.BROKE_DOWN, Fault.MANGLED}
)
"""The faults that come after the first words."""

ENDINGS: Mapping[Fault, Literal["cut", "silence"]] = {
    Fault.CUT: "cut",
    Fault.CUT_BEFORE: "cut",
    Fault.SILENT_AFTER: "silence",
}


def garbled(content_type: str) -> Response:
    """A success that nobody can read."""
    return Response(headers={"content-type": content_type}, chunks=(b"data: {nonsense\n\n",))
