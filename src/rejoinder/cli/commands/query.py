"""`rejoinder query`."""

from __future__ import annotations

import click

from rejoinder.cli import options


@click.command(short_help="Answer a question.")
@options.asking
def command(asking: options.Asking) -> int:
    """Answer QUESTION: the rows, the SQL behind them, and the reasons to doubt them.

    `-` reads the question from stdin. On a terminal, a clarifying question is asked there and then.
    """
    from rejoinder.cli.turns import put

    return put(asking, lambda agent: agent.query)
