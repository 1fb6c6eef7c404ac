"""What every provider that speaks to a service over HTTP keeps, whatever the service does.

Nothing is pretended but the service: the provider's own client speaks to a `ModelServer` on loopback.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator, Mapping
from typing import ClassVar

import pytest

from rejoinder.errors import ProviderError
from rejoinder.ports import Provider
from rejoinder.prompts import answer
from rejoinder.prompts.reading import read
from rejoinder.terms.limits import CompletionLimits
from rejoinder.terms.provider import Completion, Message
from rejoinder.terms.reading import Reading
from rejoinder.testing._wire_cases import ANSWER, ENDING_EARLY, FAILING, SAID, STRUCTURED, Failing
from rejoinder.testing.model_server import ModelServer
from rejoinder.testing.provider_contract import LIMITS, QUESTION, SYSTEM, ProviderContract, completed, prompt
from rejoinder.testing.wires.spoken import Fault, Spoken, Wire

KEY = "key-of-the-contract"
SCHEMA = {
    "type": "object",
    "properties": {"quite_unmistakable": {"type": "string"}},
    "required": ["quite_unmistakable"],
    "additionalProperties": False,
}
_SOON = CompletionLimits(tokens=321, seconds=0.5)
_LONG_SECONDS, _MOMENT_SECONDS = 30.0, 0.5


class WireContract(ProviderContract):
    """The format is `wire`; `open` opens the provider on a URL with the contract's `KEY`."""

    wire: ClassVar[Wire]
    stays_until_answered: ClassVar[bool] = False
    """A gap: the client can't hang up on a service that hasn't begun to answer. Nobody waits for it."""

    def open(self, url: str) -> Provider:
        """The provider, at a service of this URL."""
        raise NotImplementedError

    @pytest.fixture
    def server(self) -> Iterator[ModelServer]:
        """A service that always says the same."""
        with self.serving(
            Spoken(text=ANSWER, input_tokens=100, output_tokens=20, cached_tokens=40)
        ) as server:
            yield server

    @pytest.fixture
    def provider(self, server: ModelServer) -> Provider:
        """The provider, at that service."""
        return self.open(server.url)

    def serving(self, *script: Spoken) -> ModelServer:
        """A service that follows a script, and says its last line for ever."""
        return ModelServer(script, wire=self.wire, repeat=True)

    def failed(self, spoken: Spoken, limits: CompletionLimits = LIMITS) -> tuple[ProviderError, int]:
        """The error of one call, and how many requests it made."""
        with self.serving(spoken) as server:
            with pytest.raises(ProviderError) as raised:
                completed(self.open(server.url), limits=limits)
            return raised.value, len(server.requests)

    def test_the_answer_comes_whole_in_any_script(self, provider: Provider) -> None:
        assert completed(provider).text == ANSWER

    def test_tokens_are_the_servers_own_count(self, provider: Provider) -> None:
        used = completed(provider).usage
        assert (used.input_tokens, used.output_tokens, used.cache_read_tokens) == (100, 20, 40)

    def test_everything_is_sent_once_and_in_order(self, provider: Provider, server: ModelServer) -> None:
        earlier = (Message(role="user", text="First."), Message(role="assistant", text="Second."))
        completed(provider, earlier=earlier)
        (request,) = server.requests
        sent = json.dumps(request.body)
        for text in (SYSTEM, "First.", "Second.", QUESTION):
            assert sent.count(text) == 1
        assert sent.index("First.") < sent.index("Second.") < sent.index(QUESTION)

    def test_the_server_is_told_the_bound_in_tokens(self, provider: Provider, server: ModelServer) -> None:
        completed(provider)
        assert ": 321" in json.dumps(server.requests[0].body)

    def test_the_answer_is_held_to_a_schema_where_the_card_says_so(
        self, provider: Provider, server: ModelServer
    ) -> None:
        structured = provider.card.structured
        found = completed(provider, schema=SCHEMA if structured else None)
        assert ("quite_unmistakable" in json.dumps(server.requests[0].body)) is structured
        assert found.structured is structured

    @pytest.mark.parametrize("case", FAILING, ids=lambda case: case.fault.value)
    def test_a_server_that_fails_is_asked_once_and_the_error_says_what_may_help(self, case: Failing) -> None:
        silent = case.reason == "timeout"
        error, requests = self.failed(Spoken(text=ANSWER, fault=case.fault), _SOON if silent else LIMITS)
        assert (error.reason, error.transient, error.started) == (case.reason, case.transient, case.started)
        assert requests == 1
        assert str(error).endswith((".", "`", ")"))

    @pytest.mark.parametrize("fault", [Fault.RATE_LIMIT, Fault.OVERLOADED])
    @pytest.mark.parametrize("seconds", [2, 3600, None])
    def test_how_long_to_wait_is_told_where_the_server_tells_it(
        self, fault: Fault, seconds: int | None
    ) -> None:
        error, _ = self.failed(Spoken(fault=fault, retry_after=seconds))
        assert error.retry_after == seconds

    @pytest.mark.parametrize("fault", [Fault.BAD_KEY, Fault.FORBIDDEN, Fault.UNKNOWN_MODEL, Fault.GARBLED])
    def test_no_message_holds_the_key(self, fault: Fault) -> None:
        error, _ = self.failed(Spoken(text=ANSWER, fault=fault))
        assert KEY not in str(error)

    def test_it_never_shows_its_key(self, provider: Provider) -> None:
        assert KEY not in repr(provider)

    @pytest.mark.parametrize(("fault", "reading"), ENDING_EARLY, ids=lambda value: str(value)[:12])
    def test_an_answer_that_ended_early_is_read_as_what_it_is(
        self, fault: Fault, reading: Reading | None
    ) -> None:
        with self.serving(Spoken(text="I won't say that.", fault=fault)) as server:
            found = completed(self.open(server.url))
        assert found.reading == reading
        assert (found.usage.input_tokens, found.usage.output_tokens) == (100, 20)
        assert found.text == "" or fault not in {Fault.EMPTY, Fault.BLOCKED}

    @pytest.mark.parametrize(("text", "reading"), SAID.values(), ids=SAID)
    def test_what_a_model_says_is_read_as_it_is_meant(self, text: str, reading: Reading) -> None:
        with self.serving(Spoken(text=text)) as server:
            assert read(completed(self.open(server.url))) == reading

    @pytest.mark.parametrize(("value", "reading"), STRUCTURED.values(), ids=STRUCTURED)
    def test_an_answer_by_the_schema_is_read_as_it_is_meant(
        self, value: Mapping[str, object], reading: Reading
    ) -> None:
        with self.serving(Spoken(text=json.dumps(value))) as server:
            provider = self.open(server.url)
            found = completed(provider, schema=answer.schema(structured=provider.card.structured))
        assert read(found) == reading

    @pytest.mark.parametrize("fault", [Fault.SILENT, Fault.SILENT_AFTER])
    def test_a_cancelled_call_hangs_up(self, fault: Fault) -> None:
        async def cancelled(provider: Provider) -> None:
            call = asyncio.create_task(provider.complete(prompt(), LIMITS))
            assert await asyncio.to_thread(server.wait_until_silent)
            call.cancel()
            with pytest.raises(asyncio.CancelledError):
                await call

        with self.serving(Spoken(text=ANSWER, fault=fault)) as server:
            asyncio.run(cancelled(self.open(server.url)))
            self.has_hung_up(server, fault)

    @pytest.mark.parametrize("fault", [Fault.SILENT, Fault.SILENT_AFTER])
    def test_a_call_past_its_deadline_hangs_up(self, fault: Fault) -> None:
        with self.serving(Spoken(text=ANSWER, fault=fault)) as server:
            with pytest.raises(ProviderError, match=r"within 0\.5 seconds"):
                completed(self.open(server.url), limits=_SOON)
            self.has_hung_up(server, fault)

    def has_hung_up(self, server: ModelServer, fault: Fault) -> None:
        """The client has closed its connection, but for the gap; one that closes has to be taken out."""
        stays = self.stays_until_answered and fault is Fault.SILENT
        assert server.wait_until_left(_MOMENT_SECONDS if stays else _LONG_SECONDS) is not stays

    def test_a_server_that_is_not_there_is_an_error_that_may_pass(self) -> None:
        with self.serving(Spoken(text=ANSWER)) as server:
            gone = server.url
        with pytest.raises(ProviderError) as raised:
            completed(self.open(gone))
        assert (raised.value.reason, raised.value.transient) == ("connection", True)

    def test_a_server_that_recovers_answers_the_next_call(self) -> None:
        async def twice(provider: Provider) -> Completion:
            with pytest.raises(ProviderError):
                await provider.complete(prompt(), LIMITS)
            return await provider.complete(prompt(), LIMITS)

        with self.serving(Spoken(fault=Fault.OVERLOADED), Spoken(text=ANSWER)) as server:
            assert asyncio.run(twice(self.open(server.url))).text == ANSWER
