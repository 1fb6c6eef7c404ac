"""What leaves this machine in a prompt (S1). Each file that renders one lists what it sends in its `SENDS`."""

from __future__ import annotations

from dataclasses import dataclass

from rejoinder.terms.registry import exported


@dataclass(frozen=True, slots=True, kw_only=True)
class Sent:
    """One thing that is sent: in which prompt, what it is, and how much of it at most."""

    prompt: str
    what: str
    cap: str


def everything() -> tuple[Sent, ...]:
    """All that any prompt sends, prompt by prompt."""
    return tuple(sent for sends in exported("rejoinder.prompts", "SENDS") for sent in sends)


def never() -> tuple[str, ...]:
    """What no prompt has a place for."""
    return (
        "a row, a cell or a total of a result: only counts, names, types and signals",
        "tables and columns that policy hides or denies, or that the database role can't read",
        'stored values of columns that policy marks as sensitive, and none at all with `values = "off"`',
        "a value that an error of the database quotes, where policy marks, hides or denies anything, keeps values or "
        'masks errors (`errors = "masked"`, `"off"`)',
        "the definition of a view, the number of rows of a table, an index",
        "the address, the user or the password of the database, and the key of the provider",
        "who asks",
    )


def page() -> str:
    """`docs/reference/what-is-sent.md`."""
    rows = (f"| {sent.prompt} | {sent.what} | {sent.cap} |" for sent in everything())
    return "\n".join(
        [
            "# What is sent to a language model",
            "",
            "This page is generated from the code that renders the prompts; a test fails when it is stale.",
            "With the built-in drafter nothing is sent at all. `rejoinder query --show-prompt` prints what a",
            "question would send.",
            "",
            "| prompt | what it sends | at most |",
            "| --- | --- | --- |",
            *rows,
            "",
            "A draft and a correction are sent with the system prompt in front of them. Text that others wrote",
            "(comments, values, errors of the database) is put on one line or between marks, cut at its cap, and",
            "labelled as data. The safeguard isn't the label: whatever comes back passes the same check.",
            "",
            "Never sent:",
            "",
            *(f"- {line}" for line in never()),
            "",
        ]
    )
