"""What the providers that speak to a service share: one streamed call through pydantic-ai, within one deadline.

Retries are the loop's business (L3), so the client makes none. pydantic-ai and the service's own client are
imported when a provider is opened, never before.
"""

from __future__ import annotations

import asyncio
import copy
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from rejoinder.providers import _faults
from rejoinder.terms.limits import CompletionLimits, Usage
from rejoinder.terms.provider import Completion, ModelCard, Prompt
from rejoinder.terms.reading import Declined, NoSql, Reading

if TYPE_CHECKING:
    from pydantic_ai.messages import ModelMessage, ModelResponse
    from pydantic_ai.models import Model, ModelRequestParameters

_FILTERED = "The model's own content filter stopped the answer."


@dataclass(frozen=True, slots=True, kw_only=True)
class Way:
    """How one service is reached. `build` makes a client; `settings` are those that only this service takes."""

    build: Callable[[], Model]
    key_name: str = ""
    """The environment variable that holds the key, for messages."""
    secrets: tuple[str, ...] = field(default=(), repr=False)
    """Texts that no message may hold."""
    settings: Mapping[str, Any] = field(default_factory=dict)
    around: Callable[[], AbstractContextManager[None]] = nullcontext
    """What every call is made within, where its client has to be told that nobody waits any more."""
    priced: bool = True
    """Whether the service's list prices apply: not where a URL leads somewhere else."""


class WireProvider:
    """A `Provider` over a service."""

    def __init__(self, card: ModelCard, way: Way) -> None:
        self.card = card
        self._way = way
        self._client: tuple[asyncio.AbstractEventLoop, Model] | None = None

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.card.name}>"

    async def complete(self, prompt: Prompt, limits: CompletionLimits) -> Completion:
        """One streamed call. Raises `ProviderError`, or `UsageError` where the service takes no such model."""
        from pydantic_ai.direct import model_request_stream

        started = False
        try:
            model = self._model()
            with self._way.around():
                async with model_request_stream(
                    model,
                    _messages(prompt),
                    model_settings=_settings(model, limits, self._way.settings),  # type: ignore[arg-type]
                    model_request_parameters=_parameters(model, prompt),
                ) as stream:
                    async for _ in stream:
                        started = True
                    response = stream.get()
        except Exception as error:
            seen = _faults.Seen(
                model=self.card.name,
                key_name=self._way.key_name,
                secrets=self._way.secrets,
                seconds=limits.seconds,
                started=started,
            )
            raise _faults.fault(error, seen) from error
        if response.finish_reason in {None, "error"}:
            raise _faults.cut(self.card.name, started=started)
        return self._completion(response, limits, structured=prompt.schema is not None)

    def _model(self) -> Model:
        """The client of the running loop: one is bound to the loop that first used it."""
        loop = asyncio.get_running_loop()
        if self._client is None or self._client[0] is not loop:
            self._client = (loop, self._way.build())
        return self._client[1]

    def _completion(
        self, response: ModelResponse, limits: CompletionLimits, *, structured: bool
    ) -> Completion:
        from pydantic_ai.messages import TextPart

        text = "".join(part.content for part in response.parts if isinstance(part, TextPart))
        return Completion(
            text=text,
            usage=_usage(response),
            cost=_cost(response) if self._way.priced else None,
            model=self.card.name,
            structured=structured,
            reading=_ended_early(response, text, limits),
        )


def _ended_early(response: ModelResponse, text: str, limits: CompletionLimits) -> Reading | None:
    """What the completion says by how it ended: a filter's stop is a decline, and a cut text no statement."""
    if response.finish_reason == "content_filter":
        details = response.provider_details or {}
        refusal = details.get("refusal")
        return Declined(
            refusal if isinstance(refusal, str) and refusal.strip() else text.strip() or _FILTERED
        )
    if response.finish_reason == "length":
        return NoSql(f"The answer was cut off at {limits.tokens:,} tokens.\n{text}".strip())
    return None


def _messages(prompt: Prompt) -> list[ModelMessage]:
    from pydantic_ai.messages import ModelRequest, ModelResponse, TextPart, UserPromptPart

    return [
        ModelRequest(parts=[UserPromptPart(content=message.text)], instructions=prompt.system)
        if message.role == "user"
        else ModelResponse(parts=[TextPart(content=message.text)])
        for message in prompt.messages
    ]


def _parameters(model: Model, prompt: Prompt) -> ModelRequestParameters:
    """The answer is held to the schema where the model can be; elsewhere its JSON is read as it comes."""
    from pydantic_ai.models import ModelRequestParameters
    from pydantic_ai.output import OutputObjectDefinition

    if prompt.schema is None or not model.profile.get("supports_json_schema_output"):
        return ModelRequestParameters()
    schema = copy.deepcopy(dict(prompt.schema))
    return ModelRequestParameters(
        output_mode="native",
        output_object=OutputObjectDefinition(json_schema=schema, name="answer", strict=True),
    )


def _settings(model: Model, limits: CompletionLimits, own: Mapping[str, Any]) -> dict[str, Any]:
    """What every call sets. Only the system prompt is marked for the cache: the rest is never sent twice."""
    settings: dict[str, Any] = {
        "max_tokens": limits.tokens,
        "request_timeout": limits.seconds,
        "cache": {"messages": False},
    }
    profile: Mapping[str, Any] = model.profile
    if profile.get("thinking_always_enabled") or profile.get("thinking_enabled_by_default"):
        # Thinking comes out of the same tokens as the answer.
        settings["thinking"] = "low"
    return settings | dict(own)


def _usage(response: ModelResponse) -> Usage:
    used = response.usage
    return Usage(
        input_tokens=used.input_tokens,
        output_tokens=used.output_tokens,
        cache_read_tokens=used.cache_read_tokens,
        cache_write_tokens=used.cache_write_tokens,
    )


def _cost(response: ModelResponse) -> Decimal | None:
    try:
        return response.cost().total_price
    except (LookupError, ValueError, AssertionError):
        return None
