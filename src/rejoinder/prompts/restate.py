"""The prompt that says a follow-up question so that it stands by itself."""

from __future__ import annotations

from collections.abc import Sequence

from rejoinder.errors import ProviderError
from rejoinder.prompts import asked, caps
from rejoinder.prompts.data import cut, fenced, line
from rejoinder.prompts.reading import said
from rejoinder.prompts.sent import Sent
from rejoinder.terms.catalog import Catalog
from rejoinder.terms.provider import Completion, Message, Prompt, PromptTerms
from rejoinder.terms.question import Today

SENDS = (
    Sent(prompt="follow-up", what="today's date and calendar", cap="one line"),
    Sent(prompt="follow-up", what="the question", cap=f"{caps.QUESTION:,} characters"),
    Sent(
        prompt="follow-up",
        what="earlier questions of the thread and the SQL that answered them",
        cap=f"the last {caps.HISTORY}, of {caps.HISTORY_QUESTION:,} and {caps.HISTORY_SQL:,} characters",
    ),
)

_SYSTEM = """\
Somebody asks a database one question after another. You are given the earlier questions, with the SQL that answered \
them, and the newest one. Say the newest one so that it can be understood by itself: put in what it takes over from \
the earlier ones, keep its own words and its language, and add nothing else. If it already stands by itself, give it \
back unchanged. Write the question and nothing else: no SQL, no answer, no remark."""


def render(*, question: str, history: Sequence[tuple[str, str]], today: Today) -> Prompt:
    """`history` are (question, SQL or "") of the thread, oldest first."""
    shown = [_exchange(earlier, sql) for earlier, sql in history[-caps.HISTORY :]]
    parts = [
        asked.today_line(today),
        "\n".join(["Earlier questions, oldest first:", *shown]) if shown else "",
        "The newest " + asked.question_lines(question)[len("The ") :],
    ]
    terms = PromptTerms(question=question, today=today, dialect="", catalog=Catalog(fingerprint=""))
    return Prompt(system=_SYSTEM, messages=(Message(role="user", text=asked.joined(parts)),), terms=terms)


def read(completion: Completion) -> str:
    """The question. Raises `ProviderError` where the completion holds none."""
    question = cut(said(completion), caps.QUESTION)
    if not question:
        raise ProviderError(
            "The model gave nothing back for the follow-up question. Ask it in full.",
            started=True,
            reason="empty",
        )
    return question


def _exchange(question: str, sql: str) -> str:
    shown = f"- {line(question, caps.HISTORY_QUESTION)}"
    return f"{shown}\n{fenced(sql, caps.HISTORY_SQL)}" if sql.strip() else shown
