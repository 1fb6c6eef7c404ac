"""What was replied, and to which run."""

from __future__ import annotations

from collections.abc import Sequence

import click

from rejoinder.cli.options import Bounds, Form, Places
from rejoinder.cli.runs import at_its_database, found_run
from rejoinder.cli.turns import carry_out


def reply_to(
    run: str | None,
    words: Sequence[str],
    *,
    last: bool,
    as_words: bool,
    places: Places,
    bounds: Bounds,
    form: Form,
) -> int:
    """Reply to a run, and go on with it to its next end."""
    if last and run is not None:
        words, run = (run, *words), None
    if not words:
        raise click.UsageError("Say what to reply: the number of a choice, or words.")
    reply = " ".join(words)
    choice = int(reply) if reply.isdecimal() and len(reply) < 6 and not as_words else None
    text = reply if choice is None else None
    found = found_run(places, run, last=last, end="clarify")
    return carry_out(
        lambda agent, on_event: agent.reply(found.run, choice=choice, text=text, on_event=on_event),
        at_its_database(places, found),
        bounds,
        form,
    )
