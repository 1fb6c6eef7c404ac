"""`ollama:NAME`: a model that Ollama serves, on this machine unless a URL says otherwise."""

from __future__ import annotations

import os
from dataclasses import replace
from decimal import Decimal
from typing import TYPE_CHECKING

from rejoinder.providers import _opening
from rejoinder.providers._chat import whole
from rejoinder.providers._wire import Way, WireProvider
from rejoinder.terms.provider import Price

if TYPE_CHECKING:
    from pydantic_ai.models import Model

_KEYS = ("OLLAMA_API_KEY",)
_URL = "http://localhost:11434/v1"
_CONTEXT_TOKENS = 8_192
"""Ollama cuts a prompt without a word where its own context is smaller than the model's, and it often is."""


def open(name: str, *, url: str | None = None, key: str | None = None) -> WireProvider:
    """A URL comes also from `OLLAMA_BASE_URL`. Raises `MissingExtra`, `UsageError`."""
    name = _opening.named("ollama", name, "qwen3")
    _opening.needs("openai", ["openai"])
    url = _opening.http_url(url or os.environ.get("OLLAMA_BASE_URL") or _URL, "Ollama")
    secret = _opening.key_of(key, _KEYS, "Ollama", required=False)

    def build() -> Model:
        from pydantic_ai.models.ollama import OllamaModel
        from pydantic_ai.providers.ollama import OllamaProvider

        return whole(OllamaModel, name, OllamaProvider(base_url=url, api_key=secret))

    card = _opening.card("ollama", name, build(), url=url, structured=True)
    own = card.local and not name.endswith("-cloud")
    return WireProvider(
        replace(
            card,
            context_tokens=_CONTEXT_TOKENS,
            local=own,
            price=Price(input=Decimal(0), output=Decimal(0)) if own else None,
        ),
        Way(
            build=build,
            key_name=_KEYS[0],
            secrets=_opening.secrets(secret),
            settings={"max_retries": 0},
            priced=False,
        ),
    )
