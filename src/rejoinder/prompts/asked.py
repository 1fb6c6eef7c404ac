"""The lines that a draft and a correction share: today, the question, the facts, what the asker said."""

from __future__ import annotations

from collections.abc import Iterable

from rejoinder.prompts import caps
from rejoinder.prompts.data import block, framed, line
from rejoinder.prompts.sent import Sent
from rejoinder.terms.fact import Fact
from rejoinder.terms.provider import PromptTerms
from rejoinder.terms.question import Today

_WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_MONTHS = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)

SENDS = (
    Sent(
        prompt="draft, correction",
        what="today's date, the time zone, the first day of the week, the start of the fiscal year",
        cap="one line",
    ),
    Sent(prompt="draft, correction", what="the question", cap=f"{caps.QUESTION:,} characters"),
    Sent(
        prompt="draft, correction",
        what="what the asker replied to clarifying questions",
        cap=f"the last {caps.SAID_LINES} replies, of {caps.SAID:,} characters",
    ),
    Sent(
        prompt="draft, correction",
        what="facts learnt from the live catalog in this run: owners of a column, ways to join, real types, "
        "stored spellings",
        cap=f"{caps.FACTS} facts, of {caps.FACT} characters",
    ),
)


def today_line(today: Today) -> str:
    """Today and its calendar (G6), in English whatever the locale."""
    date = today.date
    return (
        f"Today is {_WEEKDAYS[date.weekday()]}, {date.isoformat()} ({line(today.timezone, caps.NAME)}). "
        f"A week starts on {_WEEKDAYS[today.first_weekday]}; "
        f"a fiscal year starts in {_MONTHS[today.fiscal_year_start - 1]}."
    )


def question_lines(question: str) -> str:
    """The question between its marks."""
    return "The question:\n" + framed("question", block(question, caps.QUESTION))


def said_lines(said: Iterable[str]) -> str:
    """What the asker added, oldest first, or ""."""
    newest = list(said)[-caps.SAID_LINES :]
    return _listed(
        "The asker was asked back and said, oldest first:", [line(each, caps.SAID) for each in newest]
    )


def fact_lines(facts: Iterable[Fact]) -> str:
    """Each fact once, or ""."""
    sentences = list(dict.fromkeys(fact.sentence for fact in facts))[: caps.FACTS]
    return _listed(
        "Known from the live database, and newer than the catalog where they differ:",
        [line(sentence, caps.FACT) for sentence in sentences],
    )


def opening(terms: PromptTerms) -> list[str]:
    """Today, the question, what the asker said."""
    return [today_line(terms.today), question_lines(terms.question), said_lines(terms.said)]


def joined(parts: Iterable[str]) -> str:
    """Parts with a blank line between them; empty ones are left out."""
    return "\n\n".join(part for part in parts if part)


def _listed(title: str, lines: list[str]) -> str:
    return "\n".join([title, *(f"- {each}" for each in lines)]) if lines else ""
