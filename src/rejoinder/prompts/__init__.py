"""What is said to a language model and how its answer is read: one file a prompt. Pure."""

from __future__ import annotations

from rejoinder.prompts.catalog_text import tokens as _tokens
from rejoinder.terms.provider import Prompt

PROMPT_VERSION = 2
"""Goes up whenever a rendered prompt changes, so that the ledger can tell old attempts from new ones."""


def tokens(prompt: Prompt) -> int:
    """How many tokens a prompt is estimated at."""
    return _tokens(prompt.system) + sum(_tokens(message.text) for message in prompt.messages)
