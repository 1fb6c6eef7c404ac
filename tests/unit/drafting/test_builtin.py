"""The provider `builtin`: the drafter behind the same seam as any model."""

from __future__ import annotations

from decimal import Decimal

import pytest
from tests.unit.drafting.schema import terms

from rejoinder.errors import UsageError
from rejoinder.prompts.reading import read
from rejoinder.providers import builtin
from rejoinder.terms.limits import CompletionLimits, Usage
from rejoinder.terms.provider import Completion, Prompt
from rejoinder.terms.reading import Ask, Declined, Sql


async def complete(question: str) -> Completion:
    prompt = Prompt(system="not for me", messages=(), terms=terms(question))
    return await builtin.open("").complete(prompt, CompletionLimits())


@pytest.mark.parametrize(
    ("question", "kind"),
    [("How many orders are there?", Sql), ("regions", Ask), ("???", Declined)],
    ids=["SQL", "a question back", "a decline"],
)
async def test_a_completion_reads_as_what_the_drafter_said(question: str, kind: type):
    assert isinstance(read(await complete(question)), kind)


async def test_it_costs_nothing_and_says_so():
    completion = await complete("How many orders are there?")
    assert (completion.usage, completion.cost, completion.model) == (Usage(), Decimal(0), "builtin")
    assert builtin.open("").card.price is not None
    assert builtin.open("").card.price.of(Usage(input_tokens=1_000_000, output_tokens=1_000_000)) == 0


def test_its_card_says_that_nothing_leaves_and_that_it_restates_nothing():
    card = builtin.open("").card
    assert (card.name, card.local, card.restates, card.structured) == ("builtin", True, False, False)


@pytest.mark.parametrize(
    ("name", "url", "key", "said"),
    [
        ("large", None, None, "`builtin:large`"),
        ("", "http://localhost:8080", None, "no URL"),
        ("", None, "secret", "no key"),
    ],
    ids=["a model", "a URL", "a key"],
)
def test_what_it_has_no_use_for_is_refused(name: str, url: str | None, key: str | None, said: str):
    with pytest.raises(UsageError, match=said) as refused:
        builtin.open(name, url=url, key=key)
    assert "secret" not in str(refused.value)
