"""Every link between the pages leads somewhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.docs.blocks import PAGES
from tests.docs.pages import ROOT


def anchor(heading: str) -> str:
    """As web pages of a repository make it from a heading."""
    return re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")


def broken(page: Path, text: str) -> list[str]:
    """The links of a page that lead nowhere."""
    found = []
    plain = re.sub(r"```.*?```|`[^`]*`", "", text, flags=re.DOTALL)
    for target in re.findall(r"\]\(([^)\s]+)\)", plain):
        if target.startswith(("http:", "https:", "mailto:")):
            continue
        name, _, part = target.partition("#")
        path = (page.parent / name) if name else page
        if not path.exists():
            found.append(target)
        elif part and path.suffix == ".md":
            headings = re.findall(r"^#+ (.*)$", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
            if part not in map(anchor, headings):
                found.append(target)
    return found


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_leads_somewhere(page: Path):
    assert broken(page, page.read_text(encoding="utf-8")) == []


def test_a_link_to_nowhere_is_found():
    page = ROOT / "README.md"
    assert broken(page, "[x](docs/nowhere.md)") == ["docs/nowhere.md"]
    assert broken(page, "[x](README.md#nowhere)") == ["README.md#nowhere"]
    assert broken(page, "[x](README.md#start) `[y](z)`") == []
