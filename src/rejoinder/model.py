"""The model as a run sees it: a provider that answers within its time, and what the answer cost."""

from __future__ import annotations

import asyncio
from decimal import Decimal

from rejoinder.errors import ProviderError
from rejoinder.ports import Provider
from rejoinder.terms.limits import CompletionLimits
from rejoinder.terms.provider import Completion, ModelCard, Prompt


class Model:
    """A provider held to the time that a step was given."""

    def __init__(self, provider: Provider) -> None:
        self._provider = provider

    @property
    def card(self) -> ModelCard:
        """What the provider says of itself."""
        return self._provider.card

    async def complete(self, prompt: Prompt, limits: CompletionLimits) -> Completion:
        """The answer. Raises `ProviderError` when there is none within `limits.seconds`."""
        try:
            async with asyncio.timeout(limits.seconds):
                return await self._provider.complete(prompt, limits)
        except TimeoutError as error:
            raise ProviderError(
                f"The model `{self.card.name}` gave no answer within {limits.seconds:.0f} seconds.",
                reason="timeout",
            ) from error

    def cost(self, completion: Completion) -> Decimal | None:
        """Dollars: what the provider was told, else its card's price of what was used; None where neither is."""
        if completion.cost is not None or self.card.price is None:
            return completion.cost
        return self.card.price.of(completion.usage)
