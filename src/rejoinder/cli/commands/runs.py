"""`rejoinder runs`."""

from __future__ import annotations

import datetime as dt

import click

from rejoinder.cli import options


@click.command(short_help="List the runs in the ledger.")
@click.option(
    "--end",
    type=click.Choice(["answered", "clarify", "refused", "failed", "open"]),
    help="Only those that ended so; `open` hasn't ended.",
)
@click.option("--asker", default="", help="Only those of this asker.")
@click.option("--thread", metavar="RUN", help="Only those of this conversation.")
@click.option("--day", type=click.DateTime(["%Y-%m-%d"]), help="Only those begun on this day, in UTC.")
@click.option("--limit", type=click.IntRange(min=1), default=50, show_default=True, help="The most to list.")
@options.as_json
@options.ledger
def command(
    end: str | None,
    asker: str,
    thread: str | None,
    day: dt.datetime | None,
    limit: int,
    json: bool,
    places: options.Places,
) -> int:
    """List the runs in the ledger, newest first."""
    import rejoinder
    from rejoinder.cli import plain
    from rejoinder.cli.runs import listed
    from rejoinder.cli.turns import opened

    query = rejoinder.RunQuery(
        end=end or "",
        asker=asker,
        thread=rejoinder.ThreadId(thread) if thread else None,
        day=day.date() if day else None,
        limit=limit,
    )
    with opened(places) as agent:
        found = agent.runs(query)
    if json:
        plain.echo(found)
    else:
        click.echo(listed(found))
    return 0
