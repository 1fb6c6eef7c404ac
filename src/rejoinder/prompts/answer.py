"""The two forms that an answer may take: one JSON schema, or one text grammar. `reading.py` reads both."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

SCHEMA: Final[Mapping[str, Any]] = MappingProxyType(
    {
        "title": "answer",
        "type": "object",
        "properties": {
            "kind": {"type": "string", "enum": ["sql", "ask", "decline"]},
            "sql": {"type": "string", "description": "The statement; empty unless kind is sql."},
            "sentence": {
                "type": "string",
                "description": "The question to the asker, or the reason to decline; empty if kind is sql.",
            },
            "options": {
                "type": "array",
                "description": "The meanings to choose from; empty unless kind is ask.",
                "items": {
                    "type": "object",
                    "properties": {
                        "label": {"type": "string"},
                        "sql": {"type": "string", "description": "The statement of this meaning."},
                    },
                    "required": ["label", "sql"],
                    "additionalProperties": False,
                },
            },
        },
        "required": ["kind", "sql", "sentence", "options"],
        "additionalProperties": False,
    }
)
"""Every key is required and no other is allowed, which is what the strict modes of providers ask for."""

JSON_LINES: Final = """\
Answer with one JSON object and nothing else:
- a statement: {"kind": "sql", "sql": "SELECT …", "sentence": "", "options": []}
- a question back: {"kind": "ask", "sql": "", "sentence": "Which region is meant?", "options": \
[{"label": "the customer's", "sql": "SELECT …"}, {"label": "the shop's", "sql": "SELECT …"}]}
- no answer: {"kind": "decline", "sql": "", "sentence": "The reason, in one sentence.", "options": []}"""

TEXT_LINES: Final = """\
Answer in one of these three forms and write nothing else.
A statement, in one fenced block:
```sql
SELECT …
```
A question back, with a line for each meaning and, after `::`, its statement on the same line:
ASK: Which region is meant?
- the customer's :: SELECT …
- the shop's :: SELECT …
No answer, in one sentence:
DECLINE: The reason."""


def lines(*, structured: bool) -> str:
    """How to answer, for a system prompt."""
    return JSON_LINES if structured else TEXT_LINES


def schema(*, structured: bool) -> Mapping[str, Any] | None:
    """The schema that a prompt carries."""
    return SCHEMA if structured else None
