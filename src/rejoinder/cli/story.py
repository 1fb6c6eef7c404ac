"""What happened in a run, event by event, in sentences."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import singledispatch

import rejoinder
from rejoinder.cli.amounts import counted, money, seconds

events = rejoinder.events
steps = rejoinder.steps


@singledispatch
def told(event: object) -> list[str]:
    """One sentence or two about an event; lines after the first are details."""
    return [type(event).__name__]


@told.register
def _(event: events.Asked) -> list[str]:
    asked = f"`{event.asker}` asked" if event.asker else "Asked"
    what = f"{asked} to run SQL of their own" if event.sql else f"{asked}: {event.question}"
    return [what, *_sql(event.sql or ""), *(f"earlier: {exchange.question}" for exchange in event.history)]


@told.register
def _(event: events.Restated) -> list[str]:
    return [f"Read in its conversation as: {event.question}"]


@told.register
def _(event: events.Grounded) -> list[str]:
    whole = "the whole catalog" if event.whole else counted(len(event.tables), "table")
    names = [] if event.whole else [_listed(str(table) for table in event.tables)]
    values = [f"stored value: {each.column} = {each.value!r}" for each in event.values]
    head = f"Grounded on {whole}, {event.prompt_tokens:,} tokens of prompt."
    return [head, *names, *values, *_caveats(event.caveats)]


@told.register
def _(event: events.Reread) -> list[str]:
    return ["Read the catalog again: " + ("it has changed." if event.changed else "it is the same.")]


@told.register
def _(event: events.Began) -> list[str]:
    names = {
        "Restate": "Began to read the question in its conversation",
        "Draft": f"Attempt {event.attempt} began: a draft",
        "Correct": f"Attempt {event.attempt} began: a correction",
        "Execute": "Began to run the statement",
        "Phrase": "Began to word a question",
    }
    reserved = event.reserved
    parts = [f"{reserved.tokens:,} tokens" if reserved.tokens else "", seconds(reserved.seconds)]
    held = ", ".join(part for part in parts if part)
    sent = ["sent:", *("  " + line for line in event.sent.splitlines())] if event.sent else []
    return [f"{names[event.step]} (at most {held}).", *sent]


@told.register
def _(event: events.Drafted) -> list[str]:
    spent = f"{event.usage.tokens:,} tokens, {money(event.cost)}" if event.usage.tokens else "no tokens"
    reading = event.reading
    match reading:
        case rejoinder.Sql():
            head = "answered with SQL"
        case rejoinder.Ask(question=question):
            head = f"asked back: {question}"
        case rejoinder.Declined(reason=reason):
            head = f"declined: {reason}"
        case _:
            head = "answered without SQL"
    options = [f"choice: {option.label}" for option in getattr(reading, "options", ())]
    return [f"`{event.model}` {head} ({spent}).", *_sql(event.text), *options, *_caveats(event.notes)]


@told.register
def _(event: events.Checked) -> list[str]:
    if event.findings:
        return ["Check rejects it:", *_findings(event.findings)]
    return [f"Check passes it: it reads {_listed(str(table) for table in event.tables) or 'no table'}."]


@told.register
def _(event: events.Diagnosed) -> list[str]:
    if not event.facts:
        return ["Nothing in the catalog explains it."]
    return ["The catalog says:", *(f"- {fact.sentence}" for fact in event.facts)]


@told.register
def _(event: events.Repaired) -> list[str]:
    return [
        f"Mended by the rule `{event.rule}`, without a model:",
        *_sql(event.text),
        *_caveats(event.caveats),
    ]


@told.register
def _(event: events.Unrepaired) -> list[str]:
    return [f"No repair: {event.reason}"]


@told.register
def _(event: events.Estimated) -> list[str]:
    return [f"Priced: {rejoinder.results.price_text(event.estimate)}."]


@told.register
def _(event: events.Refused) -> list[str]:
    what = "price" if event.during == "estimate" else "run"
    code = f" ({event.refusal.code})" if event.refusal.code else ""
    return [f"The database refused to {what} it{code}:", event.refusal.message, *_sent(event.executed_sql)]


@told.register
def _(event: events.Executed) -> list[str]:
    cut = ", cut at the limit" if event.truncated else ""
    columns = _listed(column.name for column in event.columns)
    return [f"Ran: {counted(event.count, 'row')}{cut} of {columns}.", *_sent(event.executed_sql)]


@told.register
def _(event: events.Judged) -> list[str]:
    if not event.signals:
        return ["Nothing looks wrong with the result."]
    other = ["It answers a different question than before."] if event.same_question is False else []
    return [
        "The result shows signs of trouble:",
        *(f"- {signal.message}" for signal in event.signals),
        *other,
    ]


@told.register
def _(event: events.Phrased) -> list[str]:
    return [f"The question to the asker: {event.sentence}"]


@told.register
def _(event: events.Failed) -> list[str]:
    again = " It may be tried again." if event.transient and not event.started else ""
    return [f"That failed ({event.kind}): {event.message}{again}"]


@told.register
def _(event: events.Overdrawn) -> list[str]:
    return [f"The next step doesn't fit into the {event.unit} that are left."]


@told.register
def _(event: events.Interrupted) -> list[str]:
    return ["The process had stopped in the middle of a step."]


@told.register
def _(event: events.RowsLost) -> list[str]:
    return ["The rows were lost with the process that had them."]


@told.register
def _(event: events.Late) -> list[str]:
    return [f"Something arrived after the end: {event.usage.tokens:,} tokens, {money(event.cost)}."]


@told.register
def _(event: events.Cancelled) -> list[str]:
    return [f"Cancelled by {event.by}." if event.by else "Cancelled."]


@told.register
def _(event: events.Replied) -> list[str]:
    asker = f"`{event.asker}` replied" if event.asker else "Replied"
    return [f"{asker}: {label(event.choice)}"]


@told.register
def _(event: events.Ended) -> list[str]:
    ending = event.ending
    stopped = getattr(ending, "stopped_by", None)
    because = f", stopped by {stopped.value}" if stopped else ""
    match ending:
        case steps.Answer(sequence=sequence):
            return [
                f"Ended: answered{'' if sequence else ', not executed'}{because}.",
                *_caveats(ending.caveats),
            ]
        case steps.Clarify():
            choices = [f"{number}. {label(choice)}" for number, choice in enumerate(ending.choices, 1)]
            return [f"Ended: it asks back ({ending.reason}){because}.", *choices, *_caveats(ending.caveats)]
        case steps.Refuse():
            return [f"Ended: refused ({ending.reason})."]
        case _:
            return [f"Ended: failed ({ending.reason}){because}.", *filter(None, [ending.message])]


def label(choice: rejoinder.Choice) -> str:
    """What a choice says."""
    return choice.text if isinstance(choice, rejoinder.Say) else choice.label


def _findings(findings: Sequence[rejoinder.Finding]) -> list[str]:
    return [f"- {finding.message} [{finding.defect}]" for finding in findings]


def _caveats(caveats: Iterable[rejoinder.Caveat]) -> list[str]:
    return [f"caveat: {caveat.sentence}" for caveat in caveats]


def _sql(text: str) -> list[str]:
    return ["  " + line for line in text.strip().splitlines()]


def _sent(executed: str | None) -> list[str]:
    return ["what was sent instead:", *_sql(executed)] if executed else []


def _listed(names: Iterable[str], most: int = 12) -> str:
    known = list(names)
    more = f" and {len(known) - most} more" if len(known) > most else ""
    return ", ".join(f"`{name}`" for name in known[:most]) + more
