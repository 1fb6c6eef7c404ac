"""What a model server can say and do, and what the loop has to know of it: the rows of `WireContract`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rejoinder.terms.reading import Ask, Declined, NoSql, Option, Reading, Sql
from rejoinder.testing.wires.spoken import Fault

ANSWER = "Counted.\n```sql\nSELECT count(*) FROM city -- città 城市 🏙\n```"
SAID: Mapping[str, tuple[str, Reading]] = {
    "a fence": (ANSWER, Sql("SELECT count(*) FROM city -- città 城市 🏙")),
    "SQL alone": ("SELECT name FROM city", Sql("SELECT name FROM city")),
    "two statements": ("```sql\nSELECT 1; SELECT 2\n```", Sql("SELECT 1; SELECT 2")),
    "prose": ("It depends on the city.", NoSql("It depends on the city.")),
    "a question back": (
        "ASK: Which?\n- all :: SELECT 1\n- large ones",
        Ask("Which?", (Option("all", "SELECT 1"), Option("large ones"))),
    ),
    "a refusal": ("DECLINE: There is no weather here.", Declined("There is no weather here.")),
}
STRUCTURED: Mapping[str, tuple[Mapping[str, object], Reading]] = {
    "a statement": ({"kind": "sql", "sql": "SELECT 1", "sentence": "", "options": []}, Sql("SELECT 1")),
    "a question back": (
        {"kind": "ask", "sql": "", "sentence": "Which?", "options": [{"label": "all", "sql": "SELECT 1"}]},
        Ask("Which?", (Option("all", "SELECT 1"),)),
    ),
    "a refusal": ({"kind": "decline", "sql": "", "sentence": "No.", "options": []}, Declined("No.")),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Failing:
    """A fault, and what the loop has to know of it."""

    fault: Fault
    reason: str
    transient: bool = False
    started: bool = False


FAILING = (
    Failing(fault=Fault.RATE_LIMIT, reason="rate_limit", transient=True),
    Failing(fault=Fault.SERVER_ERROR, reason="unavailable", transient=True),
    Failing(fault=Fault.OVERLOADED, reason="unavailable", transient=True),
    Failing(fault=Fault.QUOTA, reason="quota"),
    Failing(fault=Fault.BAD_KEY, reason="authentication"),
    Failing(fault=Fault.FORBIDDEN, reason="authentication"),
    Failing(fault=Fault.UNKNOWN_MODEL, reason="unknown_model"),
    Failing(fault=Fault.CONTEXT, reason="context"),
    Failing(fault=Fault.REJECTED, reason="rejected"),
    Failing(fault=Fault.CUT, reason="cut", transient=True, started=True),
    Failing(fault=Fault.CUT_BEFORE, reason="cut", transient=True),
    Failing(fault=Fault.UNFINISHED, reason="cut", transient=True, started=True),
    Failing(fault=Fault.BROKE_DOWN, reason="unavailable", transient=True, started=True),
    Failing(fault=Fault.NOTHING, reason="cut", transient=True),
    Failing(fault=Fault.SILENT, reason="timeout"),
    Failing(fault=Fault.SILENT_AFTER, reason="timeout", started=True),
    Failing(fault=Fault.GARBLED, reason="unreadable"),
    Failing(fault=Fault.MANGLED, reason="unreadable", started=True),
)
ENDING_EARLY: tuple[tuple[Fault, Reading | None], ...] = (
    (Fault.EMPTY, None),
    (Fault.FILTERED, Declined(reason="I won't say that.")),
    (Fault.BLOCKED, Declined(reason="The model's own content filter stopped the answer.")),
    (Fault.TOO_LONG, NoSql(text="The answer was cut off at 321 tokens.\nI won't say that.")),
)
