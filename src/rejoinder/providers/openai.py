"""`openai:NAME`: OpenAI's Chat Completions, or with a URL any server that speaks them.

A server that only speaks the same protocol may not hold an answer to a schema, so there the text grammar is used.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from rejoinder.providers import _opening
from rejoinder.providers._chat import whole
from rejoinder.providers._wire import Way, WireProvider

if TYPE_CHECKING:
    from pydantic_ai.models import Model

_KEYS = ("OPENAI_API_KEY",)


def open(name: str, *, url: str | None = None, key: str | None = None) -> WireProvider:
    """The key comes from `OPENAI_API_KEY`, a URL also from `OPENAI_BASE_URL`. Raises `MissingExtra`, `UsageError`."""
    name = _opening.named("openai", name, "gpt-5.6-terra")
    _opening.needs("openai", ["openai"])
    url = url or os.environ.get("OPENAI_BASE_URL") or None
    url = _opening.http_url(url, "the OpenAI-compatible server") if url is not None else None
    secret = _opening.key_of(key, _KEYS, "OpenAI", required=url is None)

    def build() -> Model:
        from pydantic_ai.models.openai import OpenAIChatModel
        from pydantic_ai.providers.openai import OpenAIProvider
        from pydantic_ai.providers.openai_compatible import OpenAICompatibleProvider

        if url is None:
            return whole(OpenAIChatModel, name, OpenAIProvider(api_key=secret))
        provider = OpenAICompatibleProvider("openai-compatible", base_url=url, api_key=secret)
        return whole(OpenAIChatModel, name, provider)

    return WireProvider(
        _opening.card("openai", name, build(), url=url, structured=url is None),
        Way(
            build=build,
            key_name=_KEYS[0],
            secrets=_opening.secrets(secret),
            settings={"max_retries": 0},
            priced=url is None,
        ),
    )
