"""Text from outside can't steer a terminal."""

from __future__ import annotations

import io
import json

import pytest

from rejoinder.cli.terminal import harmless, json_text, say


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


@pytest.mark.parametrize("text", ["\x1b[31mred", "\x9b5m", "txt.\u202eexe", "\x7f", "\ufeff"])
def test_what_is_said_or_given_as_json_steers_no_terminal(text: str):
    stream = io.StringIO()
    say(text, stream, fg="cyan")
    assert text not in stream.getvalue()
    assert text not in json_text({text: text})
    assert json.loads(json_text({text: text})) == {text: text}
