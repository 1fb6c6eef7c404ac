"""`rejoinder show`."""

from __future__ import annotations

import click

from rejoinder.cli import options


@click.command(short_help="Tell everything that happened in a run.")
@click.argument("run", required=False)
@click.option("--last", is_flag=True, help="The newest run.")
@click.option("--follow", is_flag=True, help="Go on telling until the run ends.")
@options.as_json
@options.ledger
def command(run: str | None, last: bool, follow: bool, json: bool, places: options.Places) -> int:
    """Tell the story of RUN, event by event: every draft, error, repair and price, and how it ended."""
    from rejoinder.cli.runs import found_run, tell
    from rejoinder.cli.turns import opened

    found = found_run(places, run, last=last)
    with opened(places) as agent:
        tell(agent.watch(found.run) if follow else agent.show(found.run), json=json)
    return 0
