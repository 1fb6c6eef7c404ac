"""What a story is: a row of what happened, what was done, and how it ended."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Story:
    """`turns` as `telling.tell` takes them; `steps` is everything that was done, in order."""

    rule: str
    title: str
    turns: tuple[tuple[str, ...], ...]
    steps: str
    end: str
    given: Mapping[str, Any]


def story(rule: str, title: str, *turns: tuple[str, ...], steps: str, end: str, **given: Any) -> Story:
    """A row; `given` is what is unusual about the question."""
    return Story(rule, title, turns, steps, end, given)


RUN = "Check Estimate Execute Judge"
"""What a draft goes through when all goes well."""
FIRST = f"Ground Draft {RUN}"
