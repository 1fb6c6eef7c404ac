"""What is happening now, in a few words, after each event."""

from __future__ import annotations

import rejoinder

_NOW = {
    "Asked": "looking at the database",
    "Restated": "looking at the database",
    "Replied": "going on with your reply",
    "Grounded": "getting ready to ask for SQL",
    "Reread": "looking at what is wrong",
    "Drafted": "checking the SQL",
    "Repaired": "checking the mended SQL",
    "Unrepaired": "looking for another way",
    "Diagnosed": "looking for a repair",
    "Estimated": "getting ready to run it",
    "Refused": "the database refused it: finding out why",
    "Executed": "looking at the result",
    "Judged": "finishing",
    "Phrased": "finishing",
    "Failed": "trying what is left",
    "Interrupted": "picking up where it stopped",
    "RowsLost": "running the statement again for its rows",
    "Cancelled": "cancelling",
}
_BEGAN = {
    "Restate": "reading the question in its conversation",
    "Draft": "asking for SQL",
    "Correct": "asking for corrected SQL",
    "Execute": "running the statement",
    "Phrase": "wording a question to you",
}


def now_doing(event: rejoinder.events.Event, before: str) -> str:
    """What goes on once `event` has happened; `before` where that says nothing new."""
    match event:
        case rejoinder.events.Began(step=step):
            return _BEGAN[step]
        case rejoinder.events.Checked(findings=findings):
            return "looking at what is wrong" if findings else "pricing the statement"
        case _:
            return _NOW.get(type(event).__name__, before)
