"""Text that others wrote, made safe to stand inside a prompt (R6): one line, capped, unable to end its own frame.

The frames say where such text begins and ends. They help the model; the safeguard is the check that follows.
"""

from __future__ import annotations

import re
import unicodedata

TAGS = ("catalog", "question", "database_message", "your_answer")

_FRAME = re.compile(rf"<(?=\s*/?\s*(?:{'|'.join(TAGS)})\b)", re.IGNORECASE)
_TURN_MARK = re.compile(r"<(?=\|)")
_SPACE = re.compile(r"\s+")
_FENCE = re.compile(r"`{3,}|~{3,}")
_PLAIN_NAME = re.compile(r"[^\W\d]\w*")
_UNSEEN = {"Cc", "Cs", "Zl", "Zp"}
_AHEAD = 10
"""How many times its cap is looked at of a text: the rest of a message of many megabytes is never read."""

_BIDI = dict.fromkeys([*range(0x202A, 0x202F), *range(0x2066, 0x206A)])


def line(text: str, cap: int) -> str:
    """`text` on one line of at most `cap` characters, with nothing in it that could end a frame or a fence."""
    return cut(_tame(_SPACE.sub(" ", _visible(cut(text, cap * _AHEAD))).strip()), cap)


def block(text: str, cap: int) -> str:
    """The same with its line breaks."""
    lines = (_SPACE.sub(" ", _visible(each)).rstrip() for each in cut(text, cap * _AHEAD).splitlines())
    return cut(_tame("\n".join(lines).strip()), cap)


def framed(tag: str, text: str) -> str:
    """`text`, made safe before, between an opening and a closing tag on lines of their own."""
    return f"<{tag}>\n{text}\n</{tag}>"


def fenced(sql: str, cap: int) -> str:
    """SQL as it is, but for its cap, in a fence longer than any inside it."""
    runs = [len(run) for run in re.findall(r"`+", sql)]
    fence = "`" * max(3, 1 + max(runs, default=0))
    return f"{fence}sql\n{cut(sql.strip(), cap)}\n{fence}"


def cut(text: str, cap: int) -> str:
    """At most `cap` characters, the last one an ellipsis where something was cut off."""
    return text if len(text) <= cap else text[: cap - 1].rstrip() + "…"


def name(text: str, cap: int) -> str:
    """A stored name: bare where it can be written so, else in double quotes."""
    if _PLAIN_NAME.fullmatch(text) and len(text) <= cap:
        return text
    return '"' + line(text, cap).replace('"', '""') + '"'


def literal(text: str, cap: int) -> str | None:
    """A stored value as a literal, or None where it can't be shown whole and unchanged.

    A value that is cut or changed would be copied into a statement and match nothing.
    """
    shown = "'" + text.replace("'", "''") + "'"
    return None if len(text) > cap or _visible(text) != text or _tame(text) != text else shown


def _visible(text: str) -> str:
    """Without control characters, lone surrogates and marks that reorder what is read."""
    kept = (
        " " if unicodedata.category(character) in _UNSEEN else character
        for character in text.translate(_BIDI)
    )
    return "".join(kept)


def _tame(text: str) -> str:
    return _TURN_MARK.sub("< ", _FRAME.sub("‹", _FENCE.sub("'''", text)))
