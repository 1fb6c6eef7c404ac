"""Tables that look as if nobody used them any more (G3)."""

from __future__ import annotations

from rejoinder.sql.words import name_words
from rejoinder.terms.catalog import Table, TableKind

_WORDS = frozenset({"old", "bak", "backup", "bkp", "tmp", "temp", "copy", "deprecated", "obsolete", "unused"})
_SAID = frozenset({"deprecated", "obsolete", "unused", "superseded", "legacy"})


def looks_unused(table: Table, *, others_have_rows: bool) -> str:
    """Why a table looks dead, as the end of a sentence that starts with its name; "" where it doesn't."""
    words = name_words(table.ref.name)
    while words and words[-1].isdigit():
        words = words[:-1]
    if len(words) > 1:
        for word in (words[-1], words[0]):
            if word in _WORDS:
                return f"looks unused: its name says `{word}`"
    said = _SAID.intersection(name_words(table.comment))
    if said:
        return f"looks unused: its comment says `{min(said)}`"
    if others_have_rows and table.row_estimate == 0 and table.kind is TableKind.TABLE:
        return "holds no rows"
    return ""
