"""`rejoinder ask`."""

from __future__ import annotations

import click

from rejoinder.cli import options


@click.command(short_help="Draft, check and price the SQL for a question, without running it.")
@options.asking
def command(asking: options.Asking) -> int:
    """Draft, check and price the SQL for QUESTION. Nothing is run.

    `-` reads the question from stdin.
    """
    from rejoinder.cli.turns import put

    return put(asking, lambda agent: agent.ask)
