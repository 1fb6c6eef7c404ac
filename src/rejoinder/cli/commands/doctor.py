"""`rejoinder doctor`."""

from __future__ import annotations

import click

from rejoinder.cli import options


@click.command(short_help="Find what should be put right before anybody asks.")
@options.as_json
@options.places
def command(json: bool, places: options.Places) -> int:
    """Try what the database's role could do beyond reading, and tell limits that are off and prices unknown.

    Exits with 1 where something needs doing; each finding says how.
    """
    from rejoinder.cli.examining import show_examination
    from rejoinder.cli.turns import opened

    with opened(places) as agent:
        return show_examination(agent.doctor(), json=json)
