"""`rejoinder catalog`."""

from __future__ import annotations

import click

from rejoinder.cli import options


@click.command(short_help="List what of the database can be asked about.")
@click.argument("table", required=False)
@options.as_json
@options.database
def command(table: str | None, json: bool, places: options.Places) -> int:
    """List the tables and views that you may ask about; with TABLE (or a part of a name), their columns."""
    from rejoinder.cli.catalog import show_catalog
    from rejoinder.cli.turns import opened

    with opened(places) as agent:
        return show_catalog(agent.catalog(), table, json=json)
