"""Quotes and backslashes as other languages write them: `'Women\\'s'`, `'Women's'`, `first\\_name`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rejoinder.repair._rule import Broken, Mending, Rule
from rejoinder.sql.parse import Parsed, parse
from rejoinder.terms.classes import Defect

_ESCAPED_QUOTE = re.compile(r"\\'")
_APOSTROPHE = re.compile(r"(?<=[^\W\d_])'(?=[^\W\d_])")
_MARKDOWN = re.compile(r"\\([_*\[\]#<>~|-])")


def mend(broken: Broken) -> Mending | None:
    """Write an apostrophe in a text as SQL does, twice, and a name without the backslashes of Markdown.

    It preserves meaning because the draft could not be read at all as it was, and no word of it changes: between
    two letters a quote can only be an apostrophe, and a backslash before a quote or a sign is an escape in the
    languages that have one.
    """
    if broken.parsed is not None:
        return None
    readable = (text for text in _readings(broken) if isinstance(parse(text, broken.dialect), Parsed))
    text = next(readable, None)
    return Mending(text=text) if text is not None else None


def _readings(broken: Broken) -> Iterator[str]:
    """The draft without the one kind of escape, without the other, and without both."""
    text = broken.text
    doubled = _ESCAPED_QUOTE.sub("''", text)
    for quoted in dict.fromkeys((text, doubled, _APOSTROPHE.sub("''", doubled))):
        for found in dict.fromkeys((quoted, _MARKDOWN.sub(r"\1", quoted))):
            if found != text:
                yield found


RULE = Rule(name="quoting", order=50, defects=frozenset({Defect.SYNTAX}), mend=mend)
