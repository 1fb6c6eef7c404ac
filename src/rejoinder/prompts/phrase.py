"""The prompt that rewords a clarifying question. Optional: the facts stand by themselves."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence

from rejoinder.prompts import asked, caps
from rejoinder.prompts.data import cut, line
from rejoinder.prompts.reading import said
from rejoinder.prompts.sent import Sent
from rejoinder.terms.catalog import Catalog
from rejoinder.terms.fact import Fact
from rejoinder.terms.provider import Completion, Message, Prompt, PromptTerms
from rejoinder.terms.question import Today

SENDS = (
    Sent(prompt="clarifying question", what="the question", cap=f"{caps.QUESTION:,} characters"),
    Sent(
        prompt="clarifying question",
        what="the facts and the labels of the choices that the asker will see",
        cap=f"{caps.FACTS} facts of {caps.FACT} characters, {caps.LABELS} labels of {caps.LABEL}",
    ),
)

_SYSTEM = """\
A question to a database can't be answered as it was asked. You are given the question, what is known, and the \
choices that the asker will be offered. Write one short question to the asker, in the language of theirs, that says \
what is unclear and leads to the choices. Use only what you are given; no SQL, no technical words, no list. Write \
the question and nothing else."""

_LONGEST = 600


def render(*, question: str, facts: Sequence[Fact], labels: Sequence[str]) -> Prompt:
    """Nothing in it depends on the day, so the terms carry none of their own."""
    shown = [f"- {line(label, caps.LABEL)}" for label in labels[: caps.LABELS]]
    parts = [
        asked.question_lines(question),
        asked.fact_lines(facts),
        "\n".join(["The choices that are offered:", *shown]) if shown else "",
    ]
    terms = PromptTerms(
        question=question,
        today=Today(date=dt.date.min),
        dialect="",
        catalog=Catalog(fingerprint=""),
        facts=tuple(facts),
    )
    return Prompt(system=_SYSTEM, messages=(Message(role="user", text=asked.joined(parts)),), terms=terms)


def read(completion: Completion) -> str:
    """The sentence, on one line, or "" where there is none: then the facts are shown as they are."""
    return cut(" ".join(said(completion).split()), _LONGEST)
