"""docs/reference/drafter.md, from the tables that the drafter is tested with."""

from __future__ import annotations

from collections.abc import Iterator

from tests.unit.drafting import test_asking, test_reading
from tests.unit.drafting.schema import TODAY

from rejoinder.drafting import LONGEST

PATH = "docs/reference/drafter.md"

HEAD = f"""# The built-in drafter

Generated from its tests by `make docs`.

`builtin` is the default model, and no language model: a small reader of plain English, in Python, that needs no
key, no network and no download ([why](../decisions/0009-built-in-drafter.md)). It reads questions of at most
{LONGEST:,} characters, on the tables that the question fits.

It refuses to guess. Every word has to be a table, a column, a stored value, a number, a date or an operator, or
one that changes nothing; else it asks which one is meant. Where two readings mean different things it offers both,
and a reading that leans on half a name is offered before it runs. Each answer says how the question was read. How
often it is right, wrong or asks is among the [figures](figures.md); for anything else use a
[model](../howto/other-models.md).

The examples are asked of a group of restaurants like the sample database. Today is {TODAY.date.isoformat()}, and
stored values are spelled as the database has them.
"""

_SECTIONS = (
    ("Counts", test_reading.COUNTS),
    ("Sums, averages, extremes of a column", test_reading.AGGREGATES),
    ("The most, the least, the first few", test_reading.EXTREMES),
    ("Stored values", test_reading.VALUES),
    ("Yes or no, filled in or empty", test_reading.YES_OR_NO),
    ("Numbers", test_reading.NUMBERS),
    ("Groups, orders, lists", test_reading.GROUPS),
    ("Several tables", test_reading.JOINS),
)


def text() -> str:
    """The whole page."""
    return "\n".join([HEAD, *_read(), *_dates(), *_beyond()])


def _read() -> Iterator[str]:
    for title, questions in _SECTIONS:
        yield f"## {title}\n"
        for question, sql in questions.items():
            yield f"{question}\n\n```sql\n{sql}\n```\n"


def _dates() -> Iterator[str]:
    yield "## Days and stretches of time\n\n| question | from | to before |\n| --- | --- | --- |"
    for question, (_, first, after) in test_reading.DATES.items():
        yield f"| {question} | {first or ''} | {after or ''} |"
    yield ""


def _beyond() -> Iterator[str]:
    yield "## What it asks about\n\n| question | why |\n| --- | --- |"
    for why, question in test_asking.NOT_TAKEN.items():
        yield f"| {question} | {why} |"
    for question, word in test_asking.UNKNOWN.items():
        yield f"| {question} | nothing is called “{word}” |"
    yield ""
