"""A reply is the number of a choice, or words."""

from __future__ import annotations

import pytest

from rejoinder.cli.dialogue import Said, read


@pytest.mark.parametrize(
    ("line", "offered", "said"),
    [
        ("2", 3, Said(choice=2)),
        ("0", 3, None),
        ("4", 3, None),
        ("4", 0, Said(text="4")),
        ("only 2024", 3, Said(text="only 2024")),
        ("2 of them", 3, Said(text="2 of them")),
        ("²", 3, Said(text="²")),
    ],
)
def test_a_number_picks_and_anything_else_says(line: str, offered: int, said: Said | None):
    assert read(line, offered) == said
