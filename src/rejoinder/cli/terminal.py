"""What the other end of a stream is, and how to write for it."""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
from typing import Any, TextIO

import click

import rejoinder

_STEERING = re.compile("[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]")
"""What JSON leaves as it is and a terminal would obey."""


def is_terminal(stream: TextIO) -> bool:
    """Whether somebody is looking who can see a line change."""
    return stream.isatty() and os.environ.get("TERM", "") != "dumb"


def colour(stream: TextIO) -> bool:
    """Whether to use colour: on a terminal, unless NO_COLOR says no."""
    return is_terminal(stream) and not os.environ.get("NO_COLOR")


def styled(text: str, stream: TextIO, **style: bool | str) -> str:
    """The text in a style, where the stream shows styles."""
    return click.style(text, **style) if colour(stream) else text  # type: ignore[arg-type]


def width() -> int:
    """Columns of the terminal; 80 where there is none."""
    return shutil.get_terminal_size().columns


def harmless(text: str) -> str:
    """Text from a database or a model, without what would steer a terminal; new lines stay, tabs are blanks."""
    return "\n".join(rejoinder.results.cell_text(line) for line in text.expandtabs(4).split("\n"))


def say(text: str, stream: TextIO, **style: bool | str) -> None:
    """Print text that may be anybody's: it is made harmless first, and styled after that."""
    click.echo(styled(harmless(text), stream, **style), file=stream)


def json_text(value: Any, *, indent: int | None = None) -> str:
    """JSON whose text can't steer a terminal: what it holds reads back unchanged."""
    text = json.dumps(value, ensure_ascii=False, indent=indent)
    return _STEERING.sub(lambda found: f"\\u{ord(found.group()):04x}", text)


def write_data(text: str) -> None:
    """Data for a program, byte for byte, on stdout; where a person is looking, made harmless."""
    if sys.stdout.isatty():
        click.echo(harmless(text), nl=False)
    else:
        # Not `click.echo`, which takes escapes out of what isn't a terminal: they are in the data.
        sys.stdout.write(text)
