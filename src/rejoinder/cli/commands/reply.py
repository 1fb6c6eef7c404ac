"""`rejoinder reply`."""

from __future__ import annotations

import click

from rejoinder.cli import options


@click.command(short_help="Reply to a clarifying question.")
@click.argument("run", required=False)
@click.argument("reply", nargs=-1)
@click.option("--last", is_flag=True, help="The newest run that waits for a reply; RUN is left out.")
@click.option("--text", is_flag=True, help="Take a number as words, not as a choice.")
@options.places
@options.bounds
@options.output
def command(
    run: str | None,
    reply: tuple[str, ...],
    last: bool,
    text: bool,
    places: options.Places,
    bounds: options.Bounds,
    form: options.Form,
) -> int:
    """Reply to the question that RUN ended with: the number of a choice, or words of your own."""
    from rejoinder.cli.replying import reply_to

    return reply_to(run, reply, last=last, as_words=text, places=places, bounds=bounds, form=form)
