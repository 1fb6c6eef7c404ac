"""`llamacpp:NAME`: what a llama.cpp server has loaded, on this machine unless a URL says otherwise."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from rejoinder.providers import _opening
from rejoinder.providers._chat import whole
from rejoinder.providers._wire import Way, WireProvider

if TYPE_CHECKING:
    from pydantic_ai.models import Model

_KEYS = ("LLAMA_API_KEY",)
_URL = "http://localhost:8080/v1"
_CONTEXT_TOKENS = 8_192
"""The server is started with a context of its own, which it doesn't tell; this one is usual."""


def open(name: str, *, url: str | None = None, key: str | None = None) -> WireProvider:
    """The name may be left out: the server has one model. Raises `MissingExtra`, `UsageError`."""
    name = name.strip() or "default"
    _opening.needs("openai", ["openai"])
    url = _opening.http_url(url or _URL, "llama.cpp")
    secret = _opening.key_of(key, _KEYS, "llama.cpp", required=False)

    def build() -> Model:
        from pydantic_ai.models.openai import OpenAIChatModel
        from pydantic_ai.providers.openai_compatible import OpenAICompatibleProvider

        provider = OpenAICompatibleProvider("llamacpp", base_url=url, api_key=secret)
        return whole(OpenAIChatModel, name, provider)

    card = _opening.card("llamacpp", name, build(), url=url, structured=False)
    return WireProvider(
        replace(card, context_tokens=_CONTEXT_TOKENS),
        Way(
            build=build,
            key_name=_KEYS[0],
            secrets=_opening.secrets(secret),
            settings={"max_retries": 0},
            priced=False,
        ),
    )
