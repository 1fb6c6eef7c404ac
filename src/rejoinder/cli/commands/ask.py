"""`rejoinder ask`."""

from __future__ import annotations

import click

from rejoinder.cli import options


@click.command(short_help="Draft, check and price the SQL for a question, without running it.")
@click.argument("question", nargs=-1, required=True)
@click.option("--thread", metavar="RUN", help="Go on with the conversation of an earlier run.")
@options.places
@options.bounds
@options.form
def command(
    question: tuple[str, ...],
    thread: str | None,
    places: options.Places,
    bounds: options.Bounds,
    form: options.Form,
) -> int:
    """Draft, check and price the SQL for QUESTION. Nothing is run.

    `-` reads the question from stdin.
    """
    from rejoinder.cli.texts import question_of
    from rejoinder.cli.turns import carry_out, thread_of

    text = question_of(question)
    return carry_out(
        lambda agent, on_event: agent.ask(text, thread=thread_of(agent, thread), on_event=on_event),
        places,
        bounds,
        form,
        question=text,
    )
