"""`rejoinder resume`."""

from __future__ import annotations

import click

from rejoinder.cli import options


@click.command(short_help="Go on with a run that was interrupted.")
@click.argument("run", required=False)
@click.option("--last", is_flag=True, help="The newest run that hasn't ended.")
@options.places
@options.bounds
@options.output
def command(
    run: str | None, last: bool, places: options.Places, bounds: options.Bounds, form: options.Form
) -> int:
    """Go on with RUN from its last recorded event. Nothing that was paid for is paid for again.

    A run that has ended gives its outcome again, without rows that are no longer kept: `rejoinder sql` runs its
    statement anew.
    """
    from rejoinder.cli.runs import at_its_database, found_run
    from rejoinder.cli.turns import carry_out

    found = found_run(places, run, last=last, end="open")
    return carry_out(
        lambda agent, on_event: agent.resume(found.run, on_event=on_event),
        at_its_database(places, found),
        bounds,
        form,
    )
