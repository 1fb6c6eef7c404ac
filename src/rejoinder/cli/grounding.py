"""What a question is about, and what a model is told of it."""

from __future__ import annotations

import click

import rejoinder
from rejoinder.cli.amounts import counted
from rejoinder.cli.terminal import harmless


def show_grounding(brief: rejoinder.Brief) -> None:
    """The tables and stored values that were chosen, on stderr."""
    grounding = brief.grounding
    whole = "the whole catalog" if grounding.whole else "a part of the catalog"
    _say(f"Grounding: {whole}, {counted(len(grounding.catalog.tables), 'table')}.")
    for table in grounding.catalog.tables:
        _say(f"  {table.ref} ({counted(len(table.columns), 'column')})")
    for column, stored in sorted(grounding.stored.items()):
        _say(f"  {column}: " + ", ".join(repr(each.value) for each in stored))
    for note in grounding.notes:
        _say(f"  {note}")


def show_prompt(prompt: rejoinder.Prompt) -> None:
    """Everything that the first call would send, on stderr."""
    _say("[system]")
    _say(prompt.system)
    for message in prompt.messages:
        _say(f"[{message.role}]")
        _say(message.text)
    _say("[end of the prompt]")


def _say(text: str) -> None:
    click.echo(harmless(text), err=True)
