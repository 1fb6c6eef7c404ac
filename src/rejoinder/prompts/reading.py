"""What a completion says: SQL, a question back, a decline, or nothing that can be used.

Liberal in the form, strict in the meaning: a question back or a decline is never read as SQL, whatever SQL stands
beside it, and two different statements in two fences are none.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from rejoinder.prompts import fences
from rejoinder.prompts.bare import statement_in
from rejoinder.prompts.data import cut
from rejoinder.terms.provider import Completion
from rejoinder.terms.reading import Ask, Declined, NoSql, Option, Reading, Sql

LONGEST = 100_000
"""Characters of a completion that are looked at: as much as check would read, far above any limit on tokens."""

_PROSE = 4_000
_SENTENCE = 2_000
_LABEL = 200
_OPTIONS = 12
_NO_REASON = "The model gave no reason."
_JSON = json.JSONDecoder(strict=False)
_KEYS = frozenset({"kind", "sql"})
_THOUGHT = re.compile(r"<(think|thinking|thought|reasoning)>.*?(?:</\1>|\Z)", re.DOTALL | re.IGNORECASE)
_THOUGHT_BEFORE = re.compile(r"\A.*</(?:think|thinking|thought|reasoning)>", re.DOTALL | re.IGNORECASE)
_CLOSING = re.compile(r"(?:\n[ \t]*(?:```|~~~)[ \t]*)+\Z")
_DIRECTIVE = re.compile(r"[\s>*_#`]*(ASK|DECLINE)[*_`]*\s*[::][*_`]*[ \t]*(.*)")
_OPENING_DIRECTIVE = re.compile(_DIRECTIVE.pattern, re.IGNORECASE)
_OPTION = re.compile(r"\s*(?:[-*•]|\d{1,2}[.)])\s+(\S.*)")


def read(completion: Completion) -> Reading:
    """Read one completion. Never raises, whatever the text."""
    if completion.reading is not None:
        return completion.reading
    text = said(completion)
    if len(text) > LONGEST:
        return _nothing(text, f"The answer has {len(text):,} characters, and at most {LONGEST:,} are read.")
    return _from_object(text) if text.startswith("{") else _from_text(text)


def said(completion: Completion) -> str:
    """The text of a completion without the reasoning that some models write into it."""
    text = completion.text.replace("\r\n", "\n").lstrip("\ufeff")
    text = _THOUGHT.sub("", text)
    return _without_closing(_THOUGHT_BEFORE.sub("", text).strip())


def _without_closing(text: str) -> str:
    """The text without marks at its end that close a fence which it never opened: the prompt had opened it."""
    shorter = _CLOSING.sub("", text)
    opened = any(fences.MARK.match(line) for line in shorter.split("\n"))
    return text if opened else shorter


def _from_text(text: str) -> Reading:
    asked = _directive(text)
    if asked is not None:
        return asked
    answers = (_object(block) for block in fences.objects(text))
    answer = next((found for found in answers if found is not None and not _KEYS.isdisjoint(found)), None)
    if answer is not None:
        return _answer(answer, text)
    blocks = fences.statements(text)
    if len(blocks) > 1:
        return _nothing(
            text, f"The answer holds {len(blocks)} different statements in fences; one is wanted."
        )
    if blocks:
        return _statement(blocks[0], text)
    bare = statement_in(text)
    return _nothing(text) if bare is None else Sql(bare)


def _nothing(text: str, why: str = "") -> NoSql:
    return NoSql(cut("\n".join(part for part in (why, text) if part), _PROSE))


def _statement(block: str, text: str) -> Reading:
    """A block of SQL, unless what stands in it is a question back or a decline."""
    asked = _directive(block)
    if asked is not None:
        return asked
    return Sql(block) if block.strip() else _nothing(text)


# The text grammar's two lines


def _directive(text: str) -> Ask | Declined | None:
    """The first `ASK:` or `DECLINE:` line outside a fence; in any case of letters where it opens the answer."""
    lines = text.split("\n")
    inside = fences.inside(lines)
    opens = next((at for at, line in enumerate(lines) if line.strip()), 0)
    for at, line in enumerate(lines):
        match = (_OPENING_DIRECTIVE if at == opens else _DIRECTIVE).match(line)
        if match is None or (inside[at] and at != opens and not fences.MARK.match(lines[at - 1])):
            continue
        if match[1].upper() == "ASK":
            return _ask(match[2], lines[at + 1 :])
        reason = " ".join([match[2], *lines[at + 1 :]]).split()
        return Declined(cut(" ".join(reason), _SENTENCE) or _NO_REASON)
    return None


def _ask(first: str, rest: Sequence[str]) -> Ask | Declined:
    question = [first]
    options: list[list[str]] = []
    for line, fenced in zip(rest, fences.inside(rest), strict=True):
        if fences.MARK.match(line):
            continue
        option = None if fenced else _OPTION.match(line)
        if option is not None:
            options.append([option[1]])
        elif options:
            options[-1].append(line)
        elif not fenced:
            question.append(line)
    sentence = cut(" ".join(" ".join(question).split()), _SENTENCE)
    offered = (_option("\n".join(lines)) for lines in options)
    return _asking(sentence, tuple(each for each in offered if each is not None))


def _option(text: str) -> Option | None:
    label, _, sql = text.partition("::")
    return _offered(label, sql)


def _offered(label: str, sql: str) -> Option | None:
    shown = cut(" ".join(label.split()).strip("*_"), _LABEL)
    statement = statement_in(sql.strip().strip("`").strip())
    if not shown and statement is None:
        return None
    return Option(shown or cut(" ".join((statement or "").split()), _LABEL), statement)


def _asking(sentence: str, options: tuple[Option, ...]) -> Ask | Declined:
    """A question back; one without a question and without choices asks nothing."""
    if not sentence and not options:
        return Declined(_NO_REASON)
    return Ask(sentence or "Which of these is meant?", options[:_OPTIONS])


# The JSON schema


def _from_object(text: str) -> Reading:
    """An answer that opens like an object: one that was cut off, or is followed by another, holds no statement."""
    value = _object(text)
    return _nothing(text) if value is None else _answer(value, text)


def _object(text: str) -> Mapping[str, Any] | None:
    """The JSON object that `text` is; remarks may follow it, a second object may not."""
    try:
        value, end = _JSON.raw_decode(text)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) and not text[end:].lstrip(" \t\n,;").startswith("{") else None


def _answer(value: Mapping[str, Any], text: str) -> Reading:
    sql = _string(value, "sql", "query", "statement")
    sentence = cut(" ".join(_string(value, "sentence", "question", "reason").split()), _SENTENCE)
    kind = _string(value, "kind", "type").strip().lower()
    if kind.startswith("ask"):
        return _asking(sentence, _json_options(value.get("options")))
    if kind.startswith("decline"):
        return Declined(sentence or _NO_REASON)
    if kind not in {"", "sql"} or not sql.strip():
        return _nothing(text)
    inner = fences.statements(sql)
    if len(inner) > 1:
        return _from_text(sql)
    return _statement(inner[0] if inner else sql.strip(), text)


def _json_options(value: object) -> tuple[Option, ...]:
    if not isinstance(value, list):
        return ()
    offered = (
        _offered(_string(each, "label"), _string(each, "sql")) for each in value if isinstance(each, dict)
    )
    return tuple(each for each in offered if each is not None)


def _string(value: Mapping[str, Any], *keys: str) -> str:
    """The first of the keys that holds text."""
    return next((found for key in keys if isinstance(found := value.get(key), str) and found), "")
