"""How a run went, for people, as JSON or as CSV: the answer, its SQL, and the reasons to doubt it."""

from __future__ import annotations

import sys
from typing import TextIO

import click

import rejoinder
from rejoinder.cli.amounts import counted, money, seconds
from rejoinder.cli.options import Form
from rejoinder.cli.story import label
from rejoinder.cli.terminal import is_terminal, json_text, say, width, write_data

_ROWS_ON_A_TERMINAL = 100
_ENDLESS = 1_000_000


def show(outcome: rejoinder.Outcome, form: Form) -> None:
    """Print an outcome: what was asked for on stdout, the rest on stderr."""
    if form.json:
        click.echo(json_text(outcome.to_json(), indent=2))
    elif form.csv:
        _csv(outcome, form)
    else:
        _for_people(outcome)


def _csv(outcome: rejoinder.Outcome, form: Form) -> None:
    if outcome.executed:
        write_data(rejoinder.results.csv_text(outcome.columns, outcome.rows, guard=form.guard))
        _reasons(outcome, sys.stderr)
    else:
        _without_rows(outcome, sys.stderr)


def _for_people(outcome: rejoinder.Outcome) -> None:
    if outcome.executed:
        _table(outcome)
        _sql(outcome, sys.stdout)
        _reasons(outcome, sys.stdout)
    elif outcome.end == "answered":
        say(outcome.sentence, sys.stdout, bold=True)
        _sql(outcome, sys.stdout)
        _reasons(outcome, sys.stdout)
    elif outcome.end == "clarify":
        show_clarify(outcome)
    else:
        _without_rows(outcome, sys.stderr)
    _footer(outcome)


def show_clarify(outcome: rejoinder.Outcome, to: TextIO | None = None) -> None:
    """The question back to the asker, with what it rests on and its numbered choices."""
    stream = to or sys.stdout
    say(outcome.sentence, stream, bold=True)
    _facts(outcome, stream)
    _database_said(outcome, stream)
    _sql(outcome, stream)
    for caveat in outcome.caveats:
        say(f"Note: {caveat.sentence}", stream)
    for number, choice in enumerate(outcome.choices, 1):
        say(f"  {number}. {label(choice)}", stream)


def _without_rows(outcome: rejoinder.Outcome, stream: TextIO) -> None:
    if outcome.end == "clarify":
        show_clarify(outcome, stream)
        return
    say(outcome.sentence, stream, bold=True)
    _facts(outcome, stream)
    _database_said(outcome, stream)
    _sql(outcome, stream)
    _reasons(outcome, stream)


def _table(outcome: rejoinder.Outcome) -> None:
    rows = outcome.rows
    somebody = is_terminal(sys.stdout)
    shown = rows[:_ROWS_ON_A_TERMINAL] if somebody else rows
    click.echo(rejoinder.results.text_table(outcome.columns, shown, width=width() if somebody else _ENDLESS))
    whole = rejoinder.results.counted(len(rows), outcome.truncated)
    if len(shown) < len(rows):
        click.echo(f"({len(shown):,} of them shown here: {whole}. `--csv` prints all.)")
    else:
        click.echo(f"({whole})")


def _sql(outcome: rejoinder.Outcome, stream: TextIO) -> None:
    if outcome.sql:
        say("", stream)
        say(outcome.sql.strip(), stream, fg="cyan")


def _reasons(outcome: rejoinder.Outcome, stream: TextIO) -> None:
    if outcome.estimate is not None and not outcome.executed:
        say(f"Price: {rejoinder.results.price_text(outcome.estimate)}.", stream)
    for caveat in outcome.caveats:
        say(f"Note: {caveat.sentence}", stream, fg="yellow")


def _facts(outcome: rejoinder.Outcome, stream: TextIO) -> None:
    said = [finding.message for finding in outcome.findings] + [fact.sentence for fact in outcome.facts]
    for sentence in dict.fromkeys(said):
        say(f"- {sentence}", stream)


def _database_said(outcome: rejoinder.Outcome, stream: TextIO) -> None:
    if outcome.refusal is not None:
        say(f"The database said: {outcome.refusal.message}", stream)


def _footer(outcome: rejoinder.Outcome) -> None:
    """One line about what it took; how to reply, where it waits for that."""
    spend = outcome.spend
    parts = [counted(spend.attempts, "attempt") if spend.attempts else "", seconds(spend.seconds)]
    if spend.tokens:
        # Nothing is said of money where none is known to have been spent: an unknown price isn't a free one.
        parts += [f"{spend.tokens:,} tokens", money(spend.money) if spend.money else ""]
    taken = ", ".join(part for part in parts if part)
    stream = sys.stdout if outcome.end in {"answered", "clarify"} else sys.stderr
    say("", stream)
    say(f"run {outcome.run_id}: {taken}", stream, dim=True)
    if outcome.end == "clarify":
        what = "NUMBER or WORDS" if outcome.choices else "WORDS"
        say(f"Reply with: rejoinder reply {outcome.run_id} {what}", stream, dim=True)
