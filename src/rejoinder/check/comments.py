"""C2: comments that the engine would run."""

from __future__ import annotations

from collections.abc import Iterator

from rejoinder.check._examined import Examined
from rejoinder.terms.classes import Defect
from rejoinder.terms.finding import Finding
from rejoinder.terms.span import Span


def rule(examined: Examined) -> Iterator[Finding]:
    """`/*! … */` and `/*M! … */`, which MySQL and MariaDB read as SQL."""
    if not examined.dialect.executable_comments:
        return
    for token in examined.parsed.tokens:
        for comment in token.comments:
            if comment.startswith(("!", "M!")):
                yield Finding(
                    defect=Defect.WRITE,
                    message="This comment would be run as SQL: leave it out.",
                    subject="/*!",
                    span=Span(token.start, token.end + 1),
                    rule="comments",
                )
