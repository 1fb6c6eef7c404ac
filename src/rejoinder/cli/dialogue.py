"""A clarifying question, asked there and then: by number, or in words."""

from __future__ import annotations

from dataclasses import dataclass

import click

import rejoinder
from rejoinder.cli.answer import show_clarify


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """What the asker replied: the number of a choice, or words."""

    choice: int | None = None
    text: str | None = None


def ask_there_and_then(outcome: rejoinder.Outcome) -> Said | None:
    """Show the question with its choices and read a reply; None where the asker would rather stop."""
    show_clarify(outcome)
    most = len(outcome.choices)
    hint = f"1 to {most}, or in your own words" if most else "in your own words"
    while True:
        try:
            line = input(f"Your reply ({hint}; Enter to stop): ").strip()
        except EOFError:
            click.echo()
            return None
        if not line:
            return None
        said = read(line, most)
        if said is not None:
            return said
        click.echo(f"There is no choice {line}.")


def read(line: str, most: int) -> Said | None:
    """A number is a choice; anything else is words. None for a number that isn't offered."""
    if not line.isdecimal():
        return Said(text=line)
    if not most:
        return Said(text=line)
    number = int(line)
    return Said(choice=number) if 1 <= number <= most else None
