"""`rejoinder check`."""

from __future__ import annotations

import click

from rejoinder.cli import options


@click.command(short_help="Check SQL without running it.")
@click.argument("sql", metavar="SQL|FILE")
@options.as_json
@options.database
def command(sql: str, json: bool, places: options.Places) -> int:
    """Check one statement against the live catalog and the policy. Exits with 1 where something is found.

    `-` reads stdin.
    """
    from rejoinder.cli.checking import show_checking
    from rejoinder.cli.texts import sql_of
    from rejoinder.cli.turns import opened

    text = sql_of(sql)
    with opened(places) as agent:
        return show_checking(text, agent.check(text), json=json)
