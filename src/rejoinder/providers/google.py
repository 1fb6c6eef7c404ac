"""`google:NAME`: Gemini, through the Gemini API."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rejoinder.providers import _opening
from rejoinder.providers._wire import Way, WireProvider

if TYPE_CHECKING:
    from pydantic_ai.models import Model

_KEYS = ("GOOGLE_API_KEY", "GEMINI_API_KEY")


def open(name: str, *, url: str | None = None, key: str | None = None) -> WireProvider:
    """The key comes from `GOOGLE_API_KEY` or `GEMINI_API_KEY`. Raises `MissingExtra`, `UsageError`."""
    name = _opening.named("google", name, "gemini-3.8-flash")
    _opening.needs("google", ["google.genai"])
    url = _opening.http_url(url, "the Gemini server") if url is not None else None
    secret = _opening.key_of(key, _KEYS, "Google", required=url is None)

    def build() -> Model:
        from pydantic_ai.models.google import GoogleModel
        from pydantic_ai.providers.google import GoogleProvider

        return GoogleModel(name, provider=GoogleProvider(api_key=secret, base_url=url))

    return WireProvider(
        _opening.card("google", name, build(), url=url, structured=True),
        Way(
            build=build,
            key_name=_KEYS[0],
            secrets=_opening.secrets(secret),
            settings={"max_retries": 0},
            priced=url is None,
        ),
    )
