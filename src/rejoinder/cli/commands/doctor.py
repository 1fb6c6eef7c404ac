"""`rejoinder doctor`."""

from __future__ import annotations

import click

from rejoinder.cli import options


@click.command(short_help="Find what should be put right before anybody asks.")
@click.option(
    "--settings", "all_settings", is_flag=True, help="Every setting, also those that are the default."
)
@options.as_json
@options.places
def command(all_settings: bool, json: bool, places: options.Places) -> int:
    """Try what the database's role could do beyond reading, and tell limits that are off and prices unknown.

    Settings are shown with where each is from: an argument, the environment, a file.

    Exits with 1 where something needs doing; each finding says how.
    """
    from rejoinder.cli.examining import show_examination
    from rejoinder.cli.turns import opened

    with opened(places) as agent:
        found = agent.doctor()
        return show_examination(found, agent.settings, all_settings=all_settings, json=json)
