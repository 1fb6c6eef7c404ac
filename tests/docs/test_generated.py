"""Generated pages say what the code says."""

from __future__ import annotations

import pytest
from tests.docs.pages import ROOT, pages


@pytest.mark.parametrize(("path", "text"), [pytest.param(*page, id=page[0].name) for page in pages()])
def test_the_page_is_what_make_docs_would_write(path, text):
    assert path.is_file(), f"`make docs` writes {path.relative_to(ROOT)}"
    assert path.read_text(encoding="utf-8") == text, f"`make docs` writes {path.relative_to(ROOT)} anew"
