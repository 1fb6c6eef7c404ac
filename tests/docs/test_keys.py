"""Keys that the pages name are keys of the settings or of the policy."""

from __future__ import annotations

import re

import pytest
from tests.docs.blocks import PAGES
from tests.docs.pages import ROOT

from rejoinder.policy_file import KEYS as OF_POLICY
from rejoinder.settings.keys import KEYS as OF_SETTINGS

ASSIGNED = re.compile(r"`([a-z_][a-z_.]*) = [^`]+`")
KNOWN = {*OF_SETTINGS, *OF_POLICY}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_a_key_that_is_set_in_passing_exists(page):
    assert set(ASSIGNED.findall(page.read_text(encoding="utf-8"))) <= KNOWN


def test_a_key_that_does_not_exist_is_found():
    assert set(ASSIGNED.findall("set `keep_prompts = true` there")) - KNOWN == {"keep_prompts"}
