"""What the other end of a stream is, and how to write for it."""

from __future__ import annotations

import os
import shutil
from typing import TextIO

import click

import rejoinder


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
