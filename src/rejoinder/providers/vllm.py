"""`vllm:NAME`: a model that vLLM serves, which can hold an answer to a schema."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from rejoinder.providers import _opening
from rejoinder.providers._chat import whole
from rejoinder.providers._wire import Way, WireProvider

if TYPE_CHECKING:
    from pydantic_ai.models import Model

_KEYS = ("VLLM_API_KEY",)
_URL = "http://localhost:8000/v1"


def open(name: str, *, url: str | None = None, key: str | None = None) -> WireProvider:
    """A URL comes also from `VLLM_BASE_URL`. Raises `MissingExtra`, `UsageError`."""
    name = _opening.named("vllm", name, "Qwen/Qwen3-Coder-30B-A3B-Instruct")
    _opening.needs("openai", ["openai"])
    url = _opening.http_url(url or os.environ.get("VLLM_BASE_URL") or _URL, "vLLM")
    secret = _opening.key_of(key, _KEYS, "vLLM", required=False)

    def build() -> Model:
        from pydantic_ai.models.openai import OpenAIChatModel
        from pydantic_ai.providers.vllm import VLLMProvider

        return whole(OpenAIChatModel, name, VLLMProvider(base_url=url, api_key=secret))

    return WireProvider(
        _opening.card("vllm", name, build(), url=url, structured=True),
        Way(
            build=build,
            key_name=_KEYS[0],
            secrets=_opening.secrets(secret),
            settings={"max_retries": 0},
            priced=False,
        ),
    )
