"""What every provider keeps, as a class of tests.

A provider's own tests derive from it and bring the fixture `provider`:

    class TestMine(ProviderContract):
        @pytest.fixture
        def provider(self):
            return mine.open("some-model")

One that speaks to a service over HTTP derives from `WireContract` instead, and says in which format: it is then
also tried with everything that a service does wrong. pytest explains a failure well only after
`pytest.register_assert_rewrite("rejoinder.testing")` in a `conftest.py`.
"""

from __future__ import annotations

import asyncio
import datetime as dt
from collections.abc import Mapping
from typing import Any

import pytest

from rejoinder.ports import Provider
from rejoinder.terms.catalog import Catalog, Column, Table, TableRef
from rejoinder.terms.limits import CompletionLimits
from rejoinder.terms.provider import Completion, Message, Prompt, PromptTerms
from rejoinder.terms.question import Today

QUESTION = "How many cities are there?"
SYSTEM = "You write SQL. The table is city."
LIMITS = CompletionLimits(tokens=321, seconds=30.0)


def prompt(
    question: str = QUESTION,
    *,
    system: str = SYSTEM,
    earlier: tuple[Message, ...] = (),
    schema: Mapping[str, Any] | None = None,
) -> Prompt:
    """A prompt about a database with one table, as text and as the terms behind it."""
    city = Table(
        ref=TableRef("", "city"),
        columns=(Column(name="name", type="TEXT"), Column(name="people", type="INTEGER")),
    )
    terms = PromptTerms(
        question=question,
        today=Today(date=dt.date(2026, 3, 14)),
        dialect="sqlite",
        catalog=Catalog(fingerprint="one table", tables=(city,)),
    )
    messages = (*earlier, Message(role="user", text=question))
    return Prompt(system=system, messages=messages, terms=terms, schema=schema)


def completed(provider: Provider, *, limits: CompletionLimits = LIMITS, **parts: Any) -> Completion:
    """One completion, in a loop of its own."""
    return asyncio.run(provider.complete(prompt(**parts), limits))


class ProviderContract:
    """What the loop relies on, whatever the model."""

    @pytest.fixture
    def provider(self) -> Provider:
        """The provider, ready to be asked; it answers more than once."""
        raise NotImplementedError

    def test_its_card_names_it_as_the_setting_does(self, provider: Provider) -> None:
        kind, _, _ = provider.card.name.partition(":")
        assert kind.isidentifier()
        assert provider.card.context_tokens > 0

    def test_a_completion_holds_something_to_read(self, provider: Provider) -> None:
        found = completed(provider)
        assert found.text.strip() or found.reading is not None
        assert found.model == provider.card.name

    def test_it_counts_what_it_used(self, provider: Provider) -> None:
        used = completed(provider).usage
        assert (
            min(used.input_tokens, used.output_tokens, used.cache_read_tokens, used.cache_write_tokens) >= 0
        )
        assert used.cache_read_tokens + used.cache_write_tokens <= used.input_tokens

    def test_it_serves_one_loop_after_another(self, provider: Provider) -> None:
        first, second = completed(provider), completed(provider)
        assert (first.text, first.reading) == (second.text, second.reading)

    def test_calls_at_once_do_not_disturb_each_other(self, provider: Provider) -> None:
        async def at_once() -> list[Completion]:
            return await asyncio.gather(*(provider.complete(prompt(), LIMITS) for _ in range(5)))

        found = asyncio.run(at_once())
        assert len({(each.text, str(each.reading)) for each in found}) == 1

    def test_a_longer_conversation_is_taken(self, provider: Provider) -> None:
        earlier = (
            Message(role="user", text="How many rivers are there?"),
            Message(role="assistant", text="```sql\nSELECT count(*) FROM river\n```"),
        )
        found = completed(provider, earlier=earlier)
        assert found.text.strip() or found.reading is not None
