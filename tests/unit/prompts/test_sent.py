"""The page on what leaves the machine lists what the prompts really carry."""

from __future__ import annotations

import importlib
import pkgutil

import pytest

from rejoinder import prompts
from rejoinder.prompts import caps, sent

MODULES = sorted(found.name for found in pkgutil.iter_modules(prompts.__path__))
RENDERING = [
    name for name in MODULES if hasattr(importlib.import_module(f"rejoinder.prompts.{name}"), "render")
]


@pytest.mark.parametrize("name", [name for name in RENDERING if name != "catalog_text"])
def test_what_renders_a_prompt_lists_what_it_sends(name: str):
    assert importlib.import_module(f"rejoinder.prompts.{name}").SENDS


def test_every_cap_is_on_the_page():
    page = sent.page()
    said_in_words = {"NAME", "EXCERPT"}  # of a name or an excerpt inside another text, whose cap is there
    for name, value in vars(caps).items():
        if isinstance(value, int) and name not in said_in_words:
            assert f"{value:,}" in page or str(value) in page, name


def test_the_page_has_a_row_for_everything_and_says_what_is_never_sent():
    page = sent.page()
    assert page.count("\n| ") == 2 + len(sent.everything())
    for line in sent.never():
        assert f"\n- {line}\n" in page
