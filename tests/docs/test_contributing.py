"""CONTRIBUTING.md and .ci/run name only commands of the one list, the Makefile."""

from __future__ import annotations

import re

import pytest
from tests.docs.pages import ROOT


def targets() -> set[str]:
    """The commands of the Makefile that say what they do."""
    return set(re.findall(r"^([a-z-]+):.*## ", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))


@pytest.mark.parametrize("page", ["CONTRIBUTING.md", "README.md", "docs"])
def test_every_command_named_is_on_the_list(page: str):
    path = ROOT / page
    pages = sorted(path.rglob("*.md")) if path.is_dir() else [path]
    named = {
        name for each in pages for name in re.findall(r"`make ([a-z-]+)", each.read_text(encoding="utf-8"))
    }
    assert named <= targets()


def test_contributing_tells_no_other_way():
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    assert not re.search(r"\b(pytest|ruff|mypy|pip|uv|lint-imports) ", text)


def test_every_command_is_phony():
    text = (ROOT / "Makefile").read_text(encoding="utf-8")
    phony = set(re.search(r"^\.PHONY: (.*)$", text, re.MULTILINE).group(1).split())
    assert phony == targets()
