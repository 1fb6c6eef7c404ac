"""The blocks of code in the pages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.docs.pages import ROOT

PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])


@dataclass(frozen=True, slots=True)
class Block:
    """One block: where it stands, in which language, and its text."""

    page: Path
    line: int
    language: str
    text: str

    @property
    def place(self) -> str:
        """For people and as a test's name."""
        return f"{self.page.relative_to(ROOT)}:{self.line}"


def blocks(language: str) -> Iterator[Block]:
    """Every block in a language."""
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        for found in re.finditer(r"^```(\w+)\n(.*?)^```$", text, re.DOTALL | re.MULTILINE):
            if found[1] == language:
                yield Block(page, text.count("\n", 0, found.start()) + 2, language, found[2])
