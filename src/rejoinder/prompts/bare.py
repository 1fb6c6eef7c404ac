"""Statements that stand in a completion without a fence."""

from __future__ import annotations

import re

_NAME = r"""(?:[^\W\d]\w*|"[^"\n]*"|`[^`\n]*`|\[[^\]\n]*\])"""
_PATH = rf"{_NAME}(?:\.{_NAME})*"
_OPENERS = (
    # A query. "With these tables …", "From the catalog …" and "Values are …" are prose.
    r"\(*\s*SELECT\b(?=[\s*(\"'`\[])",
    rf"\(*\s*WITH\s+(?:RECURSIVE\s+)?{_NAME}\s*(?:\([^()]*\)\s*)?AS\s+(?:(?:NOT\s+)?MATERIALIZED\s*)?\(",
    rf"\(*\s*WITH\s+(?:RECURSIVE\s+)?{_NAME}\s*(?:\([^()]*\)\s*)?AS\s*\(",
    r"\(*\s*VALUES\s*\(",
    rf"FROM\s+{_PATH}\s*(?:;|\Z|\n|(?:SELECT|WHERE|JOIN|LEFT|INNER|GROUP|ORDER|LIMIT|AS)\b)",
    # What check is to find as what it is, rather than as an answer without SQL.
    r"(?:INSERT|MERGE|REPLACE)\s+INTO\b",
    rf"DELETE\s+FROM\s+{_PATH}\s*(?:;|\Z|\n|WHERE\b)",
    rf"UPDATE\s+{_PATH}\s+SET\b",
    r"(?:CREATE|DROP|ALTER|TRUNCATE)\s+(?:OR\s+REPLACE\s+)?(?:TEMP\w*\s+)?"
    r"(?:TABLE|VIEW|INDEX|SCHEMA|DATABASE|FUNCTION|TRIGGER)\b",
    r"PRAGMA\s+\w+",
    r"SHOW\s+(?:FULL\s+)?(?:TABLES|COLUMNS|FIELDS|SCHEMAS|DATABASES)\b",
    rf"DESC(?:RIBE)?\s+(?:TABLE\s+)?{_PATH}\s*(?:;|\Z|\n)",
    r"EXPLAIN\s+(?:QUERY\s+PLAN\s+)?SELECT\b",
)
_OPENS = re.compile("|".join(f"(?:{opener})" for opener in _OPENERS), re.IGNORECASE)
_COMMENT = re.compile(r"--[^\n]*|/\*[\s\S]*?(?:\*/|\Z)")
_LEADING = re.compile(r"(?:--[^\n]*(?:\n|\Z)|/\*[\s\S]*?(?:\*/|\Z)|\s)*")
_QUERY_SIGN = re.compile(r"\(*\s*SELECT\s*(?:[*(\d'\"]|[\s\S]{0,2000}?\bFROM\b)", re.IGNORECASE)
_SENTENCE = re.compile(r"[^\n]*[^\W\d][.!?]\s*(?:\n|\Z)")


def opens_statement(text: str, start: int = 0) -> bool:
    """Whether `text` begins like SQL at `start`, comments aside."""
    leading = _LEADING.match(text, start)
    first = start if leading is None else leading.end()
    match = _OPENS.match(text, first)
    if match is None:
        return False
    word = match[0].lstrip("(").split(None, 1)[0]
    if word.isupper() or word.lower() != "select":
        return True
    # "Select the rows from the list." is prose: no statement ends like a sentence.
    return _QUERY_SIGN.match(text, first) is not None and _SENTENCE.match(text, first) is None


def is_empty(text: str) -> bool:
    """Whether nothing but comments and space is in it."""
    return not _COMMENT.sub("", text).strip(" \t\n;")


def statement_in(text: str) -> str | None:
    """The statement that `text` is, or ends with after a line of introduction; None where it is prose.

    Two statements stay two: it is for check to find them. What follows the last semicolon as prose is dropped.
    """
    if text.startswith("`") and text.endswith("`") and "`" not in text[1:-1]:
        text = text[1:-1]
    if opens_statement(text):
        return _without_remarks(text)
    introduced, start = False, 0
    for line in text.split("\n"):
        if _may_begin(line, introduced=introduced) and opens_statement(text, start):
            return _without_remarks(text[start:])
        if line.strip():
            introduced = line.rstrip(" *_").endswith(":")
        start += len(line) + 1
    return None


def _may_begin(line: str, *, introduced: bool) -> bool:
    """A first line of a statement after prose: introduced by a colon, or its keyword in capitals."""
    word = line.lstrip(" \t(").split(" ", 1)[0].strip()
    return introduced or (word.isupper() and word.isalpha())


def _without_remarks(text: str) -> str:
    head, semicolon, tail = text.rpartition(";")
    if semicolon and tail.lstrip(" \t").startswith("\n") and not opens_statement(tail):
        return head.strip()
    return text.strip()
