"""`bedrock:NAME`: a model of Amazon Bedrock, through its Converse API.

The key is a Bedrock API key (`AWS_BEARER_TOKEN_BEDROCK`), or AWS credentials as boto3 finds them; the region is
`AWS_REGION`, `AWS_DEFAULT_REGION` or that of the profile.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from rejoinder.errors import UsageError
from rejoinder.providers import _leaving, _opening
from rejoinder.providers._wire import Way, WireProvider

if TYPE_CHECKING:
    from pydantic_ai.models import Model

_KEYS = ("AWS_BEARER_TOKEN_BEDROCK",)
_SECRETS = ("AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN")
_CONNECT_SECONDS = 10
_READ_SECONDS = 300
"""Longer than any deadline of ours, which ends a call by itself; a connection that was left ends after it."""


def open(name: str, *, url: str | None = None, key: str | None = None) -> WireProvider:
    """Raises `MissingExtra`, and `UsageError` where there are no credentials or no region."""
    name = _opening.named("bedrock", name, "global.anthropic.claude-sonnet-5-5")
    _opening.needs("bedrock", ["boto3"])
    url = _opening.http_url(url, "the Bedrock server") if url is not None else None
    token = key or os.environ.get(_KEYS[0])
    client = _client(url, token)

    def build() -> Model:
        from pydantic_ai.models.bedrock import BedrockConverseModel
        from pydantic_ai.providers.bedrock import BedrockProvider

        return BedrockConverseModel(name, provider=BedrockProvider(bedrock_client=client))

    return WireProvider(
        _opening.card("bedrock", name, build(), url=url, structured=True),
        Way(
            build=build,
            key_name=_KEYS[0],
            secrets=_opening.secrets(token, *map(os.environ.get, _SECRETS)),
            around=_leaving.leaving,
            priced=url is None,
        ),
    )


def _client(url: str | None, token: str | None) -> Any:
    """boto3's own client, which is bound to no loop, with its retries off."""
    import boto3  # type: ignore[import-untyped, unused-ignore]
    from botocore.config import Config  # type: ignore[import-untyped, unused-ignore]

    region = os.environ.get("AWS_REGION")
    session = boto3.Session(botocore_session=_session(token), region_name=region)
    if session.region_name is None:
        raise UsageError("There is no region for Bedrock: set the environment variable `AWS_REGION`.")
    if token is None and session.get_credentials() is None:
        raise UsageError(
            f"There are no credentials for Bedrock: set the environment variable `{_KEYS[0]}`, "
            "or sign in with the AWS command line."
        )
    config = Config(
        retries={"total_max_attempts": 1, "mode": "standard"},
        connect_timeout=_CONNECT_SECONDS,
        read_timeout=_READ_SECONDS,
        signature_version="bearer" if token is not None else None,
    )
    client = session.client("bedrock-runtime", endpoint_url=url, config=config)
    client.meta.events.register("after-call.bedrock-runtime.ConverseStream", _let_go_when_closed)
    client.converse_stream = _leaving.leavable(
        client.converse_stream, lambda response: response["stream"].close()
    )
    return client


def _let_go_when_closed(*, http_response: Any, parsed: dict[str, Any], **_known: object) -> None:
    """A thread may be reading the stream when it is closed, and closing would wait for it: it is woken first."""
    if "stream" in parsed:
        parsed["stream"] = _Stream(parsed["stream"], http_response.raw)


class _Stream:
    """boto3's stream of events, over urllib3's response."""

    def __init__(self, events: Any, response: Any) -> None:
        self._events = events
        self._response = response

    def __iter__(self) -> Iterator[Any]:
        return iter(self._events)

    def close(self) -> None:
        # Nothing is left to wake where the response was read to its end.
        with contextlib.suppress(ValueError, RuntimeError, OSError):
            self._response.shutdown()
        self._events.close()


def _session(token: str | None) -> Any:
    """A session that signs with the token alone, wherever it came from."""
    from botocore.session import Session  # type: ignore[import-untyped, unused-ignore]
    from botocore.tokens import FrozenAuthToken  # type: ignore[import-untyped, unused-ignore]

    if token is None:
        return Session()

    class TokenSession(Session):  # type: ignore[misc, unused-ignore]
        def get_auth_token(self, **_kwargs: object) -> FrozenAuthToken:
            return FrozenAuthToken(token)

        def get_credentials(self) -> None:
            return None

    return TokenSession()
