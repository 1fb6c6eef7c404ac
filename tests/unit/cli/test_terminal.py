"""Text from outside can't steer a terminal."""

from __future__ import annotations

import pytest

from rejoinder.cli.terminal import harmless


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain, naïve, 日本語", "plain, naïve, 日本語"),
        ("two\nlines\tand a tab", "two\nlines   and a tab"),
        ("\x1b[31mred", "\\x1b[31mred"),
        ("over\rwritten\x08", "over\\rwritten\\x08"),
        ("txt.\u202eexe", "txt.\\u202eexe"),
        ("\x9b31m", "\\x9b31m"),
    ],
)
def test_control_characters_are_shown_not_sent(text: str, shown: str):
    assert harmless(text) == shown
