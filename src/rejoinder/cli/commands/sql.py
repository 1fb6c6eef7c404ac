"""`rejoinder sql`."""

from __future__ import annotations

import click

from rejoinder.cli import options


@click.command(short_help="Run SQL of your own through the same checks.")
@click.argument("sql", metavar="SQL|FILE")
@options.places
@options.bounds
@options.output
def command(sql: str, places: options.Places, bounds: options.Bounds, form: options.Form) -> int:
    """Check, price and run one statement of your own, read-only.

    It is never repaired or corrected; a repair that fits is offered as a choice. `-` reads stdin.
    """
    from rejoinder.cli.texts import sql_of
    from rejoinder.cli.turns import carry_out

    text = sql_of(sql)
    return carry_out(lambda agent, on_event: agent.run_sql(text, on_event=on_event), places, bounds, form)
