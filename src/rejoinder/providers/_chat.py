"""What the providers that speak Chat Completions share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pydantic_ai.models import Model
    from pydantic_ai.models.openai import OpenAIChatModel


def whole(kind: type[OpenAIChatModel], name: str, provider: Any) -> Model:
    """A model that takes a stream without a finish reason for what it is: an answer that broke off."""
    from pydantic_ai.profiles import merge_profile
    from pydantic_ai.profiles.openai import OpenAIModelProfile

    strict = OpenAIModelProfile(openai_chat_streaming_requires_finish_reason=True)
    usual = kind(name, provider=provider).profile
    return kind(name, provider=provider, profile=merge_profile(usual, strict))
