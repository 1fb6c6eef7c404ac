"""`builtin`: the drafter that comes with rejoinder. No model, no key, no network; simple questions in English."""

from __future__ import annotations

from decimal import Decimal

from rejoinder.drafting import read_question
from rejoinder.errors import UsageError
from rejoinder.terms.limits import CompletionLimits
from rejoinder.terms.provider import Completion, ModelCard, Price, Prompt

_FREE = Price(input=Decimal(0), output=Decimal(0))


class BuiltinProvider:
    """Reads the terms of a prompt, never its text, and gives back a reading."""

    card = ModelCard(name="builtin", price=_FREE, local=True, restates=False)

    async def complete(self, prompt: Prompt, limits: CompletionLimits) -> Completion:
        """The drafter's reading. It takes milliseconds, so `limits` have nothing to cut. Raises nothing."""
        read = read_question(prompt.terms)
        return Completion(text="", reading=read.reading, cost=Decimal(0), model="builtin", notes=read.notes)


def open(name: str, *, url: str | None = None, key: str | None = None) -> BuiltinProvider:
    """`builtin` alone. Raises `UsageError` where a model, a URL or a key is given: it has none."""
    if name:
        raise UsageError(
            f"The built-in drafter has no models to choose from: `builtin`, not `builtin:{name}`."
        )
    if url or key:
        raise UsageError("The built-in drafter needs no URL and no key. Leave them out, or name a model.")
    return BuiltinProvider()
