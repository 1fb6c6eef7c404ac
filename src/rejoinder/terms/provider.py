"""What is sent to a language model and what comes back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any, Literal

from rejoinder.terms.catalog import Catalog, ColumnRef
from rejoinder.terms.fact import Fact
from rejoinder.terms.limits import Usage
from rejoinder.terms.question import Today
from rejoinder.terms.reading import Reading
from rejoinder.terms.result import Stored


@dataclass(frozen=True, slots=True, kw_only=True)
class Price:
    """US dollars per million tokens."""

    input: Decimal
    output: Decimal
    cache_read: Decimal | None = None
    cache_write: Decimal | None = None

    def of(self, usage: Usage) -> Decimal:
        """What `usage` costs. Cached tokens are counted at their own price where there is one."""
        plain = usage.input_tokens - usage.cache_read_tokens - usage.cache_write_tokens
        read = self.input if self.cache_read is None else self.cache_read
        write = self.input if self.cache_write is None else self.cache_write
        dollars = (
            max(plain, 0) * self.input
            + usage.cache_read_tokens * read
            + usage.cache_write_tokens * write
            + usage.output_tokens * self.output
        )
        return dollars / 1_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelCard:
    """What a provider says of its model."""

    name: str
    """As in `--model`: PROVIDER:NAME."""
    context_tokens: int = 128_000
    price: Price | None = None
    structured: bool = False
    """Whether the answer can be held to a JSON schema; else the text grammar is asked for."""
    local: bool = False
    """Whether nothing leaves this machine."""
    restates: bool = True
    """Whether it can say a follow-up question so that it stands by itself."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """One message of a prompt."""

    role: Literal["user", "assistant"]
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PromptTerms:
    """What a prompt was rendered from, for providers that don't read text.

    `catalog` is the grounded part, as the asker may see it; `earlier` are canonical forms of this turn's
    drafts, which must not be proposed again.
    """

    question: str
    today: Today
    dialect: str
    catalog: Catalog
    values: Mapping[ColumnRef, tuple[Stored, ...]] = field(default_factory=dict)
    facts: tuple[Fact, ...] = ()
    said: tuple[str, ...] = ()
    """What the asker replied to clarifying questions, oldest first."""
    earlier: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Prompt:
    """System text (frozen at `Grounded`), messages, and the terms behind them."""

    system: str
    messages: tuple[Message, ...]
    terms: PromptTerms
    schema: Mapping[str, Any] | None = None
    """The JSON schema of the answer, for providers whose card says `structured`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Completion:
    """What a provider returned for one prompt.

    `text` is the answer as text (the JSON text where it was structured); `reading` is set by providers that
    have no text to read.
    """

    text: str
    usage: Usage = field(default_factory=Usage)
    cost: Decimal | None = None
    """US dollars; None where the price is unknown."""
    model: str = ""
    structured: bool = False
    reading: Reading | None = None
    notes: tuple[str, ...] = ()
    """What the provider wants the asker to know of how it read the question, one sentence each."""
