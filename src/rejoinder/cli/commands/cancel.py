"""`rejoinder cancel`."""

from __future__ import annotations

import click

from rejoinder.cli import options


@click.command(short_help="End a run, wherever it is being driven.")
@click.argument("run", required=False)
@click.option("--last", is_flag=True, help="The newest run that hasn't ended.")
@options.ledger
def command(run: str | None, last: bool, places: options.Places) -> int:
    """End RUN. A statement that is under way is stopped in the database."""
    from rejoinder.cli.runs import found_run
    from rejoinder.cli.turns import opened

    found = found_run(places, run, last=last, end="open")
    with opened(places) as agent:
        agent.cancel(found.run, by="rejoinder cancel")
    click.echo(f"Cancelled run {found.run}.")
    return 0
