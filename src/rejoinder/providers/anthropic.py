"""`anthropic:NAME`: Claude, through Anthropic's Messages API or a server that speaks it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rejoinder.providers import _opening
from rejoinder.providers._wire import Way, WireProvider

if TYPE_CHECKING:
    from pydantic_ai.models import Model

_KEYS = ("ANTHROPIC_API_KEY",)


def open(name: str, *, url: str | None = None, key: str | None = None) -> WireProvider:
    """The key comes from `ANTHROPIC_API_KEY`. Raises `MissingExtra`, `UsageError`."""
    name = _opening.named("anthropic", name, "claude-sonnet-5-5")
    _opening.needs("anthropic", ["anthropic"])
    url = _opening.http_url(url, "the Anthropic server") if url is not None else None
    secret = _opening.key_of(key, _KEYS, "Anthropic", required=url is None)

    def build() -> Model:
        from pydantic_ai.models.anthropic import AnthropicModel
        from pydantic_ai.providers.anthropic import AnthropicProvider

        return AnthropicModel(name, provider=AnthropicProvider(api_key=secret, base_url=url))

    return WireProvider(
        _opening.card("anthropic", name, build(), url=url, structured=True),
        Way(
            build=build,
            key_name=_KEYS[0],
            secrets=_opening.secrets(secret),
            settings={"max_retries": 0},
            priced=url is None,
        ),
    )
