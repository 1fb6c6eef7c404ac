"""docs/reference/what-is-sent.md, from the code that renders the prompts."""

from __future__ import annotations

from rejoinder.prompts import sent

PATH = "docs/reference/what-is-sent.md"


def text() -> str:
    """The page."""
    return sent.page()
