"""The prompt for a draft, the first one or a fresh one."""

from __future__ import annotations

from collections.abc import Sequence

from rejoinder.prompts import answer, asked
from rejoinder.prompts.sent import Sent
from rejoinder.terms.classes import Defect
from rejoinder.terms.provider import Message, Prompt, PromptTerms

SENDS = (
    Sent(prompt="fresh draft", what="the classes of what was wrong with earlier drafts", cap="their names"),
)


def render(
    *,
    system: str,
    terms: PromptTerms,
    failed_defects: Sequence[Defect],
    fresh: bool,
    structured: bool,
) -> Prompt:
    """`fresh` tells the classes of what failed and never the failed SQL: it would only be written again (L2)."""
    parts = [*asked.opening(terms), asked.fact_lines(terms.facts), _afresh(failed_defects) if fresh else ""]
    message = Message(role="user", text=asked.joined(parts))
    return Prompt(
        system=system, messages=(message,), terms=terms, schema=answer.schema(structured=structured)
    )


def _afresh(defects: Sequence[Defect]) -> str:
    classes = ", ".join(f"`{defect}`" for defect in dict.fromkeys(defects))
    because = f" ({classes})" if classes else ""
    return (
        f"Earlier statements for this question failed{because}. Start from the question again, another way."
    )
